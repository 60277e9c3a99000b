import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresSlices } from '../../../src/adapters/postgres/job/slices.ts'
import { settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import { PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { Sealing } from '../../../src/ports/sealing.ts'
import { type Api, createApi, leads } from '../../support/api.ts'
import { programOfLength } from '../../support/program.ts'
import { until, untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const leaseSlice =
  'select * from lease_slice(p_job => $1, p_holder => $2, p_seconds => 60, p_connection => null, p_now => now())'
const [firstHolder, secondHolder] = [
  '01936f51-0000-7000-8000-000000000001',
  '01936f51-0000-7000-8000-000000000002',
]

describe('a slice while it is leased', () => {
  let world: World
  let api: Api
  let jobId: string
  let sessions: readonly [pg.Client, pg.Client]

  beforeEach(async () => {
    world = await createWorld()
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
      const { rows: lists } = await world.sql.query('select records::int as count from audience_parts')
      const { rows: jobs } = await world.sql.query('select first_explicit_ids from jobs where id = $1', [
        named,
      ])
      return { others: lists.map((list) => list.count), ofJob: jobs[0]?.first_explicit_ids }
    }
    expect(await stored()).toEqual({ others, ofJob: recordIds.slice(0, 500) })
    const { rows } = await sessions[0].query(leaseSlice, [named, firstHolder])
    expect(rows.slice(1).map((row) => row.record_id)).toEqual(recordIds.slice(0, 500))
    expect(await stored()).toEqual({ others, ofJob: null })
  })

  it('gets the outcomes of sent messages, although another transaction holds it longer than the lock time-out', async () => {
    const database = new Database({ url: world.databaseUrl, poolSize: 1 })
    try {
      await database.withConnection((connection) => connection.query('set lock_timeout = 100'))
      const { container } = world
      const digests = container.get(PersonDigests)
      const slices = new PostgresSlices(database, world.clock, container.get(Sealing), digests)
      const lease = { holder: firstHolder, seconds: 60 }
      const slice = await slices.take(jobId, lease)
      if (slice === null) throw new Error('A slice was expected')
      const marks = slice.recipients.map(({ recordId }) => ({ recordId, step: 0, address: null }))
      await slices.settleAndMark(slice, lease, [], marks)
      const [, other] = sessions
      await other.query('begin')
      await other.query('select from slices where job_id = $1 for update', [jobId])
      const program = programOfLength(1)
      const sent = marks.map((mark) => settleStep({ ...mark, attempts: 0 }, { kind: 'sent' }, program, 0))
      const settling = slices.settleAndMark(slice, lease, sent, [])
      settling.catch(() => {})
      await untilLocksAreAwaited(world.sql)
      const lockWaits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await until(async () => (await world.sql.query(lockWaits)).rowCount === 0)
      await other.query('commit')
      expect(await settling).toMatchObject({ wasJobRunning: true })
      await slices.release(slice, lease)
      const { rows } = await world.sql.query('select done, unconfirmed from slices where no = $1', [slice.no])
      expect(rows).toEqual([{ done: 500, unconfirmed: 0 }])
    } finally {
      await database.close()
    }
  })
})
