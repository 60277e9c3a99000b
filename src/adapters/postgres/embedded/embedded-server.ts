import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { keptFile } from '../../system/kept-file.ts'
import { asOpeningError, DatabaseGone } from '../faults.ts'
import { isRoot, unprivileged } from './as-unprivileged.ts'
import { binariesAt, locateBinaries } from './binaries.ts'
import { Cluster } from './cluster.ts'
import { freePort } from './free-port.ts'
import { databaseHome, findDatabase, importedDatabaseFile } from './home.ts'
import { assertSameMajor } from './other-major.ts'
import { adminUrlOf, ownDatabase, urlOf } from './own-role.ts'

interface Passwords {
  readonly password: string
  readonly adminPassword: string
}

export interface EmbeddedServer {
  /** The URL of the embedded database for the role of the service, which is no superuser. */
  readonly url: string
  /**
   * The URL of the embedded server for the superuser, in the database "postgres". Tests use it to create
   * databases.
   */
  readonly adminUrl: string
  readonly directory: string
  /** Starts the embedded server again at the same address if it was killed; waits if it is recovering. */
  revive(): Promise<void>
  stop(): Promise<void>
}

export interface EmbeddedStart {
  /**
   * The folder of the PostgreSQL installation to start; null or missing for the one that comes with the
   * dependencies.
   */
  readonly binariesFolder?: string | null
  /**
   * Work that is begun as soon as the process of the server was started, so that both run at the same time. It
   * is not begun if the server already runs. Its result and its error are ignored.
   */
  readonly whileStarting?: () => Promise<unknown>
}

/**
 * Starts the PostgreSQL that comes with the dependencies, or adopts the one that a killed process left
 * running. pg_ctl gives the server a session of its own: Ctrl-C reaches the service and not the database, so
 * requests and jobs can be drained before it stops.
 */
export async function startEmbeddedServer(
  dataDirectory: string,
  settings: Readonly<Record<string, string>> = {},
  { binariesFolder = null, whileStarting }: EmbeddedStart = {},
): Promise<EmbeddedServer> {
  const home = realpathSync(await databaseHome(resolve(dataDirectory)))
  const binaries = binariesFolder === null ? await locateBinaries() : await binariesAt(binariesFolder)
  const adminPasswordFile = join(home, 'admin-password')
  const passwords = {
    password: keptPassword(join(home, 'password')),
    adminPassword: keptPassword(adminPasswordFile),
  }
  const cluster = new Cluster({ home, binaries, settings, adminPasswordFile })
  if (!cluster.exists()) await cluster.initialize()
  // Checks the major version only before a start. A server that is still running is used whatever its
  // version.
  if (!cluster.isRunning())
    await assertSameMajor({ ...(await findDatabase(dataDirectory)), cluster: cluster.directory }, binaries)
  if (binaries.brought !== null) noteBrought(home, binaries.brought)

  const port = await comeUp(cluster, passwords, await freePort(), whileStarting)
  return {
    url: urlOf({ ...passwords, port }),
    adminUrl: adminUrlOf({ ...passwords, port }),
    directory: home,
    revive: async () => {
      await comeUp(cluster, passwords, port)
    },
    stop: () => cluster.stop(),
  }
}

/**
 * Returns the port of an embedded server that takes connections: one that runs already, or a new one on the
 * given port. A server that was found may still be starting, recovering from a crash, or stopping.
 */
async function comeUp(
  cluster: Cluster,
  passwords: Passwords,
  newPort: number,
  whileStarting?: EmbeddedStart['whileStarting'],
): Promise<number> {
  for (const until = Date.now() + 120_000; ; await setTimeout(50)) {
    if (!cluster.isRunning()) {
      const started = cluster.start(newPort)
      whileStarting?.().catch(() => {})
      await started
    }
    try {
      const found = cluster.portInUse()
      await ownDatabase({ ...passwords, port: found })
      return found
    } catch (error) {
      if (!isNotYetReady(error) || Date.now() > until) throw error
    }
  }
}

/**
 * Writes the name and version of the npm package with the PostgreSQL binaries to a file beside the database.
 * An operator who has upgraded to another PostgreSQL needs that package to take a backup.
 */
function noteBrought(home: string, brought: string): void {
  const path = join(home, importedDatabaseFile)
  if (existsSync(path) && readFileSync(path, 'utf8') === `${brought}\n`) return
  writeFileSync(path, `${brought}\n`)
}

/** Returns the password that a file holds. Creates the file with a random password if it is missing. */
function keptPassword(path: string): string {
  return keptFile(path, () => randomBytes(24).toString('base64url'), {
    least: 1,
    owner: isRoot ? unprivileged : null,
  })
}

/**
 * Returns whether an error means that the server is starting or stopping, so that connecting may be retried. The error
 * is of a connection that was just opened, or of a pid file that is missing.
 */
export function isNotYetReady(error: unknown): boolean {
  return asOpeningError(error) instanceof DatabaseGone
}
