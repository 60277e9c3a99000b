import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { isRoot, makeOpenDirectory, run, runAs, unprivileged } from './as-unprivileged.ts'

/**
 * The folder for embedded databases if the service runs as root and the user "nobody" cannot enter the data
 * directory.
 */
const elsewhere = '/var/lib/spindle'

/** The folder and version of an embedded database, found without creating folders or files. */
export interface FoundDatabase {
  /** The folder of the embedded database, whether it exists yet or not. */
  readonly cluster: string
  /** The major version of the PostgreSQL that created the database; null if there is none. */
  readonly major: number | null
  /**
   * The npm package whose PostgreSQL last ran on the database, with its version; null if it was not noted.
   */
  readonly brought: string | null
}

export async function findDatabase(dataDirectory: string): Promise<FoundDatabase> {
  const embeddedFolder = await embeddedFolderOf(resolve(dataDirectory))
  const cluster = join(embeddedFolder, 'cluster')
  return { cluster, major: majorOfCluster(cluster), brought: broughtTo(embeddedFolder) }
}

/** Returns the major version of the PostgreSQL that created a database; null if there is none. */
export function majorOfCluster(cluster: string): number | null {
  const version = join(cluster, 'PG_VERSION')
  return existsSync(version) ? Number(readFileSync(version, 'utf8')) : null
}

export const importedDatabaseFile = 'brought-by'

function broughtTo(embeddedFolder: string): string | null {
  const path = join(embeddedFolder, importedDatabaseFile)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

/**
 * Creates and returns the folder of the database. It is below the data directory, unless the user that the
 * database must run as cannot enter that (a checkout in root's own home).
 */
export async function databaseHome(dataDirectory: string): Promise<string> {
  mkdirSync(dataDirectory, { recursive: true })
  const embeddedFolder = await embeddedFolderOf(dataDirectory)
  if (embeddedFolder.startsWith(`${elsewhere}/`)) makeOpenDirectory(elsewhere)
  mkdirSync(embeddedFolder, { recursive: true, mode: 0o700 })
  if (isRoot) chownSync(embeddedFolder, unprivileged.uid, unprivileged.gid)
  return embeddedFolder
}

async function embeddedFolderOf(dataDirectory: string): Promise<string> {
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

/**
 * Returns the folders of the embedded databases that run on this machine, as far as this user may see them.
 */
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

/** Returns the command line of a process as words; empty if no process has that id. */
export function commandOf(pid: string): string[] {
  try {
    return pid === '' ? [] : readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}
