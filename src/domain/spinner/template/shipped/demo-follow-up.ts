import type { Texts } from '../../../text/texts.ts'
import type { SpinnerTemplate } from '../spinner-template.ts'
import { shippedMails } from './shipped-mails.ts'
import { settingsWith, shippedTemplate, waitDays } from './shipped-template.ts'

export function demoFollowUp(texts: Texts): SpinnerTemplate {
  const { t } = texts
  const { columns, theirCompany: company, mail, followUp } = shippedMails(texts)
  const subject = t('Thank you for your time today')
  return shippedTemplate(texts, {
    number: 5,
    name: t('Product demo follow-up'),
    description: t(
      'Thanks for a demo on the same day and asks for the next step, twice in the same conversation. Stops at the first answer.',
    ),
    columns: [columns.email, columns.firstName, columns.company],
    settings: settingsWith({ isExclusive: true }),
    steps: [
      mail(subject, [
        t('thank you for the conversation. I enjoyed learning how you work.'),
        t(
          'What I took away: the current way costs {company} time every week, and you would like to see it with your own data before you decide.',
          { company },
        ),
        t(
          'I suggest the following next step: you send me an example, I set it up, and we look at the result together for 20 minutes. <strong>Which day suits you?</strong>',
        ),
      ]),
      waitDays(3),
      followUp(subject, [
        t(
          'did you find a moment to talk to your colleagues? If a question came up to which you had no answer, send it to me as it is.',
        ),
        t('I can also join you for the conversation, or write a page that you can pass on.'),
      ]),
      waitDays(7),
      followUp(subject, [
        t('I do not want to fill your inbox, so this is my last note about the demo.'),
        t(
          'If it is a question of time, tell me when to come back to you, and I will. If you have decided on something else, a short word helps me to learn from it.',
        ),
      ]),
    ],
  })
}
