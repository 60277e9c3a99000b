import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Database } from '../../src/adapters/postgres/database.ts'
import { PostgresPace } from '../../src/adapters/postgres/job/pace.ts'
import { PostgresServiceState } from '../../src/adapters/postgres/job/service-state.ts'
import { SystemClock } from '../../src/adapters/system/system-clock.ts'
import { SystemTimers } from '../../src/adapters/system/system-timers.ts'
import { provideValue } from '../../src/composition/provide.ts'
import { ServiceState } from '../../src/ports/service-state.ts'
import { Pace, Timers } from '../../src/ports/timers.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { FakeTimers } from '../support/time/fake-timers.ts'
import { createWorld, type World } from '../support/world.ts'

describe('ServiceState, Pace', () => {
  let world: World
  const timers = new FakeTimers()
  beforeAll(async () => {
    world = await createWorld([provideValue(Timers, timers)])
  })
  afterAll(() => world.close())

  it('report no problem if everything is available', async () => {
    expect(await world.container.get(ServiceState).missing()).toBeNull()
  })

  it('count the used connections during a transaction', async () => {
    const database = world.container.get(ServiceState)
    const before = database.connectionUse()
    const during = await world.container.get(UnitOfWork).run(async () => database.connectionUse())
    expect(during).toMatchObject({ used: (before?.used ?? 0) + 1, waiting: 0 })
    expect(database.connectionUse()).toMatchObject({ used: before?.used, free: expect.any(Number) })
  })

  it('let simultaneous operations finish without waiting, whenever they began', async () => {
    const pace = world.container.get(Pace)
    for (const begunAt of [timers.elapsedMs(), 0, timers.elapsedMs() + 60_000])
      await pace.pauseForRequests(begunAt)
    expect(timers.slept).toEqual([])
  })
})

describe('ServiceState and Pace without a database', () => {
  it('report a missing migration and an unreachable database, and delay nothing', async () => {
    const world = await createWorld()
    const database = world.container.get(ServiceState)
    await world.sql.query('alter table schema_files rename to elsewhere')
    expect(await database.missing()).toBe('The database is not migrated')
    await world.close()

    const nowhere = new Database({ url: 'postgres://127.0.0.1:1/nowhere', poolSize: 1 })
    expect(await new PostgresServiceState(nowhere, new SystemClock()).missing()).toBe(
      'The database cannot be reached',
    )
    await new PostgresPace(nowhere, new SystemTimers()).pauseForRequests(performance.now())
    await nowhere.close()
  })
})
