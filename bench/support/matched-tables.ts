import type pg from 'pg'
import { createService } from '../../src/composition/service.ts'
import { readConfig } from '../../src/config.ts'
import { operator } from '../../src/domain/account/audit/actor.ts'
import { createLogger } from '../../src/operation/process/logger.ts'
import { ChangeDataTable } from '../../src/use-cases/table/change-data-table.ts'
import type { Arena } from './arena.ts'

export interface Tables {
  /**
   * The ids of two tables with the same records. The table `matched` has a match column, and `plain` has
   * none.
   */
  readonly plain: string
  readonly matched: string
  /** The seconds that it took to set the match column of a table full of records. */
  readonly seconds: number
}

// Inserts records into a data table in blocks of 500, each with an entry in the ledger, as appends by the API
// do.
const fill = `
  with blocks as materialized (
    select n, nextval('record_blocks') as first_id from generate_series(1, $2::int / 500) n
  ), entered as (
    insert into appends (data_table_id, seq, first_id, count, request_id, created_at)
    select $1, n, first_id, 500, 'bench', now() from blocks
  ), stored as (
    insert into records (data_table_id, id, data)
    select $1, b.first_id + i, jsonb_build_object('name', 'Person', 'phone', '+1 202 555 0100', 'account_id', 'A',
                                                  'email', 'person' || lpad(((b.n - 1) * 500 + i)::text, 9, '0') || '@example.com')
      from blocks b cross join generate_series(0, 499) i
  )
  update data_tables set last_seq = $2::int / 500, appended = $2 where id = $1`

export async function matchedTables(arena: Arena, records: number): Promise<Tables> {
  const { database, demo, environment } = arena
  const plain = await copyOf(database, demo.dataTableId)
  const matched = await copyOf(database, demo.dataTableId)
  for (const table of [plain, matched]) await database.query(fill, [table, records])
  await database.query('vacuum analyze records')
  const config = readConfig(environment)
  const { container, close } = createService(
    config,
    environment['DATABASE_URL'] ?? '',
    createLogger('silent'),
  )
  const started = performance.now()
  await container.get(ChangeDataTable).execute(
    {
      organizationId: demo.organizationId,
      dataTableId: matched,
      changes: { match: { columns: ['email'], onMatch: 'update', newerBy: null } },
      mergesDuplicates: false,
      revision: null,
      requestId: 'bench',
      by: operator,
    },
    () => Promise.resolve(),
  )
  const seconds = (performance.now() - started) / 1000
  await close()
  await database.query('vacuum analyze record_keys')
  await database.query('checkpoint')
  return { plain, matched, seconds }
}

async function copyOf(database: pg.Client, table: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `insert into data_tables (id, organization_id, project_id, name, columns, missing_columns, schema_version,
                              ingest_token_digest, ingest_token_ciphertext, created_at)
     select gen_random_uuid(), organization_id, project_id, name, columns, missing_columns, 1,
            gen_random_uuid()::text, '', now() from data_tables where id = $1 returning id`,
    [table],
  )
  return rows[0]?.id ?? ''
}
