import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { storedFile } from '../../adapters/system/stored-file.ts'
import { isRoot, unprivileged } from './as-unprivileged.ts'
import { binariesAt, locateBinaries } from './binaries.ts'
import { Cluster } from './cluster.ts'
import { databaseHome, findDatabase, importedDatabaseFile } from './embedded-folder.ts'
import { freePort } from './free-port.ts'
import { assertSameMajor } from './other-major.ts'
import { adminUrlOf, ownDatabase, urlOf } from './own-role.ts'
import { RecoveryWait } from './recovery-wait.ts'

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
  /** Moves the log of the embedded server to another file if it has grown large. */
  shortenLog(): Promise<void>
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
  /**
   * Called with the path of the server's log if the server recovers after a crash for more than 5 seconds, or, if this
   * process has started the server, for more than 35 seconds. The start and `revive` wait for the recovery without a
   * limit.
   */
  readonly onRecovery?: (log: string) => void
  /** A signal that aborts to end the wait for a server that is recovering or stopping, which then continues. */
  readonly ending?: AbortSignal
}

/**
 * Starts the PostgreSQL that comes with the dependencies, or adopts the one that a killed process left
 * running. pg_ctl gives the server a session of its own: Ctrl-C reaches the service and not the database, so
 * requests and jobs can be drained before it stops.
 */
export async function startEmbeddedServer(
  dataDirectory: string,
  settings: Readonly<Record<string, string>> = {},
  { binariesFolder = null, whileStarting, onRecovery = () => {}, ending }: EmbeddedStart = {},
): Promise<EmbeddedServer> {
  const home = realpathSync(await databaseHome(resolve(dataDirectory)))
  const binaries = binariesFolder === null ? await locateBinaries() : await binariesAt(binariesFolder)
  const adminPasswordFile = join(home, 'admin-password')
  const passwords = {
    password: storedPassword(join(home, 'password')),
    adminPassword: storedPassword(adminPasswordFile),
  }
  const cluster = new Cluster({ home, binaries, settings, adminPasswordFile })
  if (!cluster.exists()) await cluster.initialize()
  // Checks the major version only before a start. A server that is still running is used whatever its
  // version.
  if (!cluster.isRunning())
    await assertSameMajor({ ...(await findDatabase(dataDirectory)), cluster: cluster.directory }, binaries)
  if (binaries.brought !== null) noteBrought(home, binaries.brought)

  const wait = { onRecovery: () => onRecovery(cluster.log), ending }
  const port = await comeUp(cluster, passwords, await freePort(), { ...wait, whileStarting })
  return {
    url: urlOf({ ...passwords, port }),
    adminUrl: adminUrlOf({ ...passwords, port }),
    directory: home,
    revive: async () => {
      await comeUp(cluster, passwords, port, wait)
    },
    shortenLog: () => cluster.shortenLog(),
    stop: () => cluster.stop(),
  }
}

interface ComingUp {
  readonly onRecovery: () => void
  readonly whileStarting?: EmbeddedStart['whileStarting'] | undefined
  readonly ending?: AbortSignal | undefined
}

/**
 * Returns the port of an embedded server that takes connections: one that runs already, or a new one on the
 * given port. A server that was found may still be starting, recovering from a crash, or stopping. Throws if a server
 * that this call has started ends before it has recovered.
 */
async function comeUp(
  cluster: Cluster,
  passwords: Passwords,
  newPort: number,
  { onRecovery, whileStarting, ending }: ComingUp,
): Promise<number> {
  let hasStarted = false
  for (let wait = new RecoveryWait(cluster, onRecovery); ; await setTimeout(50)) {
    if (!cluster.isRunning()) {
      if (hasStarted && wait.isRecovering) throw cluster.fault('ended while it was recovering after a crash')
      const started = cluster.start(newPort)
      whileStarting?.().catch(() => {})
      await started
      hasStarted = true
      wait = new RecoveryWait(cluster, onRecovery)
    }
    try {
      const found = cluster.portInUse()
      await ownDatabase({ ...passwords, port: found })
      return found
    } catch (error) {
      wait.check(error)
    }
    if (wait.isRecovering || cluster.isStopping()) ending?.throwIfAborted()
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
function storedPassword(path: string): string {
  return storedFile(path, () => randomBytes(24).toString('base64url'), {
    least: 1,
    owner: isRoot ? unprivileged : null,
  })
}
