import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { AllowedPrivateHosts } from '../../../src/adapters/channels/allowed-private-hosts.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { type Event, eventsOf } from '../../../src/domain/event/event.ts'
import { movesOf } from '../../../src/operation/cells/move-organization.ts'
import { EventStore } from '../../../src/ports/event/events.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'

import { DeliverEvents } from '../../../src/use-cases/event/destinations/deliver-events.ts'
import { Destinations } from '../../../src/use-cases/event/destinations/destinations.ts'
import { EventMaintenance } from '../../../src/use-cases/event/event-maintenance.ts'

import { type Api, createApi } from '../../support/api.ts'
import { type EventReceiver, startEventReceiver } from '../../support/servers/event-receiver.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const type = 'record.added'
const now = '2026-11-20T12:00:00.000Z'

describe('the events of an organization that moves to another cell', () => {
  let here: World
  let there: World
  let far: Api
  let tenant: Tenant
  let receiver: EventReceiver
  let faults: unknown[]

  beforeAll(async () => {
    const allowed = [provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(['127.0.0.1']))]
    ;[here, there] = [await createWorld(allowed), await createWorld(allowed)]
    far = await createApi(there)
    // Encrypts a secret in the other cell, because a move is refused if that cell has never used the key.
    await subscribe(there, await createTenant(there), 'https://example.com/')
  })
  afterAll(async () => {
    await here.close()
    await there.close()
  })
  beforeEach(async () => {
    for (const { clock } of [here, there]) clock.set(now)
    tenant = await createTenant(here, { keyScopes: ['ingest', 'events:read', 'events:manage'] })
    const plan = await here.sql.query('select * from plans where id = $1', [tenant.planId])
    await there.sql.query('insert into plans select (jsonb_populate_record(null::plans, $1)).*', [
      JSON.stringify(plan.rows[0]),
    ])
    receiver = await startEventReceiver()
    faults = []
  })
  afterEach(async () => {
    await receiver.close()
    expect(faults).toEqual([])
  })

  const subscribe = ({ container }: World, { organizationId }: Tenant, url: string) =>
    container.get(Destinations).create(
      { organizationId, projectIds: null, by: operator },
      {
        settings: {
          url,
          types: [type],
          projectId: null,
          spinnerId: null,
          includesAddresses: false,
          batchesEvents: false,
        },
        now: new Date(now),
      },
    )
  /** Writes events without numbers. */
  const write = ({ container }: World, ...ids: string[]) =>
    container.get(UnitOfWork).run((tx) =>
      tx.events.add({
        organizationId: tenant.organizationId,
        type,
        projectId: null,
        data: {},
        events: ids.map((objectId) => ({ objectId })),
      }),
    )
  /** Numbers events and delivers everything that is due, as a runtime does. */
  const work = async ({ container }: World) => {
    await container.get(EventMaintenance).number()
    const runtime = container.get(DeliverEvents)
    const { signal } = new AbortController()
    while ((await runtime.begin(signal, ({ error }) => faults.push(error))) > 0) await runtime.ended()
  }
  const move = () =>
    movesOf(here.container).execute({
      organizationId: tenant.organizationId,
      to: there.databaseUrl,
      cell: 'us2',
      from: null,
      url: null,
      refusedSeconds: 10,
      drainSeconds: 30,
      by: operator,
      tell: () => {},
      tellProxy: async () => {},
    })
  const objects = (): string[] => receiver.received.map(({ body }) => JSON.parse(body).object.id)
  const stored = async ({ container }: World): Promise<readonly Event[]> => {
    const { organizationId } = tenant
    const wanted = { organizationId, types: [type], after: 0, most: 1_000 } as const
    return (await container.get(EventStore).batches(wanted)).flatMap(eventsOf)
  }

  it('are delivered there from the same position, with their retries and secrets, and no longer here', async () => {
    const { organizationId } = tenant
    const reach = { organizationId, projectIds: null }
    const { id: destinationId, secret: former } = await subscribe(here, tenant, receiver.url)
    receiver.answer = ({ body }) => (body.includes('failed') ? { status: 500 } : {})
    await write(here, 'first', 'failed')
    await work(here)
    expect(objects()).toEqual(['first', 'failed'])
    const rotation = { ...reach, destinationId, graceSeconds: 3_600, by: operator, now: new Date(now) }
    const { secret } = await here.container.get(Destinations).rotateSecret(rotation, rotation)
    await write(here, 'without a number')
    const before = await stored(here)

    expect(await move()).toMatchObject({ refusedMs: expect.any(Number) })
    here.clock.set('2026-11-20T12:00:10.000Z')
    await work(here)
    expect(objects()).toEqual(['first', 'failed'])

    receiver.answer = () => ({})
    there.clock.set('2026-11-20T12:00:10.000Z')
    await work(there)
    expect(objects().slice(2).toSorted()).toEqual(['failed', 'without a number'])
    for (const { body, headers } of receiver.received.slice(2))
      for (const key of [secret, former])
        expect(new Webhook(key).verify(body, headers as Record<string, string>)).toBeDefined()
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids.filter((id) => id === ids[1])).toHaveLength(2)

    there.clock.set('2026-11-20T11:00:00.000Z')
    await write(there, 'later')
    const ask = (path: string) => far.ask(`/api/v1/events${path}`, { key: tenant.secrets.apiKey })
    const { body: feed } = await ask(`?since=${before[0]?.id}`)
    const items = feed['items'] as readonly Event[]
    expect(items.map(({ object }) => object.id)).toEqual(['failed', 'without a number', 'later'])
    expect(items[0]?.id).toBe(before[1]?.id)
    const { body: attempts } = await ask(`/destinations/${destinationId}/attempts`)
    expect(attempts['items']).toHaveLength(4)
  })

  it('are not delivered on by a runtime that sends one at the beginning of the move', async () => {
    await subscribe(here, tenant, receiver.url)
    let answer = () => {}
    const answered = new Promise<void>((done) => {
      answer = done
    })
    receiver.answer = async () => {
      await answered
      return {}
    }
    await write(here, '1', '2', '3')
    const working = work(here)
    await until(() => receiver.received.length === 1)
    const moving = move()
    await until(async () => {
      const { rows } = await here.sql.query(
        'select from organization_departures where organization_id = $1',
        [tenant.organizationId],
      )
      return rows.length === 1
    })
    answer()
    await Promise.all([working, moving])
    expect(objects()).toEqual(['1'])
    await work(there)
    expect(objects()).toEqual(['1', '2', '3'])
  })

  it('are complete, also if a runtime gives them numbers during the move', async () => {
    const { organizationId } = tenant
    await here.container.get(EventStore).ask(organizationId, [type], new Date('2100-01-01'))
    const ids = Array.from({ length: 60 }, (_, index) => String(index).padStart(2, '0'))
    for (const id of ids) await write(here, id)
    const stop = new AbortController()
    const numbering = (async () => {
      while (!stop.signal.aborted) await here.container.get(EventMaintenance).number()
    })()
    expect(await move()).toMatchObject({ refusedMs: expect.any(Number) })
    stop.abort()
    await numbering
    await write(there, 'later')
    await there.container.get(EventStore).number(organizationId)
    expect((await stored(there)).map(({ object }) => object.id)).toEqual([...ids, 'later'])
    const left = `select from events where organization_id = $1 union all select from new_events where organization_id = $1`
    expect((await here.sql.query(left, [organizationId])).rows).toEqual([])
  })
})
