import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { assertNoRuntimes } from '../../adapters/postgres/job/restore/connected-runtimes.ts'
import { OperationRefused } from '../../adapters/postgres/job/restore/operation-refused.ts'
import { pendingRestoration, restoredNote } from '../../adapters/postgres/job/restore/restored.ts'
import { compareSchema } from '../../adapters/postgres/schema/applied-file.ts'
import type { RowOf } from '../../adapters/postgres/schema/columns.ts'
import { type Release, type SchemaFile, thisRelease } from '../../adapters/postgres/schema/release.ts'
import { connectionTo } from '../../adapters/postgres/servers.ts'
import { migrate } from '../migrations/migrate.ts'
import { type BackupHeader, readBackup, type StoredFile, type TableFigures } from './backup-file.ts'
import { quoted, scaffoldingOf, storedTables } from './catalogue.ts'
import type { Progress } from './take-backup.ts'

export interface RestoreOrder {
  readonly url: string
  readonly path: string
  readonly onProgress: Progress
  /**
   * Called once a restore has found that the database is empty and that no runtime is connected, before the restore
   * writes anything to it.
   */
  readonly onEmpty?: () => Promise<void>
  readonly release?: Release
}

export interface Restored {
  readonly header: BackupHeader
  readonly tables: number
  readonly rows: number
}

/** Returns the header of a backup and the files in it, without reading its rows. */
export async function openBackup(
  path: string,
): Promise<{ readonly header: BackupHeader; readonly files: readonly StoredFile[] }> {
  const files: StoredFile[] = []
  let header: BackupHeader | null = null
  for await (const part of readBackup(path)) {
    if (part.kind === 'header') header = part.header
    else if (part.kind === 'file') files.push(part.file)
    else break
  }
  if (header === null || header.format !== 1)
    throw new OperationRefused(`${path} has a format that this version does not know; use a later version.`)
  return { header, files }
}

/**
 * Checks a backup by reading it to its end, without a database. Returns how many tables and rows it holds.
 */
export async function checkBackup(path: string): Promise<Restored> {
  const { header } = await openBackup(path)
  const read = new Reading()
  for await (const part of readBackup(path)) {
    if (part.kind === 'table') {
      for await (const _ of read.watched(part.rows)) continue
    } else if (part.kind === 'figures') read.compare(part.figures, null)
    else if (part.kind === 'end') read.finish(header, part.closing)
  }
  return { header, tables: read.tables, rows: read.rows }
}

/**
 * Restores a backup into an empty database: the schema of the backup, all rows in one transaction, and then
 * the schema of this version. If it is interrupted, the database is empty and can be restored into again.
 *
 * The commit that writes the rows also notes that they are restored. Nothing is sent until `after-restore`
 * has been run, because a runtime that starts refuses to run before that. Refuses to restore while a runtime is
 * connected.
 */
export async function restoreBackup({
  url,
  path,
  onProgress,
  onEmpty = async () => {},
  release = thisRelease(),
}: RestoreOrder): Promise<Restored> {
  const { header } = await openBackup(path)
  const formerly = releaseOf(header, release)
  const client = new pg.Client({ ...connectionTo(url), application_name: 'spindle-restore', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  try {
    await assertEmpty(client, [...header.migrations, ...formerly.dated])
    await assertNoRuntimes(client)
    await onEmpty()
    await migrate(url, formerly)
    const read = await copyIn(client, path, header, onProgress)
    await migrate(url, release)
    await pendingRestoration(client)
    await client.query('analyze')
    return { header, tables: read.tables, rows: read.rows }
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Returns the migration files of this release, reduced to the dated migrations that the backup's database
 * had, with the baseline instead of the files that it replaces. The SQL functions are left out, because they are
 * created after the rows are restored.
 */
function releaseOf({ version, migrations }: BackupHeader, release: Release): Release {
  const applied = migrations.map((file) => ({ ...file, version }))
  const { baseline, unknown, edited, pending } = compareSchema({ ...release, functions: [] }, applied)
  const from = `This backup was taken by version ${version}`
  if (baseline === 'outdated')
    throw new OperationRefused(
      `${from}, and does not have exactly the migrations of ${release.replaced.version}, after which they became one baseline. Restore it with the version ${release.replaced.version}, and start this version afterwards.`,
    )
  if (unknown.length > 0)
    throw new OperationRefused(
      `${from}, and this is version ${release.version}, which lacks ${unknown.join(', ')}. Restore it with version ${version} or a later version.`,
    )
  if (edited.length > 0)
    throw new OperationRefused(
      `migrations/${edited.map(({ name }) => name).join(', ')} changed since this backup was taken. Restore the backup with the code that took it (version ${version}).`,
    )
  return { ...release, dated: release.dated.filter((file) => !pending.includes(file)), functions: [] }
}

async function assertEmpty(
  client: pg.Client,
  migrations: readonly Pick<SchemaFile, 'name'>[],
): Promise<void> {
  const { rows } = await client.query<{ tables: string; is_ours: boolean }>(
    `select count(*) as tables, coalesce(bool_or(c.relname = 'schema_files'), false) as is_ours from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`,
  )
  if (Number(rows[0]?.tables) === 0) return
  const refusal =
    'This database is not empty, and a backup is restored into an empty one only; nothing was changed. ' +
    'With DATABASE_URL create another database; with the embedded database of npm start set another DATA_DIR, or move its folder aside.'
  if (rows[0]?.is_ours !== true) throw new OperationRefused(refusal)
  // Accepts the empty tables of an interrupted restore, if all of their migrations are in this backup.
  const { rows: applied } = await client.query<Pick<RowOf<'schema_files'>, 'path'>>(
    "select path from schema_files where path not like 'functions/%'",
  )
  const had = new Set(migrations.map(({ name }) => name))
  const { rowCount } = await client.query('select from organizations limit 1').catch(() => ({ rowCount: 0 }))
  if (rowCount !== 0 || applied.some(({ path }) => !had.has(path))) throw new OperationRefused(refusal)
}

async function copyIn(
  client: pg.Client,
  path: string,
  header: BackupHeader,
  onProgress: Progress,
): Promise<Reading> {
  const read = new Reading()
  await client.query('begin')
  try {
    const there = await storedTables(client)
    const unknown = header.tables.filter((name) => !there.some((table) => table.name === name))
    if (unknown.length > 0)
      throw new OperationRefused(
        `The backup has tables that no migration creates: ${unknown.join(', ')}. Nothing was restored.`,
      )
    const { take, make } = await scaffoldingOf(client)
    // Gives the restore's transaction more memory to build indexes, and constraints that have an index.
    await client.query("set local maintenance_work_mem = '256MB'")
    for (const statement of take) await client.query(statement)
    await client.query(`truncate ${there.map(({ name }) => quoted(name)).join(', ')}`)
    for await (const part of readBackup(path)) {
      if (part.kind === 'table') {
        const target = client.query(copyFrom(`${part.copy} from stdin`))
        await pipeline(Readable.from(read.watched(part.rows)), target)
        read.copied = target.rowCount
      } else if (part.kind === 'figures') {
        read.compare(part.figures, read.copied)
        onProgress(part.figures.table, part.figures.rows, part.figures.rows)
      } else if (part.kind === 'statement') await client.query(part.statement)
      else if (part.kind === 'end') read.finish(header, part.closing)
    }
    onProgress('indexes', 0, make.length)
    for (const statement of make) await client.query(statement)
    await client.query(restoredNote(header.takenAt))
    // Repeats the check for a runtime that has connected since the restore began.
    await assertNoRuntimes(client)
    await client.query('commit')
    return read
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** `Reading` reads the rows of a backup file: it counts them and compares each table's checksum. */
class Reading {
  tables = 0
  rows = 0
  /**
   * The number of rows of the table restored last that PostgreSQL reports as copied; null before the first.
   */
  copied: number | null = null
  #lines = 0
  #digest = createHash('sha256')

  async *watched(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    this.#lines = 0
    this.#digest = createHash('sha256')
    for await (const chunk of rows) {
      this.#digest.update(chunk)
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.#lines++
      yield chunk
    }
  }

  compare({ table, rows, sha256 }: TableFigures, copied: number | null): void {
    if (this.#lines !== rows || this.#digest.digest('hex') !== sha256 || (copied ?? rows) !== rows)
      throw new OperationRefused(
        `The backup is damaged: the table ${table} does not have the ${rows} rows that it should have. Nothing was restored; use another copy.`,
      )
    this.tables++
    this.rows += rows
  }

  finish({ tables }: BackupHeader, closing: { readonly tables: number; readonly rows: number }): void {
    if (this.tables !== closing.tables || this.tables !== tables.length || this.rows !== closing.rows)
      throw new OperationRefused('The backup is incomplete. Nothing was restored; use another copy.')
  }
}
