import Joi from 'joi'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { Reach } from '../../../domain/account/reach.ts'
import type { Requester } from '../../../domain/account/requester.ts'
import { type DestinationSettings, maxUrlLength } from '../../../domain/event/destination/destination.ts'
import { eventTypes } from '../../../domain/event/event-type.ts'
import { knownTypes } from '../../../domain/event/known-types.ts'
import {
  emptyResponse,
  idInPath,
  listAnswer,
  listResponse,
  noContent,
  orNotFound,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
  uuid,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { previousUntilOf, type RotationBody, secretRotation } from '../rotation-form.ts'
import { adminsOnly, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import {
  destinationSchema,
  exampleDestination,
  newDestinationSchema,
  secretField,
} from './destination-presenter.ts'

interface Place {
  readonly destinationId: string
}

type SentSettings = Partial<Omit<DestinationSettings, 'types'>> & { readonly types?: readonly string[] }

const common = { tag: 'Destinations', auth: adminsOnly, scope: 'events:manage', listsReach: true } as const
const params = Joi.object({ destinationId: idInPath('The id of the destination, a UUID.') })
const response = {
  description: 'The destination with its state.',
  schema: destinationSchema,
  example: exampleDestination,
}
const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const forms = {
  url: Joi.string()
    .max(maxUrlLength)
    .description(
      `The URL to which events are sent, at most ${maxUrlLength} characters. It begins with https:// and is on the public internet. Hosts in the setting ALLOWED_PRIVATE_HOSTS may be private, and may use http://.`,
    ),
  types: Joi.array()
    .items(Joi.string().max(200))
    .min(1)
    .max(100)
    .description(
      `The event types that the destination receives: ${eventTypes.map((type) => `\`${type}\``).join(', ')}.`,
    ),
  projectId: uuid
    .allow(null)
    .description(
      'The id of a project, to receive only events of its tables and spinners; `null` for all events. An API key that is limited to several projects must name one of them or a spinner.',
    ),
  spinnerId: uuid
    .allow(null)
    .description('The id of a spinner, to receive only events of the spinner; `null` for all events.'),
  includesAddresses: Joi.boolean().description(
    'Whether events about a person contain the e-mail address, as `data.address`.',
  ),
  batchesEvents: Joi.boolean().description(
    'Whether a request contains an array of up to 500 events instead of one event.',
  ),
}

export function destinationRoutes(services: Services): Route[] {
  return [
    ...listRoutes(services),
    createRoute(services),
    changeRoute(services),
    removeRoute(services),
    pauseRoute(services),
    resumeRoute(services),
    replayRoute(services),
    rotateRoute(services),
  ]
}

function listRoutes(services: Services): Route[] {
  return [
    route<unknown, undefined, PageQuery>({
      ...common,
      method: 'GET',
      path: '/events/destinations',
      operationId: 'destinations.list',
      summary: 'List destinations',
      description:
        'Returns the URLs to which events of the organization are sent, oldest first. People need at least the role admin. An API key that is limited to projects sees only the destinations of these projects.',
      query: Joi.object(pageQuery),
      responses: { 200: listResponse('A page of destinations.', destinationSchema, exampleDestination) },
      handle: async ({ caller, query }) =>
        listAnswer(await services.destinationStore.list(caller, pageOfQuery(query))),
    }),
    route<Place, undefined>({
      ...common,
      method: 'GET',
      path: '/events/destinations/{destinationId}',
      operationId: 'destinations.get',
      summary: 'See a destination',
      description: 'Returns a destination with its state. People need at least the role admin.',
      params,
      responses: { 200: response },
      errors: ['NOT_FOUND'],
      handle: ({ caller, params: { destinationId } }) => shown(services, 200, caller, destinationId),
    }),
  ]
}

function createRoute(services: Services): Route {
  const { url, types } = forms
  return route<unknown, SentSettings & { readonly url: string }>({
    ...common,
    method: 'POST',
    path: '/events/destinations',
    operationId: 'destinations.create',
    summary: 'Create a destination',
    description:
      'Sends all events that are written from now on to a URL, by webhooks that are signed as Standard Webhooks. People need at least the role admin. The secret is shown only in this response. An organization can have 20 destinations; more are refused with CONFLICT. An answer with 410 removes the destination.',
    body: {
      schema: Joi.object({ ...forms, url: url.required(), types: types.required() }),
      limit: smallBody,
      examples: {
        replies: {
          summary: 'Replies and unsubscribes',
          value: {
            url: 'https://hooks.example.com/spindle',
            types: ['message.replied', 'person.unsubscribed'],
          },
        },
      },
    },
    responses: {
      201: {
        description: 'The new destination with its secret.',
        schema: newDestinationSchema,
        example: { ...exampleDestination, secret: exampleSecret, deliveredAt: null },
      },
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, body, by, realNow }) => {
      const { types: names = [], ...sent } = body
      const defaults = { projectId: null, spinnerId: null, includesAddresses: false, batchesEvents: false }
      const settings = { ...defaults, ...sent, types: knownTypes(names, '/types') }
      const { sessionId } = caller
      const order = { settings, sessionId, now: realNow() }
      const { id, secret } = await services.destinations.create(requesterOf(caller, by), order)
      return shown(services, 201, caller, id, { secret })
    },
  })
}

function changeRoute(services: Services): Route {
  return route<Place, SentSettings>({
    ...common,
    method: 'PATCH',
    path: '/events/destinations/{destinationId}',
    operationId: 'destinations.update',
    summary: 'Edit a destination',
    description:
      'Changes a destination. People need at least the role admin. Omitted fields stay as they are. The new settings also decide which events failed requests contain at their next attempt. A new URL ends the retries and replays, and gets the events that were not tried yet. To send earlier events to it, create a replay.',
    params,
    body: {
      schema: Joi.object(forms),
      limit: smallBody,
      examples: { batch: { summary: 'Several events in one request', value: { batchesEvents: true } } },
    },
    responses: { 200: response },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params: { destinationId }, body, revision, by, realNow }) => {
      const { types: names, ...sent } = body
      const changes = names === undefined ? sent : { ...sent, types: knownTypes(names, '/types') }
      const now = realNow()
      const order = { destinationId, changes, revision, now }
      await services.destinations.change(requesterOf(caller, by), order)
      return shown(services, 200, caller, destinationId)
    },
  })
}

function removeRoute({ destinations }: Services): Route {
  return route<Place, undefined>({
    ...common,
    method: 'DELETE',
    path: '/events/destinations/{destinationId}',
    operationId: 'destinations.delete',
    summary: 'Delete a destination',
    description:
      'Deletes a destination with its attempts. People need at least the role admin. Events that were not delivered yet are no longer sent to it.',
    params,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { destinationId }, by, realNow }) => {
      await destinations.remove(requesterOf(caller, by), destinationId, realNow())
      return noContent
    },
  })
}

function pauseRoute(services: Services): Route {
  return route<Place, object>({
    ...common,
    method: 'POST',
    path: '/events/destinations/{destinationId}/pause',
    operationId: 'destinations.pause',
    summary: 'Pause a destination',
    description:
      'Sends no more events to the destination until it is resumed. People need at least the role admin. Its events are kept for 30 days. A disabled destination is refused with CONFLICT.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params: { destinationId }, by }) => {
      await services.destinationStatuses.pause(requesterOf(caller, by), destinationId)
      return shown(services, 200, caller, destinationId)
    },
  })
}

function resumeRoute(services: Services): Route {
  return route<Place, { readonly skip?: boolean } | undefined>({
    ...common,
    method: 'POST',
    path: '/events/destinations/{destinationId}/resume',
    operationId: 'destinations.resume',
    summary: 'Resume a destination',
    description:
      'Resumes a paused or disabled destination. People need at least the role admin. The kept events are delivered in order, or skipped. The field `skip` also works for an active destination, which then skips what waits for it. Refused with CONFLICT while the destination names a deleted project or spinner.',
    params,
    body: {
      schema: Joi.object({
        skip: Joi.boolean().description(
          'Whether the events and retries that wait are skipped instead of delivered.',
        ),
      }),
      limit: smallBody,
      optional: true,
      examples: { skip: { summary: 'Skip the kept events', value: { skip: true } } },
    },
    responses: { 200: response },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params: { destinationId }, body, by }) => {
      const skip = body?.skip ?? false
      await services.destinationStatuses.resume(requesterOf(caller, by), destinationId, skip)
      return shown(services, 200, caller, destinationId)
    },
  })
}

function replayRoute(services: Services): Route {
  return route<Place, { readonly since: string; readonly until?: string | null }>({
    ...common,
    method: 'POST',
    path: '/events/destinations/{destinationId}/replay',
    operationId: 'destinations.replay',
    summary: 'Send past events again',
    description:
      'Sends the kept events of a range to the destination again, beside its new events. People need at least the role admin. Single events keep their `webhook-id`. At most 5 replays run at once; more are refused with CONFLICT.',
    params,
    body: {
      schema: Joi.object({
        since: Joi.string()
          .max(100)
          .required()
          .description(
            'The id of the first event, or the time of the first events (ISO 8601, with its offset from UTC).',
          ),
        until: Joi.string()
          .max(100)
          .allow(null)
          .description(
            'The id of the last event, or the time before which events are sent again (ISO 8601, with its offset from UTC); `null` or absent for all later events.',
          ),
      }),
      limit: smallBody,
      examples: {
        day: {
          summary: 'The events of one day',
          value: { since: '2026-11-20T00:00:00Z', until: '2026-11-21T00:00:00Z' },
        },
      },
    },
    responses: { 202: response },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params: { destinationId }, body: { since, until = null }, by }) => {
      const reach = reachOf(caller)
      await services.replayEvents.execute({ reach, destinationId, since, until, by: by() })
      return shown(services, 202, caller, destinationId)
    },
  })
}

function rotateRoute({ destinations }: Services): Route {
  return route<Place, RotationBody>({
    ...common,
    method: 'POST',
    path: '/events/destinations/{destinationId}/secret/rotate',
    operationId: 'destinations.rotateSecret',
    summary: 'Rotate the secret of a destination',
    description:
      'Creates a new signing secret. People need at least the role admin. For `graceSeconds`, one day by default, requests also carry a signature with the old secret, so that you can update the receiver. Refused with CONFLICT while the secret that an earlier rotation replaced still signs, so a repeat of a request whose answer was lost ends no secret; the destination shows the end of that time (`previousSecretUntil`). `graceSeconds` 0 lets the old secrets stop signing at once. Rotate in this way if others may know a secret, or if the answer with the new secret was lost. Requests that the receiver refuses until it has the new secret are repeated.',
    params,
    body: secretRotation.body,
    responses: {
      200: {
        description: 'The new secret, which signs requests from now on.',
        schema: Joi.object({ secret: secretField, previousUntil: previousUntilOf('secret') }),
        example: { secret: exampleSecret, previousUntil: '2026-11-21T09:00:00.000Z' },
      },
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params: { destinationId }, body, by, realNow }) => {
      const order = { destinationId, graceSeconds: secretRotation.graceSecondsIn(body), now: realNow() }
      return { status: 200, body: await destinations.rotateSecret(requesterOf(caller, by), order) }
    },
  })
}

export function reachOf({ organizationId, projectIds }: Reach): Reach {
  return { organizationId, projectIds }
}

function requesterOf(reach: Reach, by: () => Actor): Requester & Reach {
  return { ...reachOf(reach), by: by() }
}

async function shown(
  { destinationStore }: Services,
  status: number,
  reach: Reach,
  id: string,
  further: object = {},
): Promise<Answer> {
  const destination = orNotFound(await destinationStore.find(reach, id), 'Destination not found')
  return { status, headers: entityTag(destination), body: { ...destination, ...further } }
}
