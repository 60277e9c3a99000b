import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { thisRelease } from '../../adapters/postgres/schema/release.ts'
import { StartFault } from '../../adapters/system/start-fault.ts'
import { createService } from '../../composition/service.ts'
import { dataDirectoryOf, readConfig } from '../../config.ts'
import { SealedThings } from '../../ports/sealing.ts'
import { ServiceState } from '../../ports/service-state.ts'
import { withInstallationDatabase } from '../database/own-database.ts'
import { assertKeys, assertReady } from '../process/assert-ready.ts'
import { createLogger } from '../process/logger.ts'
import { type AfterRestoreResult, afterRestore } from './after-restore.ts'
import type { StoredFile } from './backup-file.ts'
import { openBackup, type Restored, restoreBackup } from './restore-backup.ts'
import { type BackupTaken, type Progress, takeBackup } from './take-backup.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The files in DATA_DIR that a restore needs besides the database. The encrypted values in the restored
 * database cannot be decrypted without the secret among these files.
 */
const storedFiles = ['session-secret', 'demo.json']

export interface BackupCommand {
  readonly path: string
  /**
   * The directory of the PostgreSQL installation that created the embedded database; null for the bundled
   * installation.
   */
  readonly postgres: string | null
  /**
   * Whether the backup omits the secret with which its encrypted values are decrypted, because the operator
   * keeps the secret elsewhere.
   */
  readonly withoutSecret: boolean
  readonly onProgress: Progress
}

export interface DatabaseBackup extends BackupTaken {
  readonly files: readonly string[]
}

export async function backupDatabase(env: Environment, command: BackupCommand): Promise<DatabaseBackup> {
  const files = command.withoutSecret ? [] : filesToKeep(env)
  const { path, onProgress } = command
  const order = { path, files, onProgress, version: thisRelease().version }
  const backup = await withInstallationDatabase(env, { postgres: command.postgres }, (url) =>
    takeBackup({ ...order, url }),
  )
  return { ...backup, files: files.map(({ file }) => file) }
}

/**
 * Returns the files of DATA_DIR to back up. If DATABASE_URL is set, there are none, because the operator
 * keeps the secret.
 */
function filesToKeep(env: Environment): readonly StoredFile[] {
  if ((env['DATABASE_URL'] ?? '') !== '') return []
  return storedFiles
    .filter((file) => file !== 'session-secret' || (env['SESSION_SECRET'] ?? '') === '')
    .map((file) => ({ file, path: join(dataDirectoryOf(env), file) }))
    .filter(({ path }) => existsSync(path))
    .map(({ file, path }) => ({ file, text: readFileSync(path, 'utf8') }))
}

export interface RestoreCommand {
  readonly path: string
  readonly holds: boolean
  readonly nothingLost: boolean
  readonly tell: (line: string) => void
  readonly onProgress: Progress
}

export interface DatabaseRestored extends Restored {
  readonly lookedAfter: AfterRestoreResult
}

/**
 * Restores a backup: its files, its rows and the state of messages. After an interruption the operator runs
 * it again.
 */
export async function restoreDatabase(env: Environment, command: RestoreCommand): Promise<DatabaseRestored> {
  const { path, tell, onProgress } = command
  const { header, files } = await openBackup(path)
  tell(`taken ${header.takenAt} by version ${header.version} on PostgreSQL ${header.postgres}`)
  return withInstallationDatabase(env, { creates: true }, async (databaseUrl) => {
    const isOwn = (env['DATABASE_URL'] ?? '') === ''
    // Restores the files before the rows, because rows without the secret could neither be processed nor be
    // restored again.
    const onEmpty = () => (isOwn ? putFiles(env, files) : Promise.resolve())
    const restored = await restoreBackup({ url: databaseUrl, path, onProgress, onEmpty })
    tell(
      'All rows are restored. Messages that may have been sent after the backup are being marked as unconfirmed',
    )
    const lookedAfter = await runAfterRestore(env, databaseUrl, { ...command, recoveredTo: null })
    return { ...restored, lookedAfter }
  })
}

export interface AfterRestoreCommand {
  readonly recoveredTo: Date | null
  readonly holds: boolean
  readonly nothingLost: boolean
  readonly tell: (line: string) => void
}

/**
 * Runs `after-restore` with the use cases of the service and the keys that decrypt the values in the
 * database.
 */
export async function runAfterRestore(
  env: Environment,
  databaseUrl: string,
  order: AfterRestoreCommand,
): Promise<AfterRestoreResult> {
  const config = readConfig(env)
  const service = createService(config, databaseUrl, createLogger('warn'))
  try {
    await assertReady(service.container.get(ServiceState))
    await assertKeys(service.container.get(SealedThings)).catch((error: unknown) => {
      if (!(error instanceof StartFault)) throw error
      throw new StartFault(
        `${error.message}\nAll rows are restored. Set the key, then run: npm run admin -- after-restore`,
      )
    })
    return await afterRestore(service.container, order)
  } finally {
    await service.close()
  }
}

/**
 * Writes the files of a backup to DATA_DIR. An existing secret is renamed, because it is of a former database
 * or was just created.
 */
async function putFiles(env: Environment, files: readonly StoredFile[]): Promise<void> {
  const directory = resolve(dataDirectoryOf(env))
  await mkdir(directory, { recursive: true, mode: 0o755 })
  for (const { file, text } of files.filter((one) => storedFiles.includes(one.file))) {
    const path = join(directory, file)
    if (existsSync(path)) {
      if (readFileSync(path, 'utf8') === text) continue
      renameSync(path, unusedName(`${path}.before-restore`))
    }
    writeFileSync(path, text, { mode: 0o600 })
  }
}

/** Returns a path, with a number appended if a file has this path already. */
function unusedName(path: string): string {
  for (let number = 2, name = path; ; name = `${path}-${number++}`) if (!existsSync(name)) return name
}
