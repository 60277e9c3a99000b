import Joi from 'joi'
import {
  type Attempt,
  type AttemptCode,
  attemptCodes,
  attemptKinds,
  attemptWords,
} from '../../../domain/event/destination/attempt.ts'
import { destinationStatuses, disabledReasons } from '../../../domain/event/destination/destination.ts'
import { eventId } from '../../../domain/event/event-id.ts'
import { eventTypes } from '../../../domain/event/event-type.ts'
import { createdAtOf, idForm, idOf, momentForm } from '../forms.ts'

const timeOrNull = momentForm.allow(null)

const fields = {
  id: idOf('the destination'),
  url: Joi.string().required().description('The URL to which events are sent.'),
  types: Joi.array()
    .items(Joi.valid(...eventTypes))
    .required()
    .description('The event types that the destination receives.'),
  projectId: idForm
    .allow(null)
    .description('The id of the project whose events the destination receives; `null` for all events.'),
  spinnerId: idForm
    .allow(null)
    .description('The id of the spinner whose events the destination receives; `null` for all events.'),
  includesAddresses: Joi.boolean()
    .required()
    .description('Whether events about a person contain the e-mail address, as `data.address`.'),
  batchesEvents: Joi.boolean()
    .required()
    .description('Whether a request contains an array of up to 500 events instead of one event.'),
  status: Joi.valid(...destinationStatuses)
    .required()
    .description(
      'The state of the destination. `active`: events are sent. `paused`: a person or program paused it. `disabled`: the service stopped it, see `disabledReason`. Events of a paused or disabled destination are kept for 30 days.',
    ),
  disabledReason: Joi.alternatives(Joi.valid(...disabledReasons), Joi.valid(null))
    .required()
    .description(
      'The reason why the service disabled the destination. `failing`: every attempt failed for five days. `projectDeleted`, `spinnerDeleted`: the project or spinner to which the destination is limited was deleted. `null` in other states.',
    ),
  disabledAt: timeOrNull.description('The time when the destination was disabled; `null` in other states.'),
  createdAt: createdAtOf('the destination'),
  urlChangedAt: timeOrNull.description(
    'The time of the last change of the URL; `null` if it was never changed. Earlier attempts cannot be repeated.',
  ),
  deliveredAt: timeOrNull.description('The time of the last successful attempt; `null` before the first.'),
  failures: Joi.number()
    .integer()
    .required()
    .description('The number of failed attempts since the last successful attempt, without retries.'),
  failingSince: timeOrNull.description(
    'The time of the first failed attempt since the last successful attempt; `null` if the last attempt succeeded.',
  ),
  nextAttemptAt: timeOrNull.description(
    'The time until which no new events are sent, because the receiver fails or asked to wait; `null` if events are sent.',
  ),
  retries: Joi.number()
    .integer()
    .required()
    .description('The number of failed requests that wait for their next automatic attempt.'),
  replays: Joi.number().integer().required().description('The number of replays that are not finished.'),
  previousSecretUntil: timeOrNull.description(
    'The time until which requests are also signed with the secret before the last rotation, or a time in the past; `null` if there is no such secret.',
  ),
  revision: Joi.number()
    .integer()
    .required()
    .description('The revision of the destination, which each change increases; also in the header `ETag`.'),
}

export const destinationSchema = Joi.object(fields)
  .description('A URL to which events are sent by signed webhooks, without its secret.')
  .meta({ named: 'Destination' })

export const secretField = Joi.string()
  .required()
  .description(
    'The secret `whsec_…` with which requests are signed, for a library of Standard Webhooks. It is shown only in this response.',
  )

export const newDestinationSchema = Joi.object({ ...fields, secret: secretField })
  .description('A new destination with its secret, which is shown only once.')
  .meta({ named: 'NewDestination' })

export const exampleDestination = {
  id: '01936f51-9a3c-7d10-b0c1-5d6e7f809102',
  url: 'https://hooks.example.com/spindle',
  types: ['message.replied', 'person.unsubscribed'],
  projectId: null,
  spinnerId: null,
  includesAddresses: false,
  batchesEvents: false,
  status: 'active',
  disabledReason: null,
  disabledAt: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  urlChangedAt: null,
  deliveredAt: '2026-11-20T09:04:12.000Z',
  failures: 0,
  failingSince: null,
  nextAttemptAt: null,
  retries: 0,
  replays: 0,
  previousSecretUntil: null,
  revision: 1,
}

const orNull = (form: Joi.Schema) => form.allow(null).required()

export const attemptSchema = Joi.object({
  id: idOf('the attempt'),
  kind: Joi.valid(...attemptKinds)
    .required()
    .description(
      'The reason of the attempt. `event`: new events. `retry`: an automatic repetition after a failure. `replay`: past events that are sent again. `repeat`: a person or program repeated an attempt. `ping`: a person or program sent a test event.',
    ),
  eventId: idForm
    .allow(null)
    .description('The id of the event, or of the first event of a batch; `null` for a ping.'),
  events: Joi.number().integer().required().description('The number of events in the request; 0 for a ping.'),
  webhookId: orNull(Joi.string()).description(
    'The header `webhook-id` of the request, which stays the same when the request is repeated; `null` for a ping.',
  ),
  at: momentForm.description('The time when the request was sent (UTC, ISO 8601).'),
  httpStatus: orNull(Joi.number().integer()).description(
    'The HTTP status of the answer; `null` if there was no answer.',
  ),
  code: Joi.alternatives(Joi.valid(...attemptCodes), Joi.valid(null))
    .required()
    .description(
      `The reason of the failure; \`null\` if the receiver took the request. ${attemptCodes
        .map((code) => `\`${code}\`: ${attemptWords[code]}`)
        .join(' ')}`,
    ),
  durationMs: Joi.number()
    .integer()
    .required()
    .description('The milliseconds from the start of the request to its answer or failure.'),
  response: orNull(Joi.string()).description(
    'The first 500 characters of the answer as text; `null` if it was empty.',
  ),
  retryAt: timeOrNull.description('The time of the next automatic attempt; `null` if there is none.'),
  isGivenUp: Joi.boolean()
    .required()
    .description(
      'Whether this was the last automatic attempt and it failed. The events can be sent again with `repeat` or `replay`.',
    ),
})
  .description('One request to a destination with its result.')
  .meta({ named: 'DestinationAttempt' })

const failed: AttemptCode = 'RECEIVER_REFUSED'

export const exampleAttempt = {
  id: '01936f52-1111-7d10-b0c1-5d6e7f809103',
  kind: 'event',
  eventId: '01936f52-1000-7c9a-8123-456789abcdef',
  events: 1,
  webhookId: '01936f52-1000-7c9a-8123-456789abcdef',
  at: '2026-11-20T09:05:00.000Z',
  httpStatus: 500,
  code: failed,
  durationMs: 132,
  response: 'Internal error',
  retryAt: '2026-11-20T09:05:05.000Z',
  isGivenUp: false,
}

export function presentAttempt({ organizationId, events, ...attempt }: Attempt): object {
  return {
    ...attempt,
    eventId: events === null ? null : eventId(organizationId, events.firstNumber),
    events: events?.count ?? 0,
    webhookId: events?.webhookId ?? null,
    isGivenUp: attempt.isGivenUp,
  }
}
