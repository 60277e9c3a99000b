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

const opening = [
  `it has been a while since we last talked about ${theirCompany}.`,
  'A lot has changed since then, and some of it because customers like you showed us what was in their way.',
  'What would have to be true for you to give it another look? A line is enough, and I will tell you honestly if we can do it.',
]

export const winBack = shippedTemplate({
  number: 4,
  name: 'Win-back',
  description:
    'Writes to customers who have gone quiet: two subjects in comparison, a follow-up after a week and a last e-mail two weeks later.',
  columns: [emailColumn, firstNameColumn, companyColumn],
  settings: settingsWith({ isExclusive: true }),
  steps: [
    {
      type: 'split',
      branches: [
        { name: 'Question', percent: 50, steps: [mail('Is this still a topic for you?', opening)] },
        { name: 'News', percent: 50, steps: [mail('What has changed since you left', opening)] },
      ],
    },
    waitDays(7),
    followUp('Is this still a topic for you?', [
      'I know that e-mails like mine are easily lost, so I am asking once more.',
      'If a colleague looks after this now, could you tell me who? If the topic is closed, a short “no” is just as welcome.',
    ]),
    waitDays(14),
    mail('Shall I stop writing?', [
      'You have not answered, so I assume that the time is not right. This is my last e-mail about it.',
      'If that changes, reply to this e-mail at any time. It reaches me directly.',
    ]),
  ],
})
