import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A migrated database of its own, copied from the template in a few dozen milliseconds. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase('template template_spindle')
}

/** One that is yet to be migrated. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('')
}

async function createDatabase(from: string): Promise<TestDatabase> {
  const serverUrl = process.env['TEST_SERVER_URL']
  if (serverUrl === undefined) throw new Error('The test server is started by globalSetup')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name} ${from}`)
  return {
    url: serverUrl.replace(/\/spindle$/, `/${name}`),
    drop: () => onServer(serverUrl, `drop database ${name} with (force)`),
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Two copies of one template wait for each other instead of failing.
    await client.query('select pg_advisory_lock(1)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
