import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Slices } from '../../src/ports/job/slices.ts'
import { type Api, createApi, lead, leads } from '../support/api.ts'
import { scrape } from '../support/metrics.ts'
import { createPostgresWorld, type PostgresWorld } from '../support/world.ts'

describe('metrics of the database', () => {
  let world: PostgresWorld
  let api: Api

  beforeEach(async () => {
    world = await createPostgresWorld([], 2)
    api = await createApi(world)
  })
  afterEach(() => world.close())

  it('show how the pool is used', async () => {
    const held = await world.database.knex.client.acquireConnection()
    const series = await scrape(api.url)
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
    const asked = performance.now()
    const series = await scrape(api.url)
    expect(performance.now() - asked).toBeLessThan(4_500)
    expect(series.get('spindle_database_up')).toBe(0)
    expect(series.get('spindle_database_pool_waiting')).toBe(1)
    expect([...series.keys()].filter((key) => /jobs|slices|oldest|workers/.test(key))).toEqual([])
    expect(series.get('spindle_records_accepted_total{source="apiKey"}')).toBe(1)
    await world.database.knex.client.releaseConnection(held)
    await new Promise((done) => setTimeout(done, 1_050))
    const again = await scrape(api.url)
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
    await Promise.all(Array.from({ length: 20 }, () => scrape(api.url)))
    await scrape(api.url)
    expect(statements).toBe(1)
  })

  it('count due slices that no worker holds, and nothing of cancelled jobs', async () => {
    await api.ingest(leads(3))
    const jobId = String((await api.trigger()).body['jobId'])
    const slices = world.container.get(Slices)
    await slices.take(jobId, { holder: '01936f51-0000-7000-8000-000000000001', seconds: 60 })
    expect((await scrape(api.url)).get('spindle_slices_due')).toBe(0)

    // Ends the lease of the test's slice, as if its runtime had died and no other runtime took over.
    await world.sql.query("update slices set lease_until = now() - interval '1 second'")
    world.clock.advance(300)
    await new Promise((done) => setTimeout(done, 1_050))
    const left = await scrape(api.url)
    expect([left.get('spindle_jobs{status="running"}'), left.get('spindle_slices_due')]).toEqual([1, 1])
    expect(left.get('spindle_oldest_due_seconds')).toBeGreaterThanOrEqual(300)

    await world.sql.query("update jobs set status = 'cancelled'")
    await new Promise((done) => setTimeout(done, 1_050))
    const cancelled = await scrape(api.url)
    expect([cancelled.get('spindle_slices_due'), cancelled.get('spindle_oldest_due_seconds')]).toEqual([0, 0])
  })
})
