import {
  daySeconds,
  emailColumn,
  firstNameColumn,
  followUp,
  mail,
  settingsWith,
  shippedTemplate,
} from './shipped-template.ts'

export const eventInvitation = shippedTemplate({
  number: 2,
  name: 'Event invitation with reminder',
  description:
    'Invites to an event, reminds two days before it, and says thank you the day after. Name, time and place are entered when the spinner is run. Answers do not stop the reminder.',
  columns: [emailColumn, firstNameColumn],
  settings: settingsWith({
    audience: 'all',
    // A person who accepts by a reply still gets the reminder.
    exits: ['bounce', 'unsubscribe'],
    triggerData: [
      { name: 'event', type: 'text', isRequired: true },
      { name: 'when', type: 'text', isRequired: true },
      { name: 'place', type: 'text', isRequired: true },
      { name: 'startsAt', type: 'date', isRequired: true },
    ],
  }),
  steps: [
    mail('You are invited: {{ trigger.event }}', [
      'I would like to invite you to <strong>{{ trigger.event }}</strong>.',
      'When: {{ trigger.when }}<br>Where: {{ trigger.place }}',
      'You will meet people who work on the same questions as you, and there is enough time to talk to each other.',
      'Would you like to come? A short “yes” in reply is enough, and I will keep a place for you. If you bring a colleague, please tell me too.',
    ]),
    { type: 'waitUntil', column: 'trigger.startsAt', offsetSeconds: -2 * daySeconds, at: '09:00' },
    followUp('See you soon: {{ trigger.event }}', [
      'this is a short reminder of <strong>{{ trigger.event }}</strong>.',
      'When: {{ trigger.when }}<br>Where: {{ trigger.place }}',
      'If your plans have changed, please let me know, so that another guest can take the place.',
    ]),
    { type: 'waitUntil', column: 'trigger.startsAt', offsetSeconds: daySeconds, at: '10:00' },
    mail('Thank you, and one question about {{ trigger.event }}', [
      'thank you for your interest in {{ trigger.event }}.',
      'If you were there: what was the most useful part for you, and what should we do differently next time? If you could not come, tell me, and I will send you what was shown.',
    ]),
  ],
})
