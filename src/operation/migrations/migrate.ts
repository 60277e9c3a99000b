import { randomInt } from 'node:crypto'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import knexFactory, { type Knex } from 'knex'
import pg from 'pg'
import { sqlState } from '../../adapters/postgres/faults.ts'
import {
  type AppliedFile,
  compareSchema,
  findAppliedFiles,
  isUsable,
  noteAppliedFile,
  type SchemaComparison,
} from '../../adapters/postgres/schema/applied-file.ts'
import { type Release, type SchemaFile, thisRelease } from '../../adapters/postgres/schema/release.ts'
import { type ConnectionTarget, connectionTo } from '../../adapters/postgres/servers.ts'
import { applyFunctions, tryFunctions } from './functions.ts'
import { LockHolders } from './lock-holder.ts'
import { defaultLockLimits, type LockLimits, LockWaits } from './lock-waits.ts'
import { MigrationRefused } from './migration-refused.ts'
import { migrationOf, migrationSource } from './migration-source.ts'

type Target = ConnectionTarget & { readonly application_name: string }

/**
 * The number of the advisory lock of migrations. The number is arbitrary, but nothing else in this database
 * uses it.
 */
const migrationLock = 7_326_114_001
/** The milliseconds between two attempts to take the lock of migrations. */
const retryMs = 200

export interface MigrateOptions {
  readonly patience?: LockLimits
  /** Prints a line while the migration waits. Final messages are not printed but returned. */
  readonly tell?: (line: string) => void
}

/**
 * Brings the database to the schema of this version. Applies its dated files, the queue's own migrations, and
 * the functions that have changed. Processes that start together take
 * turns. If nothing has changed, nothing is written. Returns what the operator should know.
 *
 * A database that a newer version has migrated is left alone as long as this version can work on it. So an
 * upgrade is undone by starting the old processes again.
 */
export async function migrate(
  url: string,
  release: Release = thisRelease(),
  { patience = defaultLockLimits, tell = toErrors }: MigrateOptions = {},
): Promise<readonly string[]> {
  const name = `spindle-migration ${release.version} ${process.pid}-${randomInt(1_000_000)}`
  const target: Target = { ...connectionTo(url), application_name: name }
  const alone = new pg.Client(target)
  // Ignores the error event of a lost connection. The next statement on the connection fails and reports it.
  alone.on('error', ignore)
  await alone.connect()
  const holders = new LockHolders(connectionTo(url), name)
  const waiting = new LockWaits(patience, holders, tell)
  try {
    await awaitMigrationLock(alone, tell)
    await alone.query(lockTimeoutOf(patience.lockTimeoutMs))
    const standing = compareSchema(release, await appliedFiles(alone))
    if (standing.newer !== null && isUsable(standing)) return [leftAlone(standing.newer, release)]
    assertMayBeMigrated({ ...standing, unknown: await foreignMigrations(alone, release) }, release)
    await waiting.through('migrations/functions/', () => tryFunctions(alone, standing))
    if (standing.baseline === 'replaceable') await noteBaseline(alone, release)
    if (standing.pending.length > 0) await applyDated(target, release, standing, waiting)
    await waiting.through('The migration of the queue', () => migrateQueue(target, patience))
    await waiting.through('migrations/functions/', () => applyFunctions(alone, standing, release))
    return []
  } finally {
    await alone.end()
    await holders.close()
  }
}

/**
 * Waits until no other process migrates. The first process migrates, the next ones find it done. They poll
 * instead of waiting in the database. An index that is built concurrently waits for every older statement, so
 * it would wait for theirs, and they for it.
 */
async function awaitMigrationLock(alone: pg.Client, tell: (line: string) => void): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const { rows } = await alone.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      migrationLock,
    ])
    if (rows[0]?.mine === true) return
    if (attempt === 0)
      tell('Another process is migrating this database; this process waits until the migration is done.')
    await setTimeout(retryMs)
  }
}

function lockTimeoutOf(milliseconds: number): string {
  return `set lock_timeout = ${milliseconds}`
}

function leftAlone(newer: string, { version }: Release): string {
  return (
    `This database was migrated by version ${newer}, and version ${version} is compatible with it: ` +
    'nothing was migrated.'
  )
}

function assertMayBeMigrated(
  { newer, baseline, unknown, edited, tooEarly, latest }: SchemaComparison,
  { version, replaced }: Release,
): void {
  if (newer !== null) {
    throw new MigrationRefused(
      `This database was migrated by version ${newer}, and lacks changes that version ${version} needs. Use version ${newer} or a later version.`,
    )
  }
  if (baseline === 'outdated') {
    throw new MigrationRefused(
      `This database does not have exactly the migrations of ${replaced.version}, after which they became one baseline. ` +
        `Nothing was changed. Start the version ${replaced.version} first (git checkout ${replaced.version}), then this version.`,
    )
  }
  if (unknown.length > 0) {
    throw new MigrationRefused(
      `This database has had migrations that are not in migrations/: ${unknown.join(', ')}. Use the version of the code that has ` +
        'them, or a new DATA_DIR (or database).',
    )
  }
  if (edited.length > 0) {
    throw new MigrationRefused(
      edited
        .map(
          ({ path }) =>
            `migrations/${basename(path)} was edited after it was applied. Restore the file and write a new migration. ` +
            'If it is a draft that only your own database has, start with a new DATA_DIR (or database) instead.',
        )
        .join('\n'),
    )
  }
  if (tooEarly.length > 0) {
    throw new MigrationRefused(
      `${tooEarly.map(({ path }) => `migrations/${basename(path)}`).join(', ')} must have a later date, because files with a later date were ` +
        `already applied, but a new database gets the files by date. Use a date later than that of ${latest}.`,
    )
  }
}

/**
 * Returns the names of the applied migrations that neither this version nor its baseline has, from Knex's own table,
 * which another program's database may have too.
 */
async function foreignMigrations(client: pg.Client, { dated, replaced }: Release): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(client, 'select name from knex_migrations')
  const names = new Set([...dated, ...replaced.files].map(({ name }) => name))
  return rows.map(({ name }) => name).filter((name) => !names.has(name))
}

/**
 * Notes the baseline in a database that has the files that it replaces. Knex's table loses the notes of these files,
 * because Knex refuses a table with migrations that it cannot find. schema_files keeps them for processes of the
 * previous version.
 */
async function noteBaseline(client: pg.Client, { version, dated, replaced }: Release): Promise<void> {
  const { name, checksum } = dated[0] as SchemaFile
  const names = replaced.files.map((file) => file.name)
  await client.query('begin')
  try {
    await client.query(noteAppliedFile, [name, checksum, version])
    await client.query('delete from knex_migrations where name = any($1)', [names])
    await client.query('insert into knex_migrations (name, batch, migration_time) values ($1, 1, now())', [
      name,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

function appliedFiles(client: pg.Client): Promise<AppliedFile[]> {
  return rowsOf<AppliedFile>(client, findAppliedFiles)
}

/** Runs a query and returns its rows; no rows if the table that it reads does not exist yet. */
async function rowsOf<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row[]> {
  try {
    return (await client.query<Row>(text)).rows
  } catch (error) {
    if (sqlState(error) === '42P01') return []
    throw error
  }
}

async function migrateQueue(target: Target, { lockTimeoutMs }: LockLimits): Promise<void> {
  const pgPool = new pg.Pool({ ...target, max: 1, options: `-c lock_timeout=${lockTimeoutMs}` })
  pgPool.on('error', ignore)
  pgPool.on('connect', (client) => client.on('error', ignore))
  try {
    await runMigrations({ pgPool })
  } finally {
    await pgPool.end()
  }
}

/**
 * Applies the pending dated migration files one by one, because one transaction for all would hold all of
 * their locks.
 */
async function applyDated(
  target: Target,
  release: Release,
  { pending }: SchemaComparison,
  waiting: LockWaits,
): Promise<void> {
  const knex = knexFactory({
    client: 'pg',
    connection: { ...target } as Knex.PgConnectionConfig,
    pool: { min: 0, max: 1 },
    compileSqlOnError: false,
    // Suppresses Knex's own log, because errors of migrations are thrown anyway.
    log: { warn: ignore, error: ignore, deprecate: ignore, debug: ignore },
  })
  const source = migrationSource(release)
  const { lockTimeoutMs, giveUpAfterMs } = waiting.patience
  try {
    // Frees Knex's migration lock, which a killed process left. While this process holds its own lock of
    // migrations, no other can hold Knex's.
    await knex.migrate.forceFreeMigrationsLock({ migrationSource: source })
    for (const file of pending) {
      const { config } = await migrationOf(file)
      // Waits longer for locks if the file builds indexes concurrently. A concurrent build waits for older
      // transactions, but nothing queues behind it.
      const maxMs = config?.transaction === false ? giveUpAfterMs : lockTimeoutMs
      await waiting.through(`migrations/${basename(file.path)}`, async () => {
        await knex.raw(lockTimeoutOf(maxMs))
        await knex.migrate.up({ migrationSource: source, name: file.name })
      })
    }
  } finally {
    await knex.destroy()
  }
}

function toErrors(line: string): void {
  process.stderr.write(`${line}\n`)
}

function ignore(): void {}
