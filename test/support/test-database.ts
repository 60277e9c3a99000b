import { randomBytes } from 'node:crypto'
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
  await onServer(serverUrl, prefix, `create database ${name} ${from(prefix)}`)
  return {
    url: databaseAt(serverUrl, name),
    drop: () => onServer(serverUrl, prefix, `drop database ${name} with (force)`),
  }
}

async function onServer(url: string, prefix: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Takes a lock, so that two tests that copy the template database at once wait for each other instead of failing.
    await client.query('select pg_advisory_lock(hashtext($1))', [prefix])
    await client.query(statement)
  } finally {
    await client.end()
  }
}
