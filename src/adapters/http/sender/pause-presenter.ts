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

/** The fields of every pause: of a job, a spinner, its automatic starts, a sender, or a sender for one spinner. */
const pauseFields = {
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
      'The reason of the pause. For a job, the object that must be resumed: `job`, `spinner`, or `organization` if the organization is to be deleted. For a spinner, `spinner`. Otherwise a code, such as `BOUNCES_IN_DAY`, `MAIL_TEMPORARILY_REFUSED` or `PLAN_LIMIT`.',
    ),
}

export const pauseSchema = Joi.object({
  ...pauseFields,
  message: text.description(
    'A sentence for people that explains the pause; absent if a user or API key paused it.',
  ),
}).meta({
  named: 'Pause',
  describes: 'A pause: who made it, since when, until when, and why.',
  examples: [{ by: exampleActor, at: '2026-11-20T10:00:00.000Z', until: null, reason: 'job' }],
})

const examplePause = {
  by: serviceActor,
  at: '2026-11-20T09:12:00.000Z',
  until: null,
  reason: 'BOUNCES_IN_DAY',
  message: wordsOfFault('BOUNCES_IN_DAY'),
  serverResponse: '550 5.1.1 No such user',
  numbers: { sent: 120, bounced: 7, complained: 0, refused: 0 },
}

/**
 * Returns the schema of the pause of a sender for one spinner. `fields` and their example name the sender or the spinner.
 */
export function pauseOfSenderSchema(
  named: string,
  fields: Joi.PartialSchemaMap,
  example: object,
): Joi.ObjectSchema {
  return Joi.object({
    ...fields,
    ...pauseFields,
    message: text.required().description('A sentence for people that explains the pause.'),
    serverResponse: text
      .allow('')
      .required()
      .description('The error text of the mail server or provider; empty if it gave none.'),
    numbers: healthForm.required().description('The counts of messages and reactions that led to the pause.'),
  })
    .description('The pause of a sender for one spinner: who made it, since when, until when, and why.')
    .meta({ named, examples: [{ ...example, ...examplePause }] })
}

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
