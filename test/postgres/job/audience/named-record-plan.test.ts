import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Database } from '../../../../src/adapters/postgres/database.ts'
import { PostgresJobStarter } from '../../../../src/adapters/postgres/job/job-starter.ts'
import { digest } from '../../../../src/adapters/security/secret.ts'
import { plainRequest } from '../../../../src/domain/job/audience/trigger-request.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { TriggerSpinner } from '../../../../src/use-cases/job/trigger-spinner.ts'
import { type Api, createApi, leads } from '../../../support/api.ts'
import { until } from '../../../support/until.ts'
import { createWorld, type World } from '../../../support/world.ts'

const named = 800

describe('the named records of a spinner, if plans are made while the table is small,', () => {
  let world: World
  let other: Database

  beforeEach(async () => {
    world = await createWorld()
    const { sql, demo, databaseUrl } = world
    await sql.query(
      `insert into records (data_table_id, id, data) select $1, n, '{}' from generate_series(1, 20) n`,
      [demo.dataTableId],
    )
    await sql.query(
      `insert into explicit_records (spinner_id, record_id, taken_seq, job_id)
       select $1, n, 0, gen_random_uuid() from generate_series(1, ${named}) n`,
      [demo.spinnerId],
    )
    other = new Database({ url: databaseUrl, poolSize: 1 })
  })
  afterEach(() => world.close())

  it('are not all read by a trigger by ids', async () => {
    const { container, clock, demo } = world
    await expectFewReads(() =>
      new PostgresJobStarter(other, clock).start(
        {
          jobId: container.get(Ids).next(),
          caller: { kind: 'apiKey', digest: digest(demo.apiKey) },
          spinnerId: demo.spinnerId,
          idempotency: null,
        },
        {
          version: 1,
          startsAt: null,
          data: null,
          maxRecipients: null,
          audience: {
            kind: 'named',
            recordIds: Array.from({ length: 20 }, (_, index) => String(index + 1)),
            left: { excluded: [], unknown: [] },
            isUnchecked: false,
            schemaVersion: null,
          },
        },
      ),
    )
    const { rows } = await world.sql.query('select record_id from explicit_record_other_jobs')
    expect(rows).toHaveLength(20)
  })

  it('are not all read when a cancelled job returns the records of a slice', async () => {
    const { sql, demo, container } = world
    const job = container.get(Ids).next()
    await sql.query(
      `insert into audience_parts (job_id, slice, spinner_id, record_ids, records)
       values ($1, 1, $2, array(select n from generate_series(1, 20) n), 20)`,
      [job, demo.spinnerId],
    )
    await expectFewReads(() =>
      other.write(
        {
          name: 'exclude_explicit_from_released',
          text: 'select exclude_explicit_from_released(p_spinner => $1, p_job => $2, p_slice => 1)',
        },
        [demo.spinnerId, job],
      ),
    )
  })

  /** Expects that a call in a new connection uses the primary key of the table, and reads few rows by its other index. */
  async function expectFewReads(call: () => Promise<unknown>): Promise<void> {
    const before = await readsOf('explicit_records_by_seq')
    const { scans } = await readsOf('explicit_records_pkey')
    try {
      await call()
    } finally {
      // Closes the connection, because PostgreSQL then counts what the connection has read.
      await other.close()
    }
    await until(async () => (await readsOf('explicit_records_pkey')).scans > scans)
    expect((await readsOf('explicit_records_by_seq')).rows - before.rows).toBeLessThan(named)
  }

  async function readsOf(index: string): Promise<{ readonly scans: number; readonly rows: number }> {
    const { rows } = await world.sql.query<{ scans: number; rows: number }>(
      `select idx_scan::int as scans, idx_tup_read::int as rows from pg_stat_user_indexes where indexrelname = $1`,
      [index],
    )
    const [row] = rows
    if (row === undefined) throw new Error(`There is no index ${index}`)
    return row
  }
})

describe('the named records of a spinner', () => {
  let world: World
  let api: Api

  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterEach(() => world.close())

  it('are deleted by a later job if their job has ended and none had to skip them', async () => {
    const { container, demo, sql } = world
    await api.ingest(leads(2))
    const { rows } = await sql.query<{ id: string }>('select id from records')
    const audience = { kind: 'recordIds', ids: rows.map(({ id }) => id) } as const
    const caller = { kind: 'apiKey', digest: digest(demo.apiKey) } as const
    const request = { ...plainRequest, audience }
    const command = { caller, spinnerId: demo.spinnerId, idempotency: null, request }
    await container.get(TriggerSpinner).execute(command)
    await sql.query('select exclude_existing_records(p_spinner => $1)', [demo.spinnerId])
    await sql.query("update jobs set status = 'completed', finished_at = now()")
    await api.ingest(leads(1, 2))
    await api.trigger()
    expect((await sql.query('select record_id from explicit_records')).rows).toEqual([])
  })

  it('are skipped by the next job over new records within seconds, also if there are 30,000', async () => {
    const { demo, sql } = world
    await api.ingest(leads(1))
    await sql.query(
      `insert into explicit_records (spinner_id, record_id, taken_seq, job_id)
       select $1, n * 512, 0, gen_random_uuid() from generate_series(100, 30099) n`,
      [demo.spinnerId],
    )
    await sql.query(
      `insert into appends (data_table_id, seq, first_id, count, request_id, created_at)
       select $1, n, n * 512, 1, 'many', now() from generate_series(100, 30099) n`,
      [demo.dataTableId],
    )
    await sql.query('update data_tables set last_seq = 30099, appended = appended + 30000 where id = $1', [
      demo.dataTableId,
    ])
    // Compared with each other, the records and the parts of the ledger took longer than the time-out of 20 s.
    const { body } = await api.trigger()
    const { rows } = await sql.query('select from_records::int as skipped from jobs where id = $1', [
      body['jobId'],
    ])
    expect(rows).toEqual([{ skipped: 30_000 }])
  })
})
