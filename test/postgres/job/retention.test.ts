import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { ClearEndedJobs, ClearEndedJobsOptions } from '../../../src/use-cases/job/clear-ended-jobs.ts'
import { type Api, createApi, leads } from '../../support/api.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the retention of recipients', () => {
  let world: World
  let api: Api

  beforeEach(async () => {
    world = await createWorld([provideValue(ClearEndedJobsOptions, new ClearEndedJobsOptions(90))])
    world.clock.follow()
    api = await createApi(world)
  })
  afterEach(() => world.close())

  /** Runs a job of this number of slices for the test, and sets the time of its end this number of days back. */
  async function ended(slices: number, days: number): Promise<string> {
    for (let no = 0; no < slices; no++) await api.ingest(leads(500, days * 10_000 + no * 500))
    const jobId = String((await api.trigger()).body['jobId'])
    await world.drain()
    await world.sql.query(
      'update jobs set finished_at = finished_at - make_interval(days => $2) where id = $1',
      [jobId, days],
    )
    return jobId
  }

  async function left(jobId: string): Promise<Record<string, number>> {
    const tables = ['recipients', 'message_results', 'captured_messages', 'slices']
    const counts = tables.map((table) => `(select count(*) from ${table} where job_id = $1)::int as ${table}`)
    const { rows } = await world.sql.query<Record<string, number>>(`select ${counts.join(', ')}`, [jobId])
    return rows[0] ?? {}
  }

  const counts = async (jobId: string) => (await api.job(jobId)).body['counts']
  const run = () => world.container.get(ClearEndedJobs).execute(new AbortController().signal)

  it('deletes everything that a job wrote about its recipients, and nothing of a job that ended later', async () => {
    const [old, recent] = [await ended(5, 91), await ended(1, 89)]
    const before = [await counts(old), await counts(recent)]
    expect(await left(old)).toEqual({
      recipients: 2500,
      message_results: 2500,
      captured_messages: 2500,
      slices: 5,
    })
    await run()
    expect(await left(old)).toEqual({ recipients: 0, message_results: 0, captured_messages: 0, slices: 5 })
    expect(await left(recent)).toEqual({
      recipients: 500,
      message_results: 500,
      captured_messages: 500,
      slices: 1,
    })
    expect([await counts(old), await counts(recent)]).toEqual(before)
    expect(before[0]).toMatchObject({ total: 2500, done: 2500 })
  })

  it('works in small parts, and the job looks the same between them', async () => {
    const jobId = await ended(5, 91)
    const before = await counts(jobId)
    const endedJobs = world.container.get(JobStore)
    const seen: number[] = []
    let last = { recipients: 2500, captured_messages: 2500 } as Record<string, number>
    while (await endedJobs.clearEnded(new Date())) {
      const now = await left(jobId)
      seen.push(...['recipients', 'captured_messages'].map((table) => (last[table] ?? 0) - (now[table] ?? 0)))
      last = now
      expect(await counts(jobId)).toEqual(before)
    }
    expect(Math.max(...seen)).toBe(2_000)
    expect(last).toMatchObject({ recipients: 0, message_results: 0, captured_messages: 0 })
  })

  it('is done by many processes at once without blocking', async () => {
    const jobs = [await ended(1, 91), await ended(1, 92), await ended(1, 93)]
    await Promise.all([run(), run(), run()])
    for (const jobId of jobs) expect(await left(jobId)).toMatchObject({ recipients: 0, captured_messages: 0 })
  })

  it('does not let a worker that resumes late count deleted recipients', async () => {
    const jobId = await ended(1, 91)
    const before = await counts(jobId)
    const sleeper = '01936f51-0000-7000-8000-000000000001'
    await world.sql.query('update slices set lease_holder = $1, lease_until = now()', [sleeper])
    await run()
    await world.sql.query('select release_slice(p_job => $1, p_slice => 1, p_holder => $2, p_now => now())', [
      jobId,
      sleeper,
    ])
    expect(await counts(jobId)).toEqual(before)
  })

  it('reads neither deleted jobs of a test organization nor jobs of others to find what its clock makes old', async () => {
    const { sql, demo } = world
    await ended(1, 1)
    const copyJobs = (organization: string, cleared: boolean) =>
      sql.query(
        `insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source, status, cleared,
           from_seq, from_records, to_seq, to_records, cut_seq, created_at, finished_at)
         select gen_random_uuid(), $1, spinner_id, spinner_version, data_table_id, source, status, $2,
           from_seq, from_records, to_seq, to_records, cut_seq, created_at, finished_at
           from (select * from jobs limit 1) j cross join generate_series(1, 1000)`,
        [organization, cleared],
      )
    await copyJobs(demo.organizationId, true)
    await copyJobs('01936f51-0000-7000-8000-000000000001', false)
    await sql.query('update jobs set cleared = true where organization_id = $1', [demo.organizationId])
    await sql.query("insert into test_clocks (organization_id, now) values ($1, now() + interval '1 year')", [
      demo.organizationId,
    ])
    await sql.query('analyze jobs, test_clocks')
    // Sets the numbers of this connection back, which otherwise include what the statements above have read.
    await sql.query('select pg_stat_force_next_flush()')
    const { rows } = await sql.query<{ cleared: boolean; read: number }>(
      `select c.cleared, (idx_tup_fetch + seq_tup_read)::int as read
         from (select clear_old_job(now() - interval '90 days', now(), 4, 2000) offset 0) c(cleared)
        cross join lateral (select * from pg_stat_xact_user_tables where relname = 'jobs' and not c.cleared) s`,
    )
    expect(rows).toEqual([{ cleared: false, read: expect.any(Number) }])
    expect(rows[0]?.read).toBeLessThan(100)
  })

  it('stops between two parts on request', async () => {
    const jobId = await ended(1, 91)
    await world.container.get(ClearEndedJobs).execute(AbortSignal.abort())
    expect(await left(jobId)).toMatchObject({ recipients: 500, captured_messages: 500 })
  })
})
