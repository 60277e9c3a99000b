import type { Step } from '../../../api/schema.ts'
import { emailColumnOf, nameColumnOf } from '../../../components/names/name-of-record.ts'
import { t } from '../../../languages/text.ts'
import { tagFor } from './fields/template-text.ts'

/** Returns the first step of a new spinner: an e-mail with a short text. Its plain text is made from the HTML. */
export function firstStep(columns: readonly string[]): Step {
  const name = nameColumnOf(columns)
  const greeting =
    name === undefined ? t('Hello') : t('Hello {tagFor}', { tagFor: tagFor(name, { fallback: 'there' }) })
  return {
    type: 'email',
    to: tagFor(emailColumnOf(columns) ?? 'email'),
    subject: greeting,
    html: `<p>${greeting},</p>\n<p>thank you for your interest. We will be in touch.</p>`,
    addsFooter: true,
  }
}
