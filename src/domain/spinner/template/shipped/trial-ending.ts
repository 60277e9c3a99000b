import type { Texts } from '../../../text/texts.ts'
import type { SpinnerTemplate } from '../spinner-template.ts'
import { shippedMails } from './shipped-mails.ts'
import { daySeconds, settingsWith, shippedTemplate } from './shipped-template.ts'

export function trialEnding(texts: Texts): SpinnerTemplate {
  const { t } = texts
  const { columns, theirCompany: company, mail, followUp } = shippedMails(texts)
  const trialEnds = t('Trial ends')
  // The form of a date, such as "24 December".
  const lastDay = `{{ ["${trialEnds}"] | date: "${t('%-d %B')}" }}`
  return shippedTemplate(texts, {
    number: 3,
    name: t('Trial ending'),
    description: t(
      'Writes a week and a day before the date in a column, and three days after it if there was no answer.',
    ),
    columns: [trialEnds, columns.email, columns.firstName, columns.company],
    settings: settingsWith({ starts: { on: 'records', withinSeconds: 3_600 } }),
    steps: [
      { type: 'waitUntil', column: trialEnds, offsetSeconds: -7 * daySeconds, at: '09:00' },
      mail(t('Your trial ends on {lastDay}', { lastDay }), [
        t(
          'your trial for {company} ends on <strong>{lastDay}</strong>. Nothing is charged, and your data stays where it is for now.',
          { company, lastDay },
        ),
        t(
          'A week is enough to try the one thing that decides it for you. What is it? Reply, and I will help you to get there before the trial is over.',
        ),
      ]),
      { type: 'waitUntil', column: trialEnds, offsetSeconds: -daySeconds, at: '09:00' },
      followUp(t('One day left'), [
        t(
          'your trial ends tomorrow. If you would like to continue, reply with the number of people who will use it, and I will send you an offer for {company}.',
          { company },
        ),
        t('If you need more time, tell me what is missing. An extension is no problem.'),
      ]),
      { type: 'waitUntil', column: trialEnds, offsetSeconds: 3 * daySeconds, at: '10:00' },
      mail(t('What was missing?'), [
        t(
          'your trial is over, and you have decided not to continue for now. That is fine, and I will not keep asking.',
        ),
        t(
          'One answer would help me a lot: <strong>what was missing?</strong> One sentence is enough. If it is something that we have built since, I will write to you once, and only about that.',
        ),
      ]),
    ],
  })
}
