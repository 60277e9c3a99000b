import pg from 'pg'
import { sqlState } from '../../adapters/postgres/faults.ts'
import { isPooled } from '../../adapters/postgres/is-pooled.ts'
import {
  type AppliedFile,
  compareSchema,
  findAppliedFiles,
  type SchemaComparison,
} from '../../adapters/postgres/schema/applied-file.ts'
import { thisRelease } from '../../adapters/postgres/schema/release.ts'
import { connectionTo } from '../../adapters/postgres/servers.ts'

/**
 * Facts about a PostgreSQL database for the operator's check-up, such as its version, settings, size and
 * blocked work.
 */
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
  /**
   * The differences between the schema of the database and this version of Spindle; null if the database has
   * no schema yet.
   */
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
const hotTables = [
  'stored_data_tables',
  'meters',
  'stored_spinners',
  'slices',
  'sender_budgets',
  'arrival_usage',
]

/** Reads the facts about a database that its check-up judges. */
export async function readDatabaseFacts(url: string): Promise<DatabaseFacts> {
  const client = new pg.Client({
    ...connectionTo(url),
    application_name: 'spindle-doctor',
    connectionTimeoutMillis: 10_000,
    query_timeout: 30_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return {
      clockAheadMs: await clockAheadOf(client),
      ...(await serverFacts(client)),
      ...(await findings(client)),
      standing: await standingIn(client),
    }
  } finally {
    await client.end().catch(() => {})
  }
}

async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows
}

async function oneOf<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row> {
  const [row] = await rowsOf<Row>(client, text)
  if (row === undefined) throw new Error('The query about the database returned no row')
  return row
}

/** Returns the milliseconds by which the clock of the server is ahead of the clock of this machine. */
async function clockAheadOf(client: pg.Client): Promise<number> {
  const readAt = Date.now()
  const { at } = await oneOf<{ at: string }>(
    client,
    'select extract(epoch from clock_timestamp()) * 1000 as at',
  )
  return Number(at) - (readAt + Date.now()) / 2
}

type ServerFacts = Pick<
  DatabaseFacts,
  | 'version'
  | 'settings'
  | 'isStandby'
  | 'isPooled'
  | 'isSuperuser'
  | 'connections'
  | 'runtimes'
  | 'preparedTransactions'
  | 'archiveFailed'
  | 'bytes'
>

/** Returns the version and settings of the server, and what is connected to it. */
async function serverFacts(client: pg.Client): Promise<ServerFacts> {
  const base = await oneOf<{
    version: number
    is_standby: boolean
    is_superuser: boolean
    connections: number
    runtimes: number
    prepared: number
    archive_failed: boolean
    bytes: string
  }>(
    client,
    `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as is_standby,
              (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
              (select sum(numbackends)::int from pg_stat_database) as connections,
              (select count(distinct application_name || coalesce(client_addr::text, '') || pid)::int from pg_stat_activity
                where datname = current_database() and application_name like 'spindle-runtime %') as runtimes,
              (select count(*)::int from pg_prepared_xacts) as prepared,
              (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) from pg_stat_archiver) as archive_failed,
              pg_database_size(current_database()) as bytes`,
  )
  const settingRows = await rowsOf<{ name: string; setting: string }>(
    client,
    'select name, setting from pg_settings where name = any($1)',
    [settings],
  )
  return {
    version: base.version,
    settings: Object.fromEntries(settingRows.map(({ name, setting }) => [name, setting])),
    isStandby: base.is_standby,
    isPooled: await isPooled(client),
    isSuperuser: base.is_superuser,
    connections: base.connections,
    runtimes: base.runtimes,
    preparedTransactions: base.prepared,
    archiveFailed: base.archive_failed,
    bytes: Number(base.bytes),
  }
}

type Findings = Pick<DatabaseFacts, 'longTransactions' | 'slots' | 'deadRows' | 'invalidIndexes'>

/** Returns what makes a database slow or fills its disk: open transactions, slots, dead rows, broken indexes. */
async function findings(client: pg.Client): Promise<Findings> {
  return {
    longTransactions: await rowsOf<LongTransaction>(
      client,
      `select pid, coalesce(nullif(application_name, ''), usename, '?') as application,
                extract(epoch from clock_timestamp() - xact_start)::float8 as seconds
           from pg_stat_activity
          where backend_xmin is not null and xact_start < clock_timestamp() - interval '1 minute' and backend_type = 'client backend'
          order by xact_start`,
    ),
    slots: await rowsOf<Slot>(
      client,
      `select slot_name as name, active,
                case when pg_is_in_recovery() then 0 else coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0) end::float8 as bytes
           from pg_replication_slots`,
    ),
    deadRows: await rowsOf<DeadRows>(
      client,
      `select relname as "table", n_dead_tup::float8 as dead, n_live_tup::float8 as live from pg_stat_user_tables
          where schemaname = current_schema() and relname = any($1)`,
      [hotTables],
    ),
    invalidIndexes: (
      await rowsOf<{ name: string }>(
        client,
        'select indexrelid::regclass::text as name from pg_index where not indisvalid order by 1',
      )
    ).map(({ name }) => name),
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
