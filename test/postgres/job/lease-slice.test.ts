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
})
