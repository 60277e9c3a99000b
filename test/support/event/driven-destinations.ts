import type { EventType } from '../../../src/domain/event/event-type.ts'
import { EventStore } from '../../../src/ports/event/events.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { DeliverEvents } from '../../../src/use-cases/event/destinations/deliver-events.ts'
import type { Api, Reply } from '../api.ts'
import type { EventReceiver } from '../servers/event-receiver.ts'
import type { World } from '../world.ts'

// The body of a response, whose type the contract check has compared with the OpenAPI document.
// biome-ignore lint/suspicious/noExplicitAny: tests read fields of many structures
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any

/** The service, the caller and the receiver with which a test drives destinations. */
interface Driven {
  readonly world: World
  readonly api: Api
  readonly organizationId: string
  /** The secret of an API key that manages destinations. Unlike a session, the key does not end during a test. */
  readonly key: string
  readonly receiver: EventReceiver
  /** The faults of the service during deliveries are added here. */
  readonly faults: unknown[]
}

/** Returns the functions with which tests create destinations, write events and deliver them as a runtime does. */
export function drivenDestinations(driven: () => Driven) {
  const call = (method: string, path: string, json?: object): Promise<Reply> => {
    const { api, key } = driven()
    return api.ask(`/api/v1/events/destinations${path}`, { method, key, ...(json && { json }) })
  }
  /** Sends a request for destinations, which must succeed, and returns the body of the response. */
  const ask = async (method: string, path: string, json?: object): Promise<Body> => {
    const { status, body } = await call(method, path, json)
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  const bodies = (): Body[] => driven().receiver.received.map(({ body }) => JSON.parse(body))
  return {
    call,
    ask,
    bodies,
    create: (changes: object = {}): Promise<Body> =>
      ask('POST', '', { url: driven().receiver.url, types: ['record.added'], ...changes }),
    look: (id: string): Promise<Body> => ask('GET', `/${id}`),
    attempts: async (id: string, query = ''): Promise<Body> =>
      (await ask('GET', `/${id}/attempts${query}`)).items,
    /** Returns the ids of the objects of all received events. */
    objects: (): string[] => bodies().flatMap((body) => [body].flat().map(({ object }) => object.id)),
    later: (ms: number): void => {
      const { clock } = driven().world
      clock.set(new Date(clock.now().getTime() + ms).toISOString())
    },
    /** Writes events of one type about objects with these ids. */
    write: async (type: EventType, ids: readonly string[], projectId: string | null = null) => {
      const { world, organizationId } = driven()
      await world.container.get(UnitOfWork).run((tx) =>
        tx.events.add({
          organizationId,
          type,
          projectId,
          data: {},
          events: ids.map((objectId) => ({ objectId, address: `${objectId}@example.com` })),
        }),
      )
      await world.container.get(EventStore).number(organizationId)
    },
    /** Delivers everything that is due, as a runtime does. */
    deliver: async () => {
      const { world, faults } = driven()
      const runtime = world.container.get(DeliverEvents)
      const { signal } = new AbortController()
      while ((await runtime.begin(signal, ({ error }) => faults.push(error))) > 0) await runtime.ended()
    },
  }
}
