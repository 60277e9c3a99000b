import {
  companyColumn,
  emailColumn,
  firstNameColumn,
  followUp,
  mail,
  settingsWith,
  shippedTemplate,
  theirCompany,
  waitDays,
} from './shipped-template.ts'

export const demoFollowUp = shippedTemplate({
  number: 5,
  name: 'Product demo follow-up',
  description:
    'Thanks for a demo on the same day and asks for the next step, twice in the same conversation. Stops at the first answer.',
  columns: [emailColumn, firstNameColumn, companyColumn],
  settings: settingsWith({ isExclusive: true }),
  steps: [
    mail('Thank you for your time today', [
      'thank you for the conversation. I enjoyed learning how you work.',
      `What I took away: the current way costs ${theirCompany} time every week, and you would like to see it with your own data before you decide.`,
      'I suggest the following next step: you send me an example, I set it up, and we look at the result together for 20 minutes. <strong>Which day suits you?</strong>',
    ]),
    waitDays(3),
    followUp('Thank you for your time today', [
      'did you find a moment to talk to your colleagues? If a question came up to which you had no answer, send it to me as it is.',
      'I can also join you for the conversation, or write a page that you can pass on.',
    ]),
    waitDays(7),
    followUp('Thank you for your time today', [
      'I do not want to fill your inbox, so this is my last note about the demo.',
      'If it is a question of time, tell me when to come back to you, and I will. If you have decided on something else, a short word helps me to learn from it.',
    ]),
  ],
})
