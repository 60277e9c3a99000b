import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../src/composition/provide.ts'
import { Slices } from '../../src/ports/job/slices.ts'
import { Timers } from '../../src/ports/timers.ts'
import { type Api, createApi, lead, leads } from '../support/api.ts'
import { metricsOf } from '../support/metrics.ts'
import { FakeTimers } from '../support/time/fake-timers.ts'
import { until } from '../support/until.ts'
import { createWorld, type World } from '../support/world.ts'

/** The milliseconds for which the service caches the metrics that it reads from the database. */
const freshForMs = 1_000

/** The milliseconds that a scrape waits for the database. */
const waitedForMs = 1_000

describe('metrics of the database', () => {
  let world: World
  let api: Api
  let timers: FakeTimers

  beforeEach(async () => {
    timers = new FakeTimers()
    world = await createWorld([provideValue(Timers, timers)], 2)
    api = await createApi(world)
  })
  afterEach(() => world.close())

  it('show how the pool is used', async () => {
    const held = await world.database.knex.client.acquireConnection()
    const series = await metricsOf(world)
    expect(series.get('spindle_database_up')).toBe(1)
    expect(series.get('spindle_database_pool_connections{state="used"}')).toBe(1)
    expect(series.get('spindle_database_pool_connections{state="free"}')).toBe(1)
    expect(series.get('spindle_database_pool_waiting')).toBe(0)
    await world.database.knex.client.releaseConnection(held)
  })

  it('are missing while the database does not answer, and the other metrics remain', async () => {
    await api.ingest([lead(1)])
    // Occupies the database connection that metrics use, in the test; the other of the two connections is
    // reserved for appends.
    const held = await world.database.knex.client.acquireConnection()
    const scraping = metricsOf(world)
    await until(() => world.database.knex.client.pool.numPendingAcquires() === 1)
    timers.advance(waitedForMs)
    const series = await scraping
    expect(series.get('spindle_database_up')).toBe(0)
    // Expects that the scrape did not wait for the database: its query still waits for a connection.
    expect(series.get('spindle_database_pool_waiting')).toBe(1)
    expect([...series.keys()].filter((key) => /jobs|slices|oldest|workers/.test(key))).toEqual([])
    expect(series.get('spindle_records_accepted_total{source="apiKey"}')).toBe(1)
    await world.database.knex.client.releaseConnection(held)
    timers.advance(freshForMs)
    const again = await metricsOf(world)
    expect([again.get('spindle_database_up'), again.get('spindle_jobs{status="queued"}')]).toEqual([1, 0])
  })

  it('query the database once, however many scrape at once', async () => {
    let statements = 0
    const { client } = world.database.knex
    const acquire = client.acquireConnection.bind(client)
    client.acquireConnection = async () => {
      statements++
      return acquire()
    }
    // Stops the time, because a second later the database is queried again.
    const startedAt = timers.elapsedMs()
    timers.elapsedMs = () => startedAt
    await Promise.all(Array.from({ length: 20 }, () => metricsOf(world)))
    await metricsOf(world)
    expect(statements).toBe(1)
  })

  it('count due slices that no worker holds, and nothing of cancelled jobs', async () => {
    await api.ingest(leads(3))
    const jobId = String((await api.trigger()).body['jobId'])
    const slices = world.container.get(Slices)
    await slices.take(jobId, { holder: '01936f51-0000-7000-8000-000000000001', seconds: 60 })
    expect((await metricsOf(world)).get('spindle_slices_due')).toBe(0)

    // Ends the lease of the test's slice, as if its runtime had died and no other runtime took over.
    await world.sql.query("update slices set lease_until = now() - interval '1 second'")
    world.clock.advance(300)
    timers.advance(freshForMs)
    const left = await metricsOf(world)
    expect([left.get('spindle_jobs{status="running"}'), left.get('spindle_slices_due')]).toEqual([1, 1])
    expect(left.get('spindle_oldest_due_seconds')).toBeGreaterThanOrEqual(300)

    await world.sql.query("update jobs set status = 'cancelled'")
    timers.advance(freshForMs)
    const cancelled = await metricsOf(world)
    expect([cancelled.get('spindle_slices_due'), cancelled.get('spindle_oldest_due_seconds')]).toEqual([0, 0])
  })
})
