import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi, lead, leads } from '../../support/api.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a trigger', () => {
  let world: World
  let api: Api

  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterEach(() => world.close())

  /** Makes the test's database fail whenever a row of this table is written. */
  async function failOn(table: string): Promise<void> {
    await world.sql.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'injected'; end $$;
      create trigger injected before insert or update on ${table} for each row execute function fail()`)
  }

  it.each(['idempotency_keys', 'jobs', 'meter_usage'])(
    'leaves neither job nor wake-up when the write of %s fails',
    async (table) => {
      await api.ingest(leads(3))
      await failOn(table)
      const { status, body } = await api.trigger({ headers: { 'idempotency-key': 'injected' } })
      expect([status, body['code']]).toEqual([500, 'INTERNAL'])
      expect(JSON.stringify(body)).not.toContain('injected')
      expect([await world.inspect.jobs(), await world.inspect.turns()]).toEqual([[], []])
      expect(await world.inspect.used(world.demo.organizationId, 'jobs', '2026-11')).toBe(0)

      await world.sql.query(`drop trigger injected on ${table}`)
      const again = await api.trigger({ headers: { 'idempotency-key': 'injected' } })
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null])
      await world.drain()
      expect((await api.job(String(again.body['jobId']))).body).toMatchObject({
        counts: { total: 3, done: 3 },
      })
    },
  )

  it('never takes a record twice and never omits one while 8 trigger and 8 ingest at once', async () => {
    await Promise.all([
      ...Array.from({ length: 8 }, async (_, client) => {
        for (let turn = 0; turn < 10; turn++) await api.ingest([lead(client * 10 + turn)])
      }),
      ...Array.from({ length: 8 }, async () => {
        for (let turn = 0; turn < 5; turn++) await api.trigger()
      }),
    ])
    await api.trigger()
    await world.drain()
    const addresses = (await world.inspect.outbox()).map(({ to }) => to)
    expect(addresses).toHaveLength(80)
    expect(new Set(addresses)).toEqual(new Set(leads(80).map(({ email }) => email)))
    const jobs = (await world.inspect.jobs()).toSorted((a, b) => a.toSeq - b.toSeq || a.fromSeq - b.fromSeq)
    expect(jobs.map(({ fromSeq }) => fromSeq)).toEqual([0, ...jobs.slice(0, -1).map(({ toSeq }) => toSeq)])
  })

  it('takes every record that was acknowledged before it', async () => {
    for (let turn = 0; turn < 20; turn++) {
      await Promise.all(Array.from({ length: 5 }, (_, index) => api.ingest([lead(turn * 5 + index)])))
      const { body } = await api.trigger()
      const { body: job } = await api.job(String(body['jobId']))
      expect(job).toMatchObject({ counts: { total: 5 } })
    }
  })

  it('is refused completely when 20 compete for the last 3 jobs of the plan', async () => {
    await world.inspect.change({ used: { meter: 'jobs', period: '2026-11', amount: 497 } })
    const replies = await Promise.all(Array.from({ length: 20 }, () => api.trigger()))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(replies.filter(({ status }) => status === 402)).toHaveLength(17)
    expect((await world.inspect.jobs()).length).toBe(3)
    expect((await world.inspect.turns()).length).toBe(1)
  })
})
