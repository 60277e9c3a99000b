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

export const onboardingCheckIn = shippedTemplate({
  number: 8,
  name: 'Onboarding check-in',
  description:
    'Accompanies new customers through the first month: after a day, a week and 30 days. An answer ends the series, because a person takes over.',
  columns: [emailColumn, firstNameColumn, companyColumn],
  settings: settingsWith({ starts: { on: 'records', withinSeconds: 3_600 } }),
  steps: [
    waitDays(1),
    mail('Your first day: does everything work?', [
      'I am your contact for the first weeks, and this e-mail reaches me directly.',
      'Three things should work by now: you can sign in, your colleagues are invited, and your first data is in. Is one of them missing? Reply with its number, and I will take care of it today.',
      '1. Sign-in<br>2. Colleagues<br>3. Data',
    ]),
    waitDays(6),
    followUp('Your first week', [
      `a week is over. Which result would make this month a success for ${theirCompany}?`,
      'If you send me one sentence about it, I will reply with the two or three steps that lead there, and leave out the rest.',
    ]),
    waitDays(23),
    mail('One month in: an honest question', [
      'you have been with us for a month. Before habits set in, I would like to ask you: what takes longer than it should?',
      'We can also look at it together for 20 minutes. Suggest a day, and I will send the invitation.',
    ]),
  ],
})
