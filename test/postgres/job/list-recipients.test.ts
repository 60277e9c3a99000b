import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { listRecipients } from '../../../src/adapters/postgres/job/recipients-of-jobs.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { createWorld, type World } from '../../support/world.ts'

const jobId = '01999999-0000-7000-8000-000000000001'
const slices = 40
const firstPage = { limit: 50, after: null }

interface Node {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Node[]
}

describe('the recipients of a job of 20,000, of whom one has failed', () => {
  let world: World

  beforeAll(async () => {
    world = await createWorld()
    const { organizationId, spinnerId, dataTableId } = world.demo
    const { sql } = world
    await sql.query(
      `insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source, status, from_seq,
                         from_records, to_seq, to_records, cut_seq, created_at)
       values ($1, $2, $3, 1, $4, 'api', 'completed', 0, 0, 1, $5::int * 500, 1, now())`,
      [jobId, organizationId, spinnerId, dataTableId, slices],
    )
    await sql.query(
      `insert into recipients (job_id, slice, record_id, status, due_at, updated_at, reason)
       select $1, 1 + n / 500, n, case when n = 15000 then 'failed' else 'done' end, now(), now(),
              case when n = 15000 then 'MISSING_CELL' end
         from generate_series(0, $2::int * 500 - 1) n`,
      [jobId, slices],
    )
    await sql.query(
      `insert into slices (job_id, no, status, due_at, done, failed, reasons)
       select job_id, slice, 'closed', now(), count(*) filter (where status = 'done'), count(*) filter (where status = 'failed'),
              case when bool_or(status = 'failed')
                then '[{"code": "MISSING_CELL", "status": "failed", "count": 1}]'::jsonb end
         from recipients group by job_id, slice`,
    )
    await sql.query('analyze')
  })
  afterAll(() => world.close())

  const looksFor = [
    ['failed', null, 1],
    ['failed', 'MISSING_CELL', 1],
    [null, 'MISSING_CELL', 1],
    ['unconfirmed', null, 0],
    ['pending', null, 0],
  ] as const

  it.each(looksFor)('of state %s and reason %s are found', async (status, reason, found) => {
    const { items } = await world.container.get(JobStore).recipients(jobId, { status, reason }, firstPage)
    expect(items).toHaveLength(found)
  })

  it.each(looksFor)(
    'of state %s and reason %s are searched in their own slices only',
    async (status, reason, _found) => {
      const { rows } = await world.sql.query(`explain (analyze, format json) ${listRecipients.text}`, [
        jobId,
        status,
        0,
        0,
        51,
        reason,
        null,
        null,
        null,
        new Date(),
      ])
      const read = (node: Node): number =>
        (node['Relation Name'] === 'recipients'
          ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
          : 0) + (node.Plans ?? []).reduce((total, one) => total + read(one), 0)
      expect(read(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThanOrEqual(500)
    },
  )

  it('that a worker holds are listed before they are counted', async () => {
    await world.sql.query(
      'update slices set failed = 0, reasons = null, lease_holder = gen_random_uuid() where failed > 0',
    )
    const filter = { status: 'failed', reason: 'MISSING_CELL' } as const
    const { items } = await world.container.get(JobStore).recipients(jobId, filter, firstPage)
    expect(items.map(({ recordId }) => recordId)).toEqual(['15000'])
  })
})
