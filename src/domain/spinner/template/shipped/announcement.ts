import type { Texts } from '../../../text/texts.ts'
import type { SpinnerTemplate } from '../spinner-template.ts'
import { shippedMails } from './shipped-mails.ts'
import { shippedTemplate } from './shipped-template.ts'

export function announcement(texts: Texts): SpinnerTemplate {
  const { t } = texts
  const { columns, mail } = shippedMails(texts)
  return shippedTemplate(texts, {
    number: 6,
    name: t('Newsletter or announcement'),
    description: t('One e-mail with a headline, three short pieces of news and a question at the end.'),
    columns: [columns.email, columns.firstName],
    settings: null,
    steps: [
      mail(t('Three things that are new this month'), [
        t('here is what has changed since last month, in two minutes.'),
        t(
          '<strong>1. The most important news first.</strong> Say in one sentence what people can do now that they could not do before, and for whom it matters.',
        ),
        t(
          '<strong>2. A smaller improvement.</strong> Name the problem that it solves in the words in which customers reported it.',
        ),
        t(
          '<strong>3. A date for the calendar.</strong> An event, a deadline or a change of terms, with the day and what to do until then.',
        ),
        t('Which of the three is useful to you? Reply with the number. It decides what we work on next.'),
      ]),
    ],
  })
}
