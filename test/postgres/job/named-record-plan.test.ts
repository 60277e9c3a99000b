import { expect, it } from '@jest/globals'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresJobStarter } from '../../../src/adapters/postgres/job/job-starter.ts'
import { digest } from '../../../src/adapters/security/secret.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { RecordKeys } from '../../../src/ports/table/record-keys.ts'
import { until } from '../../support/until.ts'
import { createPostgresWorld } from '../../support/world.ts'

const named = 800

it('a trigger by ids reads no other named records, even if its plan is made on a small table', async () => {
  const world = await createPostgresWorld()
  const { sql, demo, container, clock, databaseUrl } = world
  await sql.query(
    `insert into records (data_table_id, id, data) select $1, n, '{}' from generate_series(1, 20) n`,
    [demo.dataTableId],
  )
  await sql.query(
    `insert into named_records (spinner_id, record_id, taken_seq, job_id)
     select $1, 1000 + n, 0, gen_random_uuid() from generate_series(1, ${named}) n`,
    [demo.spinnerId],
  )
  const before = await readsOf('named_records_by_seq')
  const scans = (await readsOf('named_records_pkey')).scans

  const other = new Database({ url: databaseUrl, poolSize: 1 })
  await new PostgresJobStarter(other, clock, container.get(RecordKeys)).start(
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
      },
    },
  )
  // Closes the connection, because PostgreSQL then counts what the connection has read.
  await other.close()
  await until(async () => (await readsOf('named_records_pkey')).scans > scans)
  expect((await readsOf('named_records_by_seq')).rows - before.rows).toBeLessThan(named)
  await world.close()

  async function readsOf(index: string): Promise<{ readonly scans: number; readonly rows: number }> {
    const { rows } = await sql.query<{ scans: number; rows: number }>(
      `select idx_scan::int as scans, idx_tup_read::int as rows from pg_stat_user_indexes where indexrelname = $1`,
      [index],
    )
    const [row] = rows
    if (row === undefined) throw new Error(`There is no index ${index}`)
    return row
  }
})
