import type { Texts } from '../../../text/texts.ts'
import type { SpinnerTemplate } from '../spinner-template.ts'
import { shippedMails } from './shipped-mails.ts'
import { daySeconds, settingsWith, shippedTemplate } from './shipped-template.ts'

const event = '{{ trigger.event }}'
const when = '{{ trigger.when }}'
const place = '{{ trigger.place }}'

export function eventInvitation(texts: Texts): SpinnerTemplate {
  const { t } = texts
  const { columns, mail, followUp } = shippedMails(texts)
  return shippedTemplate(texts, {
    number: 2,
    name: t('Event invitation with reminder'),
    description: t(
      'Invites to an event, reminds two days before it, and says thank you the day after. Name, time and place are entered when the spinner is run. Answers do not stop the reminder.',
    ),
    columns: [columns.email, columns.firstName],
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
      mail(t('You are invited: {event}', { event }), [
        t('I would like to invite you to <strong>{event}</strong>.', { event }),
        t('When: {when}<br>Where: {place}', { when, place }),
        t(
          'You will meet people who work on the same questions as you, and there is enough time to talk to each other.',
        ),
        t(
          'Would you like to come? A short “yes” in reply is enough, and I will keep a place for you. If you bring a colleague, please tell me too.',
        ),
      ]),
      { type: 'waitUntil', column: 'trigger.startsAt', offsetSeconds: -2 * daySeconds, at: '09:00' },
      followUp(t('See you soon: {event}', { event }), [
        t('this is a short reminder of <strong>{event}</strong>.', { event }),
        t('When: {when}<br>Where: {place}', { when, place }),
        t('If your plans have changed, please let me know, so that another guest can take the place.'),
      ]),
      { type: 'waitUntil', column: 'trigger.startsAt', offsetSeconds: daySeconds, at: '10:00' },
      mail(t('Thank you, and one question about {event}', { event }), [
        t('thank you for your interest in {event}.', { event }),
        t(
          'If you were there: what was the most useful part for you, and what should we do differently next time? If you could not come, tell me, and I will send you what was shown.',
        ),
      ]),
    ],
  })
}
