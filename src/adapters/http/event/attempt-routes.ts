import Joi from 'joi'
import {
  idInPath,
  listAnswer,
  listResponse,
  orNotFound,
  type PageQuery,
  pageOfQuery,
  pageQuery,
} from '../forms.ts'
import { adminsOnly, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { attemptSchema, exampleAttempt, presentAttempt } from './destination-presenter.ts'
import { reachOf } from './destination-routes.ts'

interface AttemptsQuery extends PageQuery {
  readonly failed?: boolean
}

const common = { tag: 'Destinations', auth: adminsOnly, scope: 'events:manage', listsReach: true } as const
const destinationId = idInPath('The id of the destination, a UUID.')
const response = {
  description: 'The attempt with its result.',
  schema: attemptSchema,
  example: exampleAttempt,
}

/** Returns the routes that list requests to a destination, and those that make one request at once. */
export function attemptRoutes({ destinationStore, sendToDestination }: Services): Route[] {
  return [
    route<{ destinationId: string }, undefined, AttemptsQuery>({
      ...common,
      method: 'GET',
      path: '/events/destinations/{destinationId}/attempts',
      operationId: 'destinations.listAttempts',
      summary: 'List attempts to deliver events',
      description:
        'Returns the last requests to a destination with their results, newest first. People need at least the role admin. The service keeps about the last 1,000 successful and 1,000 failed attempts, for up to 30 days. An API key that is limited to projects sees only pings and attempts with events of one of these projects alone.',
      params: Joi.object({ destinationId }),
      query: Joi.object({
        failed: Joi.boolean().description('Whether to return only failed attempts.'),
        ...pageQuery,
      }),
      responses: { 200: listResponse('A page of attempts.', attemptSchema, exampleAttempt) },
      errors: ['NOT_FOUND'],
      handle: async ({ caller, params, query }) => {
        const { id } = orNotFound(
          await destinationStore.find(caller, params.destinationId),
          'Destination not found',
        )
        const page = await destinationStore.attempts(caller, id, query.failed ?? false, pageOfQuery(query))
        return listAnswer(page, presentAttempt)
      },
    }),
    route<{ destinationId: string; attemptId: string }, object>({
      ...common,
      method: 'POST',
      path: '/events/destinations/{destinationId}/attempts/{attemptId}/repeat',
      operationId: 'destinations.repeatAttempt',
      summary: 'Repeat an attempt',
      description:
        'Makes the request of an attempt again, in any status of the destination, and returns the result. People need at least the role admin. The request contains only the events that the present settings of the destination select. A success ends the automatic retries of the request, and resets `failures`, `failingSince` and `nextAttemptAt`. Refused with CONFLICT if no event is left, or if the URL of the destination was changed after the attempt. `RATE_LIMITED` after 60 pings and repeats of a destination within 15 minutes; a replay repeats many events at once.',
      params: Joi.object({ destinationId, attemptId: idInPath('The id of the attempt, a UUID.') }),
      responses: { 200: response },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ caller, params, by, realNow, gone }) => {
        const reach = reachOf(caller)
        const command = { ...params, reach, by: by(), now: realNow(), signal: gone() }
        return { status: 200, body: presentAttempt(await sendToDestination.execute(command)) }
      },
    }),
    route<{ destinationId: string }, object>({
      ...common,
      method: 'POST',
      path: '/events/destinations/{destinationId}/ping',
      operationId: 'destinations.ping',
      summary: 'Send a test event',
      description:
        'Sends an event of the type `ping` to the destination, in any state, and returns the result. People need at least the role admin. The test event has no data and is not stored as an event. A success resets `failures`, `failingSince` and `nextAttemptAt`. `RATE_LIMITED` after 60 pings and repeats of a destination within 15 minutes.',
      params: Joi.object({ destinationId }),
      responses: { 200: response },
      errors: ['NOT_FOUND'],
      handle: async ({ caller, params, by, realNow, gone }) => {
        const reach = reachOf(caller)
        const command = { ...params, attemptId: null, reach, by: by(), now: realNow(), signal: gone() }
        return { status: 200, body: presentAttempt(await sendToDestination.execute(command)) }
      },
    }),
  ]
}
