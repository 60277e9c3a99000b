import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isRoot, run, runAs, unprivileged } from './as-unprivileged.ts'
import { binariesAt, locateBinaries } from './binaries.ts'
import { freePort } from './free-port.ts'
import { broughtFile, commandOf, databaseHome, findDatabase } from './home.ts'
import { assertSameMajor } from './other-major.ts'
import { adminUrlOf, ownDatabase, urlOf } from './own-role.ts'

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

/**
 * Starts the PostgreSQL that comes with the dependencies, or adopts the one that a killed process left
 * running. pg_ctl gives the server a session of its own: Ctrl-C reaches the service and not the database, so
 * requests and jobs can be drained before it stops.
 */
export async function startEmbeddedServer(
  dataDirectory: string,
  settings: Readonly<Record<string, string>> = {},
  binariesFolder: string | null = null,
): Promise<EmbeddedServer> {
  const home = realpathSync(await databaseHome(resolve(dataDirectory)))
  const binaries = binariesFolder === null ? await locateBinaries() : await binariesAt(binariesFolder)
  const cluster = join(home, 'cluster')
  const pidFile = join(cluster, 'postmaster.pid')
  const pgCtl = (...words: string[]) =>
    run(binaries.pgCtl, ['-D', cluster, ...words], { ...runAs, cwd: home })

  const adminPasswordFile = join(home, 'admin-password')
  const passwords = {
    password: keptPassword(join(home, 'password')),
    adminPassword: keptPassword(adminPasswordFile),
  }
  if (!existsSync(join(cluster, 'PG_VERSION'))) await initialize()
  // Checks the major version only before a start. A server that is still running is used whatever its
  // version.
  if (!isRunning()) await assertSameMajor({ ...(await findDatabase(dataDirectory)), cluster }, binaries)
  if (binaries.brought !== null) noteBrought(binaries.brought)

  const port = await comeUp(await freePort())
  return {
    url: urlOf({ ...passwords, port }),
    adminUrl: adminUrlOf({ ...passwords, port }),
    directory: home,
    revive: async () => {
      await comeUp(port)
    },
    stop: async () => {
      if (isRunning()) await pgCtl('stop', '-m', 'fast', '-w', '-t', '60')
    },
  }

  /**
   * Returns the port of an embedded server that takes connections: one that runs already, or a new one on the
   * given port. A server that was found may still be starting, recovering from a crash, or stopping.
   */
  async function comeUp(newPort: number): Promise<number> {
    for (const until = Date.now() + 120_000; ; await setTimeout(50)) {
      if (!isRunning()) await start(newPort)
      try {
        const found = portInUse()
        await ownDatabase({ ...passwords, port: found })
        return found
      } catch (error) {
        if (!isNotYetReady(error) || Date.now() > until) throw error
      }
    }
  }

  async function initialize(): Promise<void> {
    // Creates the database in a draft folder, which is renamed when it is complete, because a first start may
    // be killed midway.
    const draft = `${cluster}.draft`
    rmSync(draft, { recursive: true, force: true })
    await run(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        '--username=spindle_admin',
        '--auth=scram-sha-256',
        `--pwfile=${adminPasswordFile}`,
        '--encoding=UTF8',
        // Sets the locale whatever LANG is: without LANG the encoding would be SQL_ASCII, and a LANG that is
        // not installed makes initdb fail.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
        // Skips flushing the new database to disk if the settings allow losing it: initdb then takes 1.5
        // instead of 3.2 s.
        ...(settings['fsync'] === 'off' ? ['--no-sync'] : []),
      ],
      { ...runAs, cwd: home },
    )
    renameSync(draft, cluster)
  }

  async function start(newPort: number): Promise<void> {
    const log = join(home, 'postgres.log')
    const options = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port: String(newPort),
      shared_buffers: '256MB',
      // Allows 4 GB of write-ahead log; otherwise bursts of ingest force a checkpoint every few seconds.
      max_wal_size: '4GB',
      ...settings,
    }
    const words = Object.entries(options).map(([name, value]) => `-c ${name}=${value}`)
    removeStalePidFile()
    for (let attempt = 1; ; attempt++) {
      try {
        await pgCtl('start', '-w', '-t', '120', '-l', log, '-o', words.join(' '))
        return
      } catch (error) {
        // Returns if another process has started the server between the check and this start.
        if (isRunning()) return
        // Retries, because the last child processes of a killed server keep its shared memory for a moment.
        if (attempt < 5) await setTimeout(300)
        else throw notStarted(log, error)
      }
    }
  }

  /**
   * Writes to a file which npm package of binaries the database uses. An operator who has upgraded past the
   * package needs it to take a backup.
   */
  function noteBrought(brought: string): void {
    const path = join(home, broughtFile)
    if (existsSync(path) && readFileSync(path, 'utf8') === `${brought}\n`) return
    writeFileSync(path, `${brought}\n`)
  }

  function isRunning(): boolean {
    return commandOf(pidInFile()).includes(cluster)
  }

  /**
   * Removes the file with the server's process id if another process has that id, as after a crash or a
   * restart of a container. PostgreSQL would take that process for its own.
   */
  function removeStalePidFile(): void {
    const [program = 'postgres'] = commandOf(pidInFile())
    if (basename(program) !== 'postgres') rmSync(pidFile, { force: true })
  }

  function pidInFile(): string {
    return existsSync(pidFile) ? (readFileSync(pidFile, 'utf8').split('\n')[0] ?? '') : ''
  }

  function portInUse(): number {
    return Number(readFileSync(pidFile, 'utf8').split('\n')[3])
  }
}

/** Returns the password that a file holds. Creates the file with a random password if it is missing. */
function keptPassword(path: string): string {
  try {
    writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
    if (isRoot) chownSync(path, unprivileged.uid, unprivileged.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8')
}

/**
 * Returns whether a connection error means that the server is starting or stopping, so that connecting may be
 * retried.
 */
function isNotYetReady(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return ['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT'].includes(code)
}

function notStarted(log: string, cause: unknown): Error {
  const tail = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-8).join('\n') : ''
  return new Error(`The embedded PostgreSQL did not start. Its log (${log}) ends with:\n${tail}`, { cause })
}
