import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartFault } from '../../adapters/system/start-fault.ts'
import { dataDirectoryOf } from '../../config.ts'
import { findDatabase, runningClusters } from '../embedded/embedded-folder.ts'
import { startEmbeddedServer } from '../embedded/embedded-server.ts'
import { isNotYetReady } from '../embedded/recovery-wait.ts'
import { markDatabaseUsed } from '../embedded/shared-use.ts'
import { becomeSoleOwner } from '../embedded/sole-owner.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface DatabaseChoice {
  /** Whether the command creates the embedded database if it does not exist yet. */
  readonly creates?: boolean
  /**
   * The directory of the PostgreSQL installation that created the embedded database; null for the bundled
   * installation.
   */
  readonly postgres?: string | null
}

/**
 * Runs the work of a command on DATABASE_URL, or on the embedded database of DATA_DIR. If the embedded database
 * is not running, it is started for the work.
 */
export async function withInstallationDatabase<Result>(
  env: Environment,
  { creates = false, postgres = null }: DatabaseChoice,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL: url = '' } = env
  if (url !== '') return work(url)
  if (!creates) await assertOwnDatabase(env)
  const { server, endUse } = await startAndMark(dataDirectoryOf(env), postgres)
  try {
    return await work(server.url)
  } finally {
    // Stops the embedded database after the command's work, unless a running service or another command uses it.
    await endUse(async () => {
      if ((await becomeSoleOwner(server.url)) !== null) await server.stop()
    })
  }
}

/** The number of times that a command starts the embedded database because another command has just stopped it. */
const maxStarts = 5

/** Starts the embedded database, or finds it running, and marks it as used by this command. */
async function startAndMark(dataDirectory: string, binariesFolder: string | null) {
  for (let starts = 1; ; starts++) {
    const server = await startEmbeddedServer(dataDirectory, {}, { binariesFolder, onRecovery })
    try {
      return { server, endUse: await markDatabaseUsed(server.url) }
    } catch (error) {
      if (!isNotYetReady(error) || starts === maxStarts) throw error
    }
  }
}

/** Tells the operator on stderr why the command waits, because a script may read the command's answer on stdout. */
function onRecovery(log: string): void {
  process.stderr.write(
    `The database is recovering after a crash. The command waits for it; its log is ${log}\n`,
  )
}

/**
 * Throws if no database is configured and DATA_DIR contains none. A command creates no database, because
 * DATA_DIR is probably wrong.
 */
export async function assertOwnDatabase(env: Environment): Promise<void> {
  if ((env['DATABASE_URL'] ?? '') !== '') return
  const dataDirectory = dataDirectoryOf(env)
  const { cluster, major } = await findDatabase(dataDirectory)
  if (major !== null) return
  const place = resolve(dataDirectory)
  const placeText =
    (env['DATA_DIR'] ?? '') === ''
      ? `DATA_DIR is not set, so it defaults to ${place}`
      : `DATA_DIR is ${place}`
  const running = runningClusters().map((runningCluster) => {
    const home = resolve(runningCluster, '..', '..')
    return existsSync(join(home, 'session-secret')) ? `DATA_DIR=${home}` : runningCluster
  })
  const hint =
    running.length === 0
      ? 'Set DATA_DIR or DATABASE_URL to the same value as for the service.'
      : `Embedded databases that run on this machine: ${running.join(', ')}. Set DATA_DIR to the same value as for the service.`
  throw new StartFault(
    `There is no database in ${cluster} (${placeText}). ${hint} The first npm start creates a database; this command created nothing.`,
  )
}
