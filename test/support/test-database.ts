import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Demo } from '../../src/use-cases/account/demo/set-up-demo.ts'
import { databaseAt, templateOf } from './test-server.ts'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** Creates a migrated database for a test, copied from the template in a few dozen milliseconds. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase((prefix) => copyOf(templateOf(prefix)))
}

/** Creates an empty database for a test that is not migrated. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(() => '')
}

/** The demo in the database that tests copy, as JSON; null until this process has made it or found it. */
let madeDemo: Promise<string> | null = null

/**
 * Creates a database for a test that contains the demo. `makeDemo` is called only once in a test run, because it takes
 * as long as copying a database. All later databases are copied from the database that `makeDemo` filled.
 */
export async function createDemoDatabase(
  makeDemo: (url: string) => Promise<Demo>,
): Promise<TestDatabase & { readonly demo: Demo }> {
  madeDemo ??= findOrMakeDemo(makeDemo).catch((error: unknown) => {
    madeDemo = null
    throw error
  })
  const demo = JSON.parse(await madeDemo) as Demo
  return { ...(await createDatabase((prefix) => copyOf(demoTemplateOf(prefix)))), demo }
}

/** Returns the demo of the database that tests copy, as JSON. Other processes read it from the comment of this database. */
function findOrMakeDemo(makeDemo: (url: string) => Promise<Demo>): Promise<string> {
  return asAdministrator(async (admin, { serverUrl, prefix }) => {
    const name = demoTemplateOf(prefix)
    const { rows } = await admin.query<{ demo: string | null }>(
      `select shobj_description(oid, 'pg_database') as demo from pg_database where datname = $1`,
      [name],
    )
    const found = rows[0]?.demo ?? null
    if (found !== null) return found
    // Drops the database of a process that was killed before it had made the demo.
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`create database ${name} ${copyOf(templateOf(prefix))}`)
    const demo = JSON.stringify(await makeDemo(databaseAt(serverUrl, name)))
    await untilUnused(admin, name)
    await admin.query(`comment on database ${name} is ${pg.escapeLiteral(demo)}`)
    return demo
  })
}

function demoTemplateOf(prefix: string): string {
  return `${prefix}demo`
}

/**
 * Returns the options of `create database` that copy the files of a database. The usual way copies pages through the
 * log, which takes twice the processor time.
 */
function copyOf(template: string): string {
  return `template ${template} strategy file_copy`
}

function createDatabase(from: (prefix: string) => string): Promise<TestDatabase> {
  return asAdministrator(async (admin, { serverUrl, prefix }) => {
    const name = `${prefix}${randomBytes(6).toString('hex')}`
    await admin.query(`create database ${name} ${from(prefix)}`)
    return {
      url: databaseAt(serverUrl, name),
      drop: async () => {
        const dropping = await administrator(serverUrl)
        await untilUnused(dropping, name)
        await dropping.query(`drop database ${name} with (force)`)
      },
    }
  })
}

/**
 * Calls `work` with a lock, so that two processes that copy the same database at once wait for each other instead of
 * failing. Calls of one process share their connection, so they do not wait for each other's lock.
 */
async function asAdministrator<Result>(
  work: (admin: pg.Client, run: { readonly serverUrl: string; readonly prefix: string }) => Promise<Result>,
): Promise<Result> {
  const { TEST_SERVER_URL: serverUrl, TEST_DATABASE_PREFIX: prefix } = process.env
  if (serverUrl === undefined || prefix === undefined)
    throw new Error('A test that needs a database belongs to the part "integration" of jest.config.ts')
  const admin = await administrator(serverUrl)
  await admin.query('select pg_advisory_lock(hashtext($1))', [prefix])
  try {
    return await work(admin, { serverUrl, prefix })
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($1))', [prefix])
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
