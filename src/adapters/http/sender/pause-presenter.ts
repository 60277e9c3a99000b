import Joi from 'joi'
import { serviceActor } from '../../../domain/actor-view.ts'
import { type HealthCounts, type SenderPause, wordsOfFault } from '../../../domain/sender/pacing/breaker.ts'
import { momentForm } from '../forms.ts'
import { actorSchema, exampleActor } from '../request/caller/actor-form.ts'

const count = Joi.number().integer().min(0).required()
const text = Joi.string()

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

/** The schema of every pause: of a job, a spinner, its automatic starts, a sender, or a sender for one spinner. */
export const pauseSchema = Joi.object({
  by: actorSchema
    .allow(null)
    .required()
    .description(
      'The user or API key that paused it; `service` for a pause that the service made on its own. Null if it is not known.',
    ),
  at: momentForm
    .allow(null)
    .description('The time when the pause began, in UTC (ISO 8601); null if it is not stored.'),
  until: momentForm
    .allow(null)
    .description(
      'The time when the pause ends without a resume, in UTC (ISO 8601); null if it must be resumed or depends on its cause.',
    ),
  reason: text
    .required()
    .description(
      'The reason of the pause. For a job, the object that must be resumed: `job`, `spinner`, or `organization` if the organization is to be deleted. For a spinner, `spinner`. Otherwise a code, such as `BOUNCES_IN_DAY`, `MAIL_PUT_OFF` or `PLAN_LIMIT`.',
    ),
  message: text.description(
    'A sentence for people that explains the pause; absent if a user or API key paused it.',
  ),
  serverResponse: text
    .allow('')
    .description(
      'The error text of the mail server or provider; empty if it gave none. Present for senders.',
    ),
  numbers: healthForm.description('The counts of messages and reactions that led to the pause of a sender.'),
  senderId: text.guid().description('The id of the paused sender; present in lists of paused senders.'),
  senderName: text.description('The name of the paused sender, as recipients see it.'),
  spinnerId: text
    .guid()
    .description(
      'The id of the spinner for which the sender is paused; present in lists of paused spinners.',
    ),
  spinnerName: text
    .allow(null)
    .description('The name of the spinner for which the sender is paused; null if it was deleted.'),
}).meta({
  named: 'Pause',
  describes: 'A pause: who made it, since when, until when, and why.',
  examples: [{ by: exampleActor, at: '2026-11-20T10:00:00.000Z', until: null, reason: 'job' }],
})

/** Returns the pause of a sender that the service made because of bounces, complaints or refusals. */
export function pauseOfSender({ at, fault: { code, serverResponse, numbers } }: SenderPause): object {
  const message = wordsOfFault(code)
  const shown = { reason: code, message, serverResponse, numbers: presentHealth(numbers ?? {}) }
  return { by: serviceActor, at, until: null, ...shown }
}

export function presentHealth({
  sent = 0,
  bounced = 0,
  complained = 0,
  refused = 0,
}: Partial<HealthCounts>): HealthCounts {
  return { sent, bounced, complained, refused }
}
