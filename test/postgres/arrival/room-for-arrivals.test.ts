import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { provideValue } from '../../../src/composition/provide.ts'
import { ArrivalBounds, rowBytes } from '../../../src/domain/arrival/arrival-bounds.ts'
import type { StoredStatus } from '../../../src/domain/arrival/arrival-status.ts'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import { heldArrival } from '../../support/data/held-arrival.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the room for arrivals of an organization', () => {
  let world: World
  let own: Tenant
  let store: ArrivalStore
  let other: pg.Client
  let no = 0

  beforeEach(async () => {
    world = await createWorld([provideValue(ArrivalBounds, new ArrivalBounds(30, 4 * rowBytes))])
    own = await createTenant(world)
    store = world.container.get(ArrivalStore)
    other = await world.connect()
  })
  afterEach(() => world.close())

  const keep = async (status: StoredStatus) => {
    const arrival = { ...heldArrival(world, own, no++, {}), status }
    expect(await store.keep(arrival, null)).toBe('kept')
    return arrival.id
  }
  const states = async () => {
    const { rows } = await world.sql.query<{ id: string; status: string }>(
      'select id, status from arrivals where organization_id = $1',
      [own.organizationId],
    )
    return new Map(rows.map(({ id, status }) => [id, status]))
  }
  /** Locks arrivals in the test, as an admission does before it stores their new state. */
  const lock = async (...ids: string[]) => {
    await other.query('begin')
    await other.query('select from arrivals where id = any($1) order by id for update', [ids])
  }

  it('is made without waiting for an arrival that is being admitted, which is kept', async () => {
    const [oldest, next, newest] = [await keep('refused'), await keep('refused'), await keep('refused')]
    await lock(oldest)
    const keeping = keep('held')
    await Promise.race([keeping, untilLocksAreAwaited(world.sql)])
    await other.query("update arrivals set status = 'held' where id = $1", [oldest])
    await other.query('commit')
    const held = await keeping
    expect(await states()).toEqual(
      new Map([
        [oldest, 'held'],
        [newest, 'refused'],
        [held, 'held'],
      ]),
    )
    expect((await states()).has(next)).toBe(false)
  })

  it('may be exceeded while all refused arrivals are being admitted, and is made by the next arrival', async () => {
    const refused = [await keep('refused'), await keep('refused'), await keep('refused')]
    await lock(...refused)
    const held = await keep('held')
    expect(new Set((await states()).keys())).toEqual(new Set([...refused, held]))
    await other.query('rollback')
    const another = await keep('held')
    expect(new Set((await states()).keys())).toEqual(new Set([refused[2], held, another]))
  })
})
