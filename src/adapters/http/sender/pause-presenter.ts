import Joi from 'joi'
import { type HealthCounts, type SenderPause, wordsOfTrouble } from '../../../domain/sender/pacing/breaker.ts'
import { momentForm } from '../forms.ts'

const count = Joi.number().integer().min(0).required()

export const healthForm = Joi.object({
  sent: count,
  bounced: count.description('The number of messages that bounced because the mailbox does not exist.'),
  complained: count,
  refused: count.description(
    'The number of messages that were refused because of the sender, whatever the recipient.',
  ),
})

/** The reason of a pause, in every response that shows it. */
export const pauseFields = {
  at: momentForm,
  code: Joi.string().required(),
  message: Joi.string().required(),
  words: Joi.string().allow('').required().description('The words of the provider; empty if there are none.'),
  numbers: healthForm.required(),
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
