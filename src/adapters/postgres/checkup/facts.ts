import pg from 'pg'
import { sqlState } from '../faults.ts'
import {
  type AppliedFile,
  compareSchema,
  findAppliedFiles,
  type SchemaComparison,
} from '../schema/applied-file.ts'
import { thisRelease } from '../schema/release.ts'
import { connectionTo } from '../servers.ts'

/** Facts about a database that an operator may have to act on. */
export interface DatabaseFacts {
  /** The version of PostgreSQL as a number, such as 180004. */
  readonly version: number
  readonly settings: Readonly<Record<string, string>>
  readonly isStandby: boolean
  /** The milliseconds by which the database's clock is ahead of this machine's; negative if it is behind. */
  readonly clockAheadMs: number
  readonly isPooled: boolean
  readonly isSuperuser: boolean
  readonly connections: number
  readonly runtimes: number
  readonly longTransactions: readonly LongTransaction[]
  readonly slots: readonly Slot[]
  readonly preparedTransactions: number
  readonly deadRows: readonly DeadRows[]
  readonly invalidIndexes: readonly string[]
  readonly archiveFailed: boolean
  readonly bytes: number
  /** How the schema of the database compares with this version of Spindle; null if the database has none. */
  readonly standing: SchemaComparison | null
}

interface LongTransaction {
  readonly pid: number
  readonly application: string
  readonly seconds: number
}

interface Slot {
  readonly name: string
  readonly active: boolean
  /** The size in bytes of the write-ahead log that PostgreSQL keeps for the replication slot. */
  readonly bytes: number
}

interface DeadRows {
  readonly table: string
  readonly dead: number
  readonly live: number
}

const settings = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'synchronous_standby_names',
  'max_connections',
  'superuser_reserved_connections',
  'autovacuum',
  'archive_mode',
  'data_checksums',
]
/**
 * Tables whose rows are updated very often. While a snapshot stays open, PostgreSQL keeps all versions of
 * these rows, which makes them slow to read.
 */
const hotTables = ['data_tables', 'meters', 'spinners', 'slices', 'sender_budgets', 'arrival_usage']

export async function factsOf(url: string): Promise<DatabaseFacts> {
  const client = new pg.Client({
    ...connectionTo(url),
    application_name: 'spindle-doctor',
    connectionTimeoutMillis: 10_000,
    query_timeout: 30_000,
  })
  client.on('error', () => {})
  await client.connect()
  const rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>(text, values)).rows
  const one = async <Row extends pg.QueryResultRow>(text: string): Promise<Row> => {
    const [row] = await rows<Row>(text)
    if (row === undefined) throw new Error('One row was expected')
    return row
  }
  try {
    const asked = Date.now()
    const { at } = await one<{ at: string }>('select extract(epoch from clock_timestamp()) * 1000 as at')
    const clockAheadMs = Number(at) - (asked + Date.now()) / 2
    const base = await one<{
      version: number
      pid: number
      is_standby: boolean
      is_superuser: boolean
      connections: number
      runtimes: number
      prepared: number
      archive_failed: boolean
      bytes: string
    }>(
      `select current_setting('server_version_num')::int as version, pg_backend_pid() as pid, pg_is_in_recovery() as is_standby,
              (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
              (select sum(numbackends)::int from pg_stat_database) as connections,
              (select count(distinct application_name || coalesce(client_addr::text, '') || pid)::int from pg_stat_activity
                where datname = current_database() and application_name like 'spindle-runtime %') as runtimes,
              (select count(*)::int from pg_prepared_xacts) as prepared,
              (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) from pg_stat_archiver) as archive_failed,
              pg_database_size(current_database()) as bytes`,
    )
    const told = await rows<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any($1)',
      [settings],
    )
    return {
      version: base.version,
      settings: Object.fromEntries(told.map(({ name, setting }) => [name, setting])),
      isStandby: base.is_standby,
      clockAheadMs,
      // A pooler such as PgBouncer reports another process id to the client than the server has.
      isPooled: (client as unknown as { processID: number | null }).processID !== base.pid,
      isSuperuser: base.is_superuser,
      connections: base.connections,
      runtimes: base.runtimes,
      longTransactions: await rows<LongTransaction>(
        `select pid, coalesce(nullif(application_name, ''), usename, '?') as application,
                extract(epoch from clock_timestamp() - xact_start)::float8 as seconds
           from pg_stat_activity
          where backend_xmin is not null and xact_start < clock_timestamp() - interval '1 minute' and backend_type = 'client backend'
          order by xact_start`,
      ),
      slots: await rows<Slot>(
        `select slot_name as name, active,
                case when pg_is_in_recovery() then 0 else coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0) end::float8 as bytes
           from pg_replication_slots`,
      ),
      preparedTransactions: base.prepared,
      deadRows: await rows<DeadRows>(
        `select relname as "table", n_dead_tup::float8 as dead, n_live_tup::float8 as live from pg_stat_user_tables
          where schemaname = current_schema() and relname = any($1)`,
        [hotTables],
      ),
      invalidIndexes: (
        await rows<{ name: string }>(
          'select indexrelid::regclass::text as name from pg_index where not indisvalid order by 1',
        )
      ).map(({ name }) => name),
      archiveFailed: base.archive_failed,
      bytes: Number(base.bytes),
      standing: await standingIn(client),
    }
  } finally {
    await client.end().catch(() => {})
  }
}

async function standingIn(client: pg.Client): Promise<SchemaComparison | null> {
  try {
    return compareSchema(thisRelease(), (await client.query<AppliedFile>(findAppliedFiles)).rows)
  } catch (error) {
    if (sqlState(error) === '42P01') return null
    throw error
  }
}
