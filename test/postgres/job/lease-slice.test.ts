import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { type Api, createApi, leads } from '../../support/api.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createPostgresWorld, type PostgresWorld } from '../../support/world.ts'

const leaseSlice =
  'select * from lease_slice(p_job => $1, p_holder => $2, p_seconds => 60, p_connection => null, p_now => now())'
const [firstHolder, secondHolder] = [
  '01936f51-0000-7000-8000-000000000001',
  '01936f51-0000-7000-8000-000000000002',
]

describe('a slice while it is leased', () => {
  let world: PostgresWorld
  let api: Api
  let jobId: string
  let sessions: readonly [pg.Client, pg.Client]

  beforeEach(async () => {
    world = await createPostgresWorld()
    api = await createApi(world)
    await api.ingest(leads(500))
    await api.ingest(leads(10, 500))
    jobId = String((await api.trigger()).body['jobId'])
    sessions = [await world.connect(), await world.connect()]
  })
  afterEach(async () => {
    await api.close()
    await world.close()
  })

  it.each(['queued', 'running'])(
    'of a job that is %s makes the next worker wait, and is not leased twice',
    async (status) => {
      await world.sql.query('update jobs set status = $1', [status])
      const [one, other] = sessions
      await one.query('begin')
      const first = await one.query(leaseSlice, [jobId, firstHolder])
      const waiting = other.query(leaseSlice, [jobId, secondHolder])
      await untilLocksAreAwaited(world.sql)
      await one.query('commit')
      const second = await waiting
      expect([first, second].map(({ rows }) => [rows[0]?.slice.no, rows.length])).toEqual([
        [1, 501],
        [2, 11],
      ])
    },
  )

  it('is refused if the ledger lacks appends of the job', async () => {
    await world.sql.query('delete from appends')
    await expect(sessions[0].query(leaseSlice, [jobId, firstHolder])).rejects.toThrow(
      'the ledger has not all appends',
    )
    const { rows } = await world.sql.query('select status from jobs')
    expect(rows).toEqual([{ status: 'queued' }])
  })

  it.each([
    [500, []],
    [501, [1]],
  ])('is made of the first 500 of %d named records, which are stored with the job', async (count, others) => {
    const { rows: ids } = await world.sql.query<{ id: string }>(
      'select id from records order by id limit $1',
      [count],
    )
    const recordIds = ids.map(({ id }) => id)
    const named = String((await api.trigger({ json: { recordIds } })).body['jobId'])
    const stored = async () => {
      const { rows: lists } = await world.sql.query('select records::int as count from returned_audiences')
      const { rows: jobs } = await world.sql.query('select first_named_ids from jobs where id = $1', [named])
      return { others: lists.map((list) => list.count), ofJob: jobs[0]?.first_named_ids }
    }
    expect(await stored()).toEqual({ others, ofJob: recordIds.slice(0, 500) })
    const { rows } = await sessions[0].query(leaseSlice, [named, firstHolder])
    expect(rows.slice(1).map((row) => row.record_id)).toEqual(recordIds.slice(0, 500))
    expect(await stored()).toEqual({ others, ofJob: null })
  })
})
