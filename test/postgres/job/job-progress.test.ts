import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { createWorld, type World } from '../../support/world.ts'

const jobId = '01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d'
const slices = 1_000
const perSlice = 100

/**
 * Tests how many database pages are read to show the progress of a large job, on tables that grew before
 * PostgreSQL had statistics of them.
 */
describe('the progress of a job of 100,000 recipients', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
    await pagesRead()
    const { organizationId, spinnerId, dataTableId } = world.demo
    await world.sql.query(
      `insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source, status, from_seq,
                         from_records, to_seq, to_records, cut_seq, created_at, started_at, finished_at)
       values ($1, $2, $3, 1, $4, 'api', 'completed', 0, 0, $5, $6, $5, now(), '2026-11-20 09:00Z', '2026-11-20 10:00Z')`,
      [jobId, organizationId, spinnerId, dataTableId, slices, slices * perSlice],
    )
    // In the test's job, twice as many recipients finish in the second half of the hour as in the first.
    await world.sql.query(
      `insert into recipients (job_id, slice, record_id, status, due_at, updated_at)
       select $1, s, s * 512 + r, case when r = 0 then 'failed' else 'done' end, now(),
              timestamptz '2026-11-20 09:00Z'
                + interval '1 hour' * (case when s < 333 then s / 666.0 else 0.5 + (s - 333) / 1334.0 end)
         from generate_series(1, ${slices}) s, generate_series(0, ${perSlice - 1}) r
        order by s, r`,
      [jobId],
    )
    await world.sql.query(
      `insert into slices (job_id, no, status, due_at, done, failed)
       select $1, s, 'closed', now(), ${perSlice - 1}, 1 from generate_series(1, ${slices}) s`,
      [jobId],
    )
  })
  afterAll(() => world.close())

  async function pagesRead(): Promise<number> {
    const { rows } = await world.sql.query(
      `explain (analyze, buffers, format json) select * from settled_over_time('${jobId}', 100, 100, now())`,
    )
    const plan = rows[0]['QUERY PLAN'][0].Plan
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  }

  it('is estimated from a tenth of them, to within one percent, and ends with the exact counts', async () => {
    const queries = world.container.get(JobStore)
    const job = await queries.find(world.demo.organizationId, jobId)
    if (job === null) throw new Error('The job is there')
    const { points, isEstimate } = await queries.progress(job)
    const half = points.find(({ at }) => at.getTime() >= Date.UTC(2026, 10, 20, 9, 30))
    const total = slices * perSlice
    expect(Math.abs((half?.finished ?? 0) - total / 3)).toBeLessThanOrEqual(total / 50)
    expect(points.at(-1)).toMatchObject({ total, finished: total, done: total - slices, failed: slices })
    expect([isEstimate, points.length]).toEqual([true, 101])
  })

  it('reads fewer pages of the database than the recipients have', async () => {
    const { rows } = await world.sql.query<{ pages: number }>(
      "select pg_relation_size('recipients') / current_setting('block_size')::int as pages",
    )
    expect(await pagesRead()).toBeLessThan(Number(rows[0]?.pages) / 2)
  })
})
