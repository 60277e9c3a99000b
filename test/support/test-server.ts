import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import pg from 'pg'
import { startEmbeddedServer } from '../../src/operation/embedded/embedded-server.ts'
import { migrate } from '../../src/operation/migrations/migrate.ts'
import { prepareData } from './data/prepared-data.ts'
import { openScratch } from './scratch.ts'

const runLock = 732_611_410

/** The values that the test run passes to its test files in the environment. */
export interface TestServer {
  /** The URL of the database server on which the tests create and drop their databases. */
  readonly url: string
  /** The prefix of the names of all databases that this test run creates. */
  readonly prefix: string
  /** A folder with a prepared database that tests copy; null if the server was given by TEST_DATABASE_URL. */
  readonly preparedData: string | null
  stop(): Promise<void>
}

/**
 * Opens a database server for a test run with a migrated template, from which each test file copies its own
 * database. The server is embedded, or the one of TEST_DATABASE_URL. The names of the databases contain the
 * number of this run, so that two runs on one server never use the same ones.
 */
export async function openTestServer(): Promise<TestServer> {
  const given = process.env['TEST_DATABASE_URL'] ?? ''
  const { url, preparedData, stop } =
    given === '' ? await startOwnServer() : { url: given, preparedData: null, stop: async () => {} }
  const run = randomInt(2 ** 31)
  const prefix = `spindle_test_${run}_`
  const admin = new pg.Client({ connectionString: url })
  const close = async () => {
    await dropDatabases(admin, prefix)
    await admin.end()
    await stop()
  }
  try {
    await admin.connect()
    await admin.query('select pg_advisory_lock($1, $2)', [runLock, run])
    await dropLeftovers(admin)
    await admin.query(`create database ${templateOf(prefix)}`)
    await migrate(databaseAt(url, templateOf(prefix)))
    return { url, prefix, preparedData, stop: close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

export function templateOf(prefix: string): string {
  return `${prefix}template`
}

export function databaseAt(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function startOwnServer(): Promise<Pick<TestServer, 'url' | 'preparedData' | 'stop'>> {
  const [directory, preparedData] = [openScratch(), openScratch()]
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'on',
    max_connections: '300',
  }
  await prepareData(directory, preparedData, settings)
  const server = await startEmbeddedServer(directory, settings)
  return {
    preparedData,
    // Returns the database URL of the administrator to the tests, because the service's role may not create
    // databases.
    url: server.adminUrl,
    stop: async () => {
      await server.stop()
      for (const folder of [directory, preparedData]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Drops databases of test runs that were killed. A run holds its lock as long as its process lives, so a free
 * lock means that it has ended.
 */
async function dropLeftovers(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ run: number }>(
    `select distinct split_part(datname, '_', 3)::int as run from pg_database where datname ~ '^spindle_test_\\d+_'`,
  )
  for (const { run } of rows) {
    const lock = [runLock, run]
    const got = await admin.query<{ free: boolean }>('select pg_try_advisory_lock($1, $2) as free', lock)
    if (got.rows[0]?.free !== true) continue
    await dropDatabases(admin, `spindle_test_${run}_`)
    await admin.query('select pg_advisory_unlock($1, $2)', lock)
  }
}

async function dropDatabases(admin: pg.Client, prefix: string): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`)
}
