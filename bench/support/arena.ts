import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createService } from '../../src/composition/service.ts'
import { readConfig } from '../../src/config.ts'
import { defaultPlans } from '../../src/domain/plan/plan.ts'
import { startEmbeddedServer } from '../../src/operation/embedded/embedded-server.ts'
import { migrate } from '../../src/operation/migrations/migrate.ts'
import { createLogger } from '../../src/operation/process/logger.ts'
import { type Demo, SetUpDemo } from '../../src/use-cases/account/demo/set-up-demo.ts'
import { OfferPlans } from '../../src/use-cases/plan/offer-plans.ts'
import { type Processes, parentOf } from './load/cpu-time.ts'
import { sizes } from './sizes.ts'
import { started, starting } from './started.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The deployment of a bench: the service, and the floor (a minimal server to compare it with). Each is a
 * process of its own; both use one fresh database.
 */
export interface Arena {
  readonly floor: string
  readonly service: string
  readonly servicePid: number
  /** The server processes of the floor and of the service, with that of their database. */
  readonly floorProcesses: Processes
  readonly serviceProcesses: Processes
  readonly demo: Demo
  readonly database: pg.Client
  /**
   * The environment variables for starting further processes of this deployment, such as the URL of its
   * database.
   */
  readonly environment: Readonly<Record<string, string>>
  /** Starts another API process on the same database, of this checkout or of another one. */
  launchApi(settings: Readonly<Record<string, string>>, checkout?: string): Promise<Launched>
}

/** Opens the deployment that all benches of a process share. */
export function openArena(): Promise<Arena> {
  opened ??= open()
  return opened
}

let opened: Promise<Arena> | null = null

async function open(): Promise<Arena> {
  const directory = openScratch()
  started(() => rmSync(directory, { recursive: true, force: true }))
  fillWithPrepared(directory)
  const server = await starting(startEmbeddedServer(directory), ({ stop }) => stop())
  const environment = {
    DATABASE_URL: server.url,
    SESSION_SECRET: 'x'.repeat(32),
    LOG_LEVEL: 'info',
    DATA_DIR: directory,
    DEFAULT_PLAN: 'unlimited',
    // Allows 100 GB of arrivals, so that no arrival of a bench is refused for the space of earlier ones.
    ARRIVAL_MEGABYTES: '100000',
  }
  const demo = await prepare(environment)
  const ofFloor = { ...environment, PORT: '0', FLOOR_KEY: demo.apiKey }
  const [{ url: floor, pid: floorPid }, { url: service, pid: servicePid }] = await Promise.all([
    launch('bench/support/floor/floor.ts', ofFloor, directory),
    launch('src/api.ts', { ...environment, PORT: '0' }, directory),
  ])
  // Connects to the database as the superuser, because the role of the service may not run a checkpoint.
  const own = new URL(server.adminUrl)
  own.pathname = '/spindle'
  const database = new pg.Client({ connectionString: own.href })
  await database.connect()
  started(() => database.end())
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  const databasePid = parentOf(rows[0]?.pid ?? 0)
  const launchApi = (further: Readonly<Record<string, string>>, checkout = root) =>
    launch('src/api.ts', { ...environment, PORT: '0', ...further }, directory, 'several.log', checkout)
  const floorProcesses = { api: floorPid, database: databasePid }
  const serviceProcesses = { api: servicePid, database: databasePid }
  return {
    floor,
    service,
    servicePid,
    floorProcesses,
    serviceProcesses,
    demo,
    database,
    environment,
    launchApi,
  }
}

/**
 * Creates a temporary folder that the operating system's user of PostgreSQL may enter. Otherwise the database
 * would be created elsewhere if the bench runs as root.
 */
function openScratch(): string {
  const directory = mkdtempSync(join(tmpdir(), 'spindle-bench-'))
  chmodSync(directory, 0o755)
  return directory
}

/**
 * Copies the database that `npm test` has prepared, to save time in a smoke run (BENCH_SMOKE=1), whose
 * figures mean nothing.
 */
function fillWithPrepared(directory: string): void {
  if (sizes.preparedData !== '') execFileSync('cp', ['-a', `${sizes.preparedData}/.`, directory])
}

/**
 * Creates the demo of the bench. Another version that the bench compares migrates the database first, because it
 * refuses a database that never had the functions that it calls.
 */
async function prepare(
  environment: Readonly<Record<string, string>> & { DATABASE_URL: string },
): Promise<Demo> {
  const url = environment.DATABASE_URL
  if (sizes.base !== undefined)
    execFileSync(process.execPath, ['src/migrate.ts'], {
      cwd: sizes.base,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  await migrate(url)
  const { container, close } = createService(readConfig(environment), url, createLogger('silent'))
  await container.get(OfferPlans).execute(defaultPlans)
  const demo = await container.get(SetUpDemo).execute('unlimited')
  await close()
  if (demo === null) throw new Error('The bench needs a fresh database')
  return demo
}

interface Launched {
  readonly url: string
  readonly pid: number
}

/**
 * Starts a process whose log is a file. Resolves once the log names the address at which the process listens.
 */
async function launch(
  script: string,
  environment: Record<string, string>,
  directory: string,
  logName = `${basename(script)}.log`,
  checkout = root,
): Promise<Launched> {
  const path = join(directory, logName)
  const log = openSync(path, 'w')
  const profiling = (process.env['BENCH_NODE_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '')
  const child = spawn(process.execPath, [...profiling, script], {
    cwd: checkout,
    env: { ...process.env, ...environment },
    stdio: ['ignore', log, 'inherit'],
  })
  const exited = new Promise((done) => child.once('exit', done))
  started(() => {
    child.kill('SIGTERM')
    return exited
  })
  for (let tries = 0; tries < 1_200 && child.exitCode === null; tries++) {
    const [, port] = /"port":(\d+)/.exec(readFileSync(path, 'utf8')) ?? []
    if (port !== undefined) return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
    await setTimeout(50)
  }
  throw new Error(`${script} did not start`)
}

export function print(rows: readonly (readonly (string | number)[])[]): void {
  const texts = rows.map((row) => row.map(String))
  const widths = (texts[0] ?? []).map((_, column) =>
    Math.max(...texts.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of texts) {
    process.stdout.write(
      `${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}\n`,
    )
  }
}

export const thousands = (value: number): string => Math.round(value).toLocaleString('en')
