import { createHash } from 'node:crypto'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { sqlState } from '../../adapters/postgres/faults.ts'
import { OperationRefused } from '../../adapters/postgres/job/restore/operation-refused.ts'
import {
  type AppliedFile,
  findAppliedFiles,
  isFunction,
} from '../../adapters/postgres/schema/applied-file.ts'
import { connectionTo } from '../../adapters/postgres/servers.ts'
import { type BackupPart, type StoredFile, writeBackup } from './backup-file.ts'
import { type BackupTable, sequenceStatements, storedTables } from './catalogue.ts'

export interface Progress {
  /**
   * Reports the progress of a backup: called from time to time while a table's rows are written, and at the
   * end of each table.
   */
  (table: string, rows: number, of: number): void
}

export interface BackupOrder {
  readonly url: string
  readonly path: string
  readonly version: string
  readonly files: readonly StoredFile[]
  readonly onProgress: Progress
}

export interface BackupTaken {
  readonly tables: number
  readonly rows: number
  readonly takenAt: string
}

/** The number of bytes of a table's rows after which the progress of a backup is reported again. */
const reportedEveryBytes = 64_000_000

/**
 * Takes a backup of everything that the database holds at one moment. The service continues to work
 * meanwhile.
 */
export async function takeBackup(order: BackupOrder): Promise<BackupTaken> {
  const client = new pg.Client({
    ...connectionTo(order.url),
    application_name: 'spindle-backup',
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  const taken = { tables: 0, rows: 0, takenAt: '' }
  try {
    await client.query('begin isolation level repeatable read read only')
    await writeBackup(order.path, partsOf(client, order, taken))
    await client.query('commit')
    return taken
  } finally {
    await client.end().catch(() => {})
  }
}

async function* partsOf(
  client: pg.Client,
  { version, files, onProgress }: BackupOrder,
  taken: { tables: number; rows: number; takenAt: string },
): AsyncGenerator<BackupPart> {
  const applied = await appliedFiles(client)
  const { rows } = await client.query<{ at: string; postgres: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, current_setting('server_version') as postgres`,
  )
  const tables = await storedTables(client)
  const { rows: keys } = await client.query<{ id: string }>('select id from encryption_keys order by id')
  taken.takenAt = rows[0]?.at ?? ''
  const migrations = applied
    .filter(({ name }) => !isFunction(name))
    .map(({ name, checksum }) => ({ name, checksum: checksum ?? '' }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const header = {
    format: 1 as const,
    version,
    postgres: rows[0]?.postgres ?? '',
    takenAt: taken.takenAt,
    migrations,
    keys: keys.map(({ id }) => id),
    tables: tables.map(({ name }) => name),
  }
  yield { kind: 'header', header }
  for (const file of files) yield { kind: 'file', file }
  for (const table of tables) {
    const digest = createHash('sha256')
    const stream = client.query(copyTo(`${table.copy} to stdout`))
    yield { kind: 'table', copy: table.copy, rows: watched(stream, table, digest, onProgress) }
    const figures = { table: table.name, rows: stream.rowCount, sha256: digest.digest('hex') }
    taken.tables++
    taken.rows += figures.rows
    onProgress(table.name, figures.rows, figures.rows)
    yield { kind: 'figures', figures }
  }
  for (const statement of await sequenceStatements(client)) yield { kind: 'statement', statement }
  yield { kind: 'end', closing: { tables: taken.tables, rows: taken.rows } }
}

async function* watched(
  stream: AsyncIterable<Buffer>,
  { name, estimate }: BackupTable,
  digest: ReturnType<typeof createHash>,
  onProgress: Progress,
): AsyncGenerator<Buffer> {
  let unreportedBytes = 0
  let lines = 0
  for await (const chunk of stream) {
    digest.update(chunk)
    unreportedBytes += chunk.length
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
    if (unreportedBytes >= reportedEveryBytes) {
      unreportedBytes = 0
      onProgress(name, lines, estimate)
    }
    yield chunk
  }
}

async function appliedFiles(client: pg.Client): Promise<AppliedFile[]> {
  try {
    return (await client.query<AppliedFile>(findAppliedFiles)).rows
  } catch (error) {
    if (sqlState(error) === '42P01')
      throw new OperationRefused(
        'The database has no tables of Spindle: the table schema_files is missing. Check DATABASE_URL or DATA_DIR.',
      )
    throw error
  }
}
