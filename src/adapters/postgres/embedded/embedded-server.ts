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
  /** Of the role that the service works as. */
  readonly url: string
  /** Of the superuser, in the database "postgres": for tests, which create databases. */
  readonly adminUrl: string
  readonly directory: string
  /** Brings back, at the same address, a server that was killed; waits for one that is recovering. */
  revive(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that comes with the dependencies, or adopts the one that a killed process left
 * running. It is driven by pg_ctl, which gives the server a session of its own: Ctrl-C reaches us and
 * not the database, so requests and jobs can be drained before it stops.
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
  // What has been left running is adopted as it is.
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
   * Answers the port of a server that takes connections: of one that runs already, or of a new one on
   * the port given. One that was found may still be starting, recovering from a crash, or stopping.
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
    // Gets its name when it is complete: a first start may be killed half-way.
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
        // Whatever LANG is, or is not: an unset one gives SQL_ASCII, an ungenerated one fails.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
        // What need not outlast a crash need not be on the disk either: 1.5 instead of 3.2 s.
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
      // Ingest in bursts would otherwise force a checkpoint every few seconds.
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
        // Another process may have started it between our look and our start.
        if (isRunning()) return
        // The last children of a server that was killed hold its memory for a moment.
        if (attempt < 5) await setTimeout(300)
        else throw notStarted(log, error)
      }
    }
  }

  /** Whoever upgrades past it needs the same one again, to take a backup with. */
  function noteBrought(brought: string): void {
    const path = join(home, broughtFile)
    if (existsSync(path) && readFileSync(path, 'utf8') === `${brought}\n`) return
    writeFileSync(path, `${brought}\n`)
  }

  function isRunning(): boolean {
    return commandOf(pidInFile()).includes(cluster)
  }

  /**
   * After a crash, and often after a container's restart, another process has the number that the file
   * names: PostgreSQL would take it for its own.
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

/** Made once. */
function keptPassword(path: string): string {
  try {
    writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
    if (isRoot) chownSync(path, unprivileged.uid, unprivileged.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8')
}

/** The server is on its way up or down. */
function isNotYetReady(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return ['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT'].includes(code)
}

function notStarted(log: string, cause: unknown): Error {
  const tail = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-8).join('\n') : ''
  return new Error(`The embedded PostgreSQL did not start. Its log (${log}) ends with:\n${tail}`, { cause })
}
