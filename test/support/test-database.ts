import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { databaseAt, templateOf } from './test-server.ts'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** Creates a migrated database for a test, copied from the template in a few dozen milliseconds. */
export function createTestDatabase(): Promise<TestDatabase> {
  // Copies the files of the template database for a test. The usual way copies pages through the log, which
  // takes twice the processor time.
  return createDatabase((prefix) => `template ${templateOf(prefix)} strategy file_copy`)
}

/** Creates an empty database for a test that is not migrated. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(() => '')
}

async function createDatabase(from: (prefix: string) => string): Promise<TestDatabase> {
  const { TEST_SERVER_URL: serverUrl, TEST_DATABASE_PREFIX: prefix } = process.env
  if (serverUrl === undefined || prefix === undefined)
    throw new Error('A test that needs a database belongs to the part "integration" of jest.config.ts')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  const admin = await administrator(serverUrl)
  // Takes a lock, so that two tests that copy the template database at once wait for each other instead of failing.
  await admin.query('select pg_advisory_lock(hashtext($1))', [prefix])
  try {
    await admin.query(`create database ${name} ${from(prefix)}`)
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($1))', [prefix])
  }
  return {
    url: databaseAt(serverUrl, name),
    drop: async () => {
      const dropping = await administrator(serverUrl)
      await untilUnused(dropping, name)
      await dropping.query(`drop database ${name} with (force)`)
    },
  }
}

/**
 * Waits up to 300 ms until no connection uses a database. A pool that has ended may still be closing its connections; it
 * would report an error if the server ended them first.
 */
async function untilUnused(admin: pg.Client, name: string): Promise<void> {
  const deadline = performance.now() + 300
  while (performance.now() < deadline) {
    const { rowCount } = await admin.query('select from pg_stat_activity where datname = $1 limit 1', [name])
    if (rowCount === 0) return
    await setTimeout(10)
  }
}

let connected: Promise<pg.Client> | null = null

/**
 * Returns the connection with which this process creates and drops databases. All test files of the process share
 * it, because connecting for each statement takes a third of the processor time of creating and dropping a database.
 */
function administrator(serverUrl: string): Promise<pg.Client> {
  connected ??= connect(serverUrl).catch((error: unknown) => {
    connected = null
    throw error
  })
  return connected
}

async function connect(serverUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: serverUrl })
  // Connects again for the next database if the server has ended the connection.
  client.on('error', () => {
    connected = null
  })
  await client.connect()
  // Lets the process end while the connection is open. The types of pg lack this method.
  ;(client as pg.Client & { unref(): void }).unref()
  return client
}
