import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { isRoot, makeOpenDirectory, run, runAs, unprivileged } from './as-unprivileged.ts'

/** Where root's databases live whose data directory the user of the database cannot reach. */
const elsewhere = '/var/lib/spindle'

/** What there is of an embedded database, without making anything. */
export interface FoundDatabase {
  /** Where it lies, or would. */
  readonly cluster: string
  /** Of the PostgreSQL that made it; null where there is none. */
  readonly major: number | null
  /** The package whose PostgreSQL last ran on it, with its version, where that was noted. */
  readonly brought: string | null
}

export async function findDatabase(dataDirectory: string): Promise<FoundDatabase> {
  const home = await homeOf(resolve(dataDirectory))
  const cluster = join(home, 'cluster')
  return { cluster, major: majorOfCluster(cluster), brought: broughtTo(home) }
}

/** The major version of the PostgreSQL that made it; null where there is none. */
export function majorOfCluster(cluster: string): number | null {
  const version = join(cluster, 'PG_VERSION')
  return existsSync(version) ? Number(readFileSync(version, 'utf8')) : null
}

export const broughtFile = 'brought-by'

function broughtTo(home: string): string | null {
  const path = join(home, broughtFile)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

/**
 * The folder that the database lives in: below the data directory, unless that cannot be reached by
 * the user that the database must run as (a checkout in root's own home).
 */
export async function databaseHome(dataDirectory: string): Promise<string> {
  mkdirSync(dataDirectory, { recursive: true })
  const home = await homeOf(dataDirectory)
  if (home.startsWith(`${elsewhere}/`)) makeOpenDirectory(elsewhere)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  if (isRoot) chownSync(home, unprivileged.uid, unprivileged.gid)
  return home
}

async function homeOf(dataDirectory: string): Promise<string> {
  const beside = join(dataDirectory, 'postgres')
  if (!isRoot) return beside
  const reachable = await run('test', ['-x', dataDirectory], runAs).then(
    () => true,
    () => false,
  )
  if (reachable) return beside
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)
  return join(elsewhere, name)
}

/** The folders of the embedded databases that run on this machine, as far as this user may see. */
export function runningClusters(): readonly string[] {
  const pids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  const found = pids.flatMap((pid) => {
    const [program = '', ...words] = commandOf(pid)
    const cluster = words[words.indexOf('-D') + 1] ?? ''
    return basename(program) === 'postgres' && words.includes('-D') && basename(cluster) === 'cluster'
      ? [cluster]
      : []
  })
  return [...new Set(found)]
}

/** The words that a process was started with; none when there is no such process. */
export function commandOf(pid: string): string[] {
  try {
    return pid === '' ? [] : readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}
