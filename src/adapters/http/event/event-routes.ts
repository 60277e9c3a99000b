import Joi from 'joi'
import { eventTypes } from '../../../domain/event/event-type.ts'
import { requestedDays } from '../../../use-cases/event/list-events.ts'
import { itemsOf, listAnswer, listResponse, type PageQuery, pageOfQuery, pageQuery } from '../forms.ts'
import { SlotLimit } from '../request/slot-limit.ts'
import { everyRole, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import {
  eventSchema,
  eventTypeSchema,
  exampleEvent,
  exampleEventId,
  presentEvent,
  presentType,
} from './event-presenter.ts'
import { eventStream } from './event-stream.ts'

interface TypesQuery {
  readonly types?: string
}

interface EventQuery extends PageQuery, TypesQuery {
  readonly since?: string
  readonly object?: string
  readonly order: 'asc' | 'desc'
  readonly subscribe: boolean
}

/** The largest number of streams that an organization has open at one process. */
const maxStreams = 20
const common = { tag: 'Events', auth: everyRole, scope: 'events:read', listsReach: true } as const

const typesForm = Joi.string()
  .max(1_000)
  .example('job.completed,message.replied')
  .description(
    `The wanted types, separated by commas; all types if omitted. \`VALIDATION_FAILED\` if one is unknown; the error lists all types in \`validTypes\`.`,
  )

/** Returns the routes by which programs read events. */
export function eventRoutes(services: Services): Route[] {
  return [listEventsRoute(services), streamRoute(services), listTypesRoute()]
}

function listEventsRoute({ listEvents }: Services): Route {
  return route<unknown, undefined, EventQuery>({
    ...common,
    method: 'GET',
    path: '/events',
    operationId: 'events.list',
    summary: 'List events',
    description: `Returns events in a fixed order, oldest first. An event that is committed later never comes before one that you have read. To continue, send the \`id\` of the last event as \`since\`. An event is written if a destination or a program is subscribed to its type: a request to this route subscribes to its \`types\` for ${requestedDays} days. Events are kept for 30 days. A page may hold fewer events than its limit, or none, although more follow: continue while \`nextCursor\` is not \`null\`.`,
    query: Joi.object({
      ...pageQuery,
      types: typesForm,
      since: Joi.string()
        .max(64)
        .example(exampleEventId)
        .description(
          'The id of an event or a time (ISO 8601, with its offset from UTC). The list begins after that event, even if it was deleted, or at that time. Without this parameter the list has all stored events.',
        ),
      object: Joi.string()
        .max(4_000)
        .description(
          'Returns only events about these objects: up to 100 ids, separated by commas, such as the id of a job or a record.',
        ),
      order: Joi.valid('asc', 'desc')
        .default('asc')
        .description('`asc` returns the oldest events first, `desc` the latest ones.'),
      subscribe: Joi.boolean().default(true).description('`false` reads without subscribing to the types.'),
    }),
    responses: {
      200: listResponse('A page of events.', eventSchema, exampleEvent('job.completed')),
    },
    handle: async ({ caller, query, realNow }) => {
      const { types, since, object, order, subscribe } = query
      const page = await listEvents.execute({
        reach: caller,
        types: namesIn(types),
        since: since ?? null,
        objects: namesIn(object),
        latestFirst: order === 'desc',
        asks: subscribe,
        now: realNow(),
        page: pageOfQuery(query),
      })
      return listAnswer(page, presentEvent)
    },
  })
}

function streamRoute({ followEvents }: Services): Route {
  const streams = new SlotLimit(
    maxStreams,
    (taken) => `${taken} streams of events are open, which is the limit; close one of them first`,
  )
  return route<unknown, undefined, TypesQuery>({
    ...common,
    method: 'GET',
    path: '/events/stream',
    operationId: 'events.stream',
    summary: 'Follow events',
    description: `Streams events as server-sent events: \`id\` is the id of the event, \`data\` the event as JSON. The stream begins with events from now on, or after the event in the header \`Last-Event-ID\`, which browsers send when they connect again. A comment line is sent every 15 seconds without an event. The stream ends when the session or the API key ends. \`RATE_LIMITED\` if ${maxStreams} streams of the organization are open.`,
    query: Joi.object({ types: typesForm }),
    responses: {
      200: {
        description: 'A stream of events. The data of each is an `Event` as JSON.',
        contentType: 'text/event-stream',
        example: `id: ${exampleEventId}\ndata: ${JSON.stringify(exampleEvent('job.completed'))}\n\n`,
      },
    },
    errors: ['RATE_LIMITED'],
    handle: async ({ caller, query: { types }, sent, stillAdmitted, gone }) => {
      const after = sent().headers['last-event-id'] ?? null
      const release = streams.take(caller.organizationId)
      try {
        const follower = await followEvents.execute({ reach: caller, types: namesIn(types), after })
        const mayRead = () =>
          stillAdmitted().then(
            () => true,
            () => false,
          )
        return {
          status: 200,
          body: eventStream(follower, mayRead, gone()).once('close', release),
          headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
        }
      } catch (error) {
        release()
        throw error
      }
    },
  })
}

function listTypesRoute(): Route {
  return route<unknown, undefined>({
    ...common,
    method: 'GET',
    path: '/events/types',
    operationId: 'events.listTypes',
    listsWhole: true,
    summary: 'List the types of events',
    description: 'Returns all types of events with their fields and a sample of each.',
    responses: {
      200: {
        description: 'The types of events.',
        schema: Joi.object({ items: itemsOf(eventTypeSchema) }),
        example: { items: [presentType('job.completed')] },
      },
    },
    handle: () => Promise.resolve({ status: 200, body: { items: eventTypes.map(presentType) } }),
  })
}

function namesIn(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null
  const names = text.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '')
}
