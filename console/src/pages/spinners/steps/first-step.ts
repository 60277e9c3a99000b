import type { Step } from '../../../api/schema.ts'
import { emailColumnOf, nameColumnOf } from '../../../components/names/name-of-record.ts'
import { tagFor } from './fields/template-text.ts'
import type { MailWords } from './mail-words.ts'

/** Returns the first step of a new spinner: an e-mail with a short text. Its plain text is made from the HTML. */
export function firstStep(columns: readonly string[], { greeting, insteadOfName, thanks }: MailWords): Step {
  const name = nameColumnOf(columns)
  const subject = name === undefined ? greeting : `${greeting} ${tagFor(name, { fallback: insteadOfName })}`
  return {
    type: 'email',
    to: tagFor(emailColumnOf(columns) ?? 'email'),
    subject,
    html: `<p>${subject},</p>\n<p>${thanks}</p>`,
    addsFooter: true,
  }
}
