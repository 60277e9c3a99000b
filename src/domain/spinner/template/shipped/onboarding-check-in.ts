import type { Texts } from '../../../text/texts.ts'
import type { SpinnerTemplate } from '../spinner-template.ts'
import { shippedMails } from './shipped-mails.ts'
import { settingsWith, shippedTemplate, waitDays } from './shipped-template.ts'

export function onboardingCheckIn(texts: Texts): SpinnerTemplate {
  const { t } = texts
  const { columns, theirCompany: company, mail, followUp } = shippedMails(texts)
  return shippedTemplate(texts, {
    number: 8,
    name: t('Onboarding check-in'),
    description: t(
      'Accompanies new customers through the first month: after a day, a week and 30 days. An answer ends the series, because a person takes over.',
    ),
    columns: [columns.email, columns.firstName, columns.company],
    settings: settingsWith({ starts: { on: 'records', withinSeconds: 3_600 } }),
    steps: [
      waitDays(1),
      mail(t('Your first day: does everything work?'), [
        t('I am your contact for the first weeks, and this e-mail reaches me directly.'),
        t(
          'Three things should work by now: you can sign in, your colleagues are invited, and your first data is in. Is one of them missing? Reply with its number, and I will take care of it today.',
        ),
        t('1. Sign-in<br>2. Colleagues<br>3. Data'),
      ]),
      waitDays(6),
      followUp(t('Your first week'), [
        t('a week is over. Which result would make this month a success for {company}?', { company }),
        t(
          'If you send me one sentence about it, I will reply with the two or three steps that lead there, and leave out the rest.',
        ),
      ]),
      waitDays(23),
      mail(t('One month in: an honest question'), [
        t(
          'you have been with us for a month. Before habits set in, I would like to ask you: what takes longer than it should?',
        ),
        t('We can also look at it together for 20 minutes. Suggest a day, and I will send the invitation.'),
      ]),
    ],
  })
}
