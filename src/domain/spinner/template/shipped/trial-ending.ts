import {
  companyColumn,
  daySeconds,
  emailColumn,
  firstNameColumn,
  followUp,
  mail,
  settingsWith,
  shippedTemplate,
  theirCompany,
} from './shipped-template.ts'

const trialEnds = 'Trial ends'
const lastDay = `{{ ["${trialEnds}"] | date: "%-d %B" }}`

export const trialEnding = shippedTemplate({
  number: 3,
  name: 'Trial ending',
  description:
    'Writes a week and a day before the date in a column, and three days after it if there was no answer.',
  columns: [trialEnds, emailColumn, firstNameColumn, companyColumn],
  settings: settingsWith({ starts: { on: 'records', withinSeconds: 3_600 } }),
  steps: [
    { type: 'waitUntil', column: trialEnds, offsetSeconds: -7 * daySeconds, at: '09:00' },
    mail(`Your trial ends on ${lastDay}`, [
      `your trial for ${theirCompany} ends on <strong>${lastDay}</strong>. Nothing is charged, and your data stays where it is for now.`,
      'A week is enough to try the one thing that decides it for you. What is it? Reply, and I will help you to get there before the trial is over.',
    ]),
    { type: 'waitUntil', column: trialEnds, offsetSeconds: -daySeconds, at: '09:00' },
    followUp('One day left', [
      `your trial ends tomorrow. If you would like to continue, reply with the number of people who will use it, and I will send you an offer for ${theirCompany}.`,
      'If you need more time, tell me what is missing. An extension is no problem.',
    ]),
    { type: 'waitUntil', column: trialEnds, offsetSeconds: 3 * daySeconds, at: '10:00' },
    mail('What was missing?', [
      'your trial is over, and you have decided not to continue for now. That is fine, and I will not keep asking.',
      'One answer would help me a lot: <strong>what was missing?</strong> One sentence is enough. If it is something that we have built since, I will write to you once, and only about that.',
    ]),
  ],
})
