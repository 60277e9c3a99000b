import Joi from 'joi'
import { type HealthCounts, type SenderPause, wordsOfTrouble } from '../../../domain/sender/pacing/breaker.ts'
import { momentForm } from '../forms.ts'

const count = Joi.number().integer().min(0).required()

export const healthForm = Joi.object({
  sent: count.description('The number of messages that the sender sent in the counted time.'),
  bounced: count.description(
    'The number of messages of the sender that bounced because the mailbox of the recipient does not exist.',
  ),
  complained: count.description('The number of messages that recipients reported as spam.'),
  refused: count.description(
    'The number of messages that mail servers refused because of the sender, not because of the recipient.',
  ),
})

/** The forms of the time and reason of a sender's pause, in every response that shows it. */
export const pauseFields = {
  at: momentForm.description('The time when the sender was paused (UTC, ISO 8601).'),
  code: Joi.string()
    .required()
    .description(
      'The code of the reason why the sender was paused, such as `BOUNCES_IN_DAY` or `COMPLAINTS_IN_HOUR`.',
    ),
  message: Joi.string()
    .required()
    .description('A sentence for people that explains why the sender is paused.'),
  words: Joi.string()
    .allow('')
    .required()
    .description('The error text of the mail server or provider; empty if it gave none.'),
  numbers: healthForm.required().description('The counts of messages and reactions that led to the pause.'),
}

export const exampleWhyPaused = {
  at: '2026-11-20T09:12:00.000Z',
  code: 'BOUNCES_IN_DAY',
  message: wordsOfTrouble('BOUNCES_IN_DAY'),
  words: '550 5.1.1 No such user',
  numbers: { sent: 120, bounced: 7, complained: 0, refused: 0 },
}

export function whyPaused({ at, trouble: { code, words, numbers } }: SenderPause): object {
  return { at, code, message: wordsOfTrouble(code), words, numbers: presentHealth(numbers ?? {}) }
}

export function presentHealth({
  sent = 0,
  bounced = 0,
  complained = 0,
  refused = 0,
}: Partial<HealthCounts>): HealthCounts {
  return { sent, bounced, complained, refused }
}
