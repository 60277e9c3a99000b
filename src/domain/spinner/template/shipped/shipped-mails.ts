import type { Texts } from '../../../text/texts.ts'
import type { EmailStep } from '../../steps/step.ts'

/** The parts of which the e-mails of shipped templates are made, in one language. */
export interface ShippedMails {
  /** The columns that shipped templates use. Columns of a table with the same meaning replace them. */
  readonly columns: { readonly email: string; readonly firstName: string; readonly company: string }
  /** The name of the reader's company within a sentence. */
  readonly theirCompany: string
  /** Returns an e-mail step of paragraphs in HTML, with the footer of the organization. Its plain text is made from the HTML. */
  readonly mail: (subject: string, paragraphs: readonly string[]) => EmailStep
  /** Returns an e-mail step that answers in the conversation of the e-mail before it. */
  readonly followUp: (subject: string, paragraphs: readonly string[]) => EmailStep
}

export function shippedMails({ t }: Texts): ShippedMails {
  const columns = { email: t('E-mail'), firstName: t('First name'), company: t('Company') }
  const firstName = `{{ ["${columns.firstName}"] | default: "${t('there')}" }}`
  const greeting = t('Hi {firstName},', { firstName })
  const mail = (subject: string, paragraphs: readonly string[]): EmailStep => ({
    type: 'email',
    to: `{{ ["${columns.email}"] }}`,
    subject,
    html: [greeting, ...paragraphs].map((paragraph) => `<p>${paragraph}</p>`).join('\n'),
    addsFooter: true,
  })
  return {
    columns,
    theirCompany: `{{ ["${columns.company}"] | default: "${t('your company')}" }}`,
    mail,
    followUp: (subject, paragraphs) => ({ ...mail(subject, paragraphs), thread: true }),
  }
}
