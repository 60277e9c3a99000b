import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import pino from 'pino'
import { withInstallationDatabase } from '../../src/operation/database/own-database.ts'
import { locateBinaries } from '../../src/operation/embedded/binaries.ts'
import { findDatabase } from '../../src/operation/embedded/embedded-folder.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../src/operation/embedded/embedded-server.ts'
import { isNotYetReady } from '../../src/operation/embedded/recovery-wait.ts'
import { migrate } from '../../src/operation/migrations/migrate.ts'
import { startRuntime } from '../../workers/runtime.ts'
import { createApi, lead } from '../support/api.ts'
import { checkOutFormer } from '../support/former-version.ts'
import { openScratch } from '../support/scratch.ts'
import { until, untilLocksAreAwaited } from '../support/until.ts'
import { worldOn } from '../support/world.ts'
import { Home } from './spindle-process.ts'

const secrets = { SMTP_URL: 'smtp://user:hush@mail.example.com', SESSION_SECRET: 'hush'.repeat(8) }

/** The SQLSTATE that the test expects when PostgreSQL refuses a statement to a role that is no superuser. */
const insufficientPrivilege = '42501'

const forbidden = [
  "copy (select 1) to program 'true'",
  "copy (select 1) to '/tmp/spindle-was-here'",
  "create temporary table t (line text); copy t from '/etc/passwd'",
  "select pg_read_file('/etc/passwd')",
  "select pg_ls_dir('.')",
  "select lo_import('/etc/passwd')",
  'select rolpassword from pg_authid',
  'create role other superuser',
  'create database other',
  'alter role spindle superuser',
  'set role spindle_admin',
  "alter system set log_statement = 'all'",
]

/**
 * Checks in the test that the service's database role is no superuser, whichever version created the data
 * folder.
 */
async function expectOrdinary(url: string): Promise<void> {
  const sql = new pg.Client({ connectionString: url })
  await sql.connect()
  try {
    const { rows } = await sql.query(
      `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
              (select datdba = r.oid from pg_database where datname = current_database()) as owns,
              exists (select from pg_auth_members where member = r.oid) as belongs
         from pg_roles r where rolname = current_user`,
    )
    expect(rows).toEqual([
      {
        rolname: 'spindle',
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
        owns: true,
        belongs: false,
      },
    ])
    for (const statement of forbidden) {
      const refusal = sql.query(statement).catch((error: { code: string }) => error.code)
      expect([statement, await refusal]).toEqual([statement, insufficientPrivilege])
    }
  } finally {
    await sql.end()
  }
}

/**
 * Returns the database objects that the service's role does not own; the test expects none, because a later
 * migration that changes them would be refused.
 */
async function ownedByOthers(server: EmbeddedServer): Promise<string[]> {
  const own = new URL(server.adminUrl)
  own.pathname = '/spindle'
  const sql = new pg.Client({ connectionString: own.href })
  await sql.connect()
  const { rows } = await sql.query<{ what: string }>(
    `with own as (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
     select what from (
       select relname as what, relowner as owner from pg_class where relnamespace in (select oid from own)
       union all select proname, proowner from pg_proc where pronamespace in (select oid from own)
       union all select typname, typowner from pg_type where typnamespace in (select oid from own)
       union all select nspname, nspowner from pg_namespace where nspname = 'graphile_worker') o
      where owner <> (select oid from pg_roles where rolname = 'spindle')`,
  )
  await sql.end()
  return rows.map(({ what }) => what)
}

describe('the database of npm start', () => {
  let directory: string
  let server: EmbeddedServer
  const before = { ...process.env }
  beforeAll(async () => {
    Object.assign(process.env, secrets)
    directory = openScratch()
    server = await startEmbeddedServer(directory)
  })
  afterAll(async () => {
    process.env = before
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  it('permits the service to read no files of the server, run no programs and change to no other role', async () => {
    await expectOrdinary(server.url)
  })

  it('permits the same as the documented rights on an external database', async () => {
    const admin = new pg.Client({ connectionString: server.adminUrl })
    await admin.connect()
    await admin.query("create role limited login password 'x'")
    await admin.query('create database managed')
    await admin.query('revoke all on database managed from public')
    await admin.query('grant connect, create on database managed to limited')
    await admin.end()
    const url = new URL(server.adminUrl)
    url.pathname = '/managed'
    const inside = new pg.Client({ connectionString: url.href })
    await inside.connect()
    await inside.query('grant usage, create on schema public to limited')
    await inside.end()
    Object.assign(url, { username: 'limited', password: 'x' })

    await migrate(url.href)
    const world = await worldOn(url.href, async () => {})
    const api = await createApi(world)
    const logger = pino({ level: 'silent' })
    const faults: unknown[] = []
    const onFatal = (error: unknown) => faults.push(error)
    const runtime = await startRuntime(world.container, {
      databaseUrl: url.href,
      concurrency: 1,
      logger,
      onFatal,
    })
    expect((await api.ingest([lead(1)])).status).toBe(201)
    expect((await api.trigger()).status).toBe(201)
    await until(async () => (await world.inspect.outbox()).length === 1)
    await runtime.stop()
    await api.close()
    await world.close()
    expect(faults).toEqual([])
  })

  it('has none of the service’s settings in its environment', () => {
    const [pid] = readFileSync(join(server.directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter((entry) => entry !== '')
      .map((entry) => entry.split('=')[0])
    // Expects only these variables in the environment of the embedded database. PostgreSQL and the shell that
    // pg_ctl uses set most of them.
    const allowed = /^(PATH|TZ|LANG|PG[A-Z_]*|LC_[A-Z]+|PWD|OLDPWD|SHLVL|_)$/
    expect(names.filter((name) => !allowed.test(name ?? ''))).toEqual([])
  })
})

describe('a data folder of the former version', () => {
  let former: string
  let home: Home
  beforeAll(async () => {
    former = openScratch()
    checkOutFormer(former)
    home = await Home.create()
  })
  afterAll(async () => {
    await home.remove()
    rmSync(former, { recursive: true, force: true })
  })

  it('is taken over with all its data', async () => {
    const first = home.launch({}, former)
    await home.ready(first)
    expect(await ingested('former')).toBe(201)
    expect(await first.stop()).toBe(0)

    const present = await home.start()
    expect(await ingested('present')).toBe(201)
    expect(await triggered()).toBe(201)
    const server = await startEmbeddedServer(home.directory)
    await expectOrdinary(server.url)
    expect(await ownedByOthers(server)).toEqual([])
    expect(await present.stop()).toBe(0)
  })

  const post = async (path: string, body?: unknown) => {
    const { status } = await fetch(`${home.url}/api/v1/public${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${home.demo.apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return status
  }
  const ingested = (name: string) => {
    const record = { name, phone: '1', account_id: name, email: 'ada@example.com' }
    return post('/ingest', { dataTableId: home.demo.dataTableId, records: [record] })
  }
  const triggered = () => post(`/trigger/${home.demo.spinnerId}`)
})

it('a command that ends leaves the embedded database to another command, and the last one stops it', async () => {
  const directory = openScratch()
  const env = { DATA_DIR: directory }
  const isRunning = () => existsSync(join(directory, 'postgres', 'cluster', 'postmaster.pid'))
  const one = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<string>()
  const longer = withInstallationDatabase(env, { creates: true }, async (url) => {
    begun.resolve(url)
    await one.promise
    return select(url)
  })
  const url = await begun.promise
  expect(await withInstallationDatabase(env, {}, select)).toBe(1)
  expect(isRunning()).toBe(true)
  // A command that begins while the last one stops the database starts it again.
  const next = longer.then(() => withInstallationDatabase(env, {}, select))
  one.resolve()
  const soon = withInstallationDatabase(env, {}, select)
  expect(await Promise.all([longer, soon, next])).toEqual([1, 1, 1])
  expect(isRunning()).toBe(false)
  await expect(select(url)).rejects.toThrow()
  rmSync(directory, { recursive: true, force: true })
})

it('a service that stops leaves the embedded database to a command, and the command stops it', async () => {
  const home = await Home.create()
  const service = await home.start()
  const env = { DATA_DIR: home.directory }
  const hasStopped = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const command = withInstallationDatabase(env, {}, async (url) => {
    begun.resolve()
    await hasStopped.promise
    return select(url)
  })
  await begun.promise
  expect(await service.stop()).toBe(0)
  hasStopped.resolve()
  expect(await command).toBe(1)
  const { cluster } = await findDatabase(home.directory)
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
  await home.remove()
})

it('a service stops the embedded database if a command has just found that the service owns it', async () => {
  const home = await Home.create()
  const service = await home.start()
  const command = new pg.Client({ connectionString: (await startEmbeddedServer(home.directory)).url })
  await command.connect()
  // Holds the lock that a command has at its end, while it finds out whether it may stop the database.
  await command.query('select pg_advisory_lock(7326114005)')
  const stopped = service.stop()
  await Promise.race([stopped, untilLocksAreAwaited(command)])
  await command.end()
  expect(await stopped).toBe(0)
  expect(home.database).toBeNull()
  await home.remove()
})

it('a stop does not end a database that another process has started meanwhile', async () => {
  const directory = openScratch()
  const { pgCtl } = await locateBinaries()
  // Starts the database again right after the first stop, as another process would.
  mkdirSync(join(directory, 'bin'))
  const again = join(directory, 'bin', 'pg_ctl')
  writeFileSync(
    again,
    `#!/bin/sh
    '${pgCtl}' "$@" || exit
    case "$*" in *' stop '*) ;; *) exit ;; esac
    test -e '${directory}/postgres/again' && exit
    touch '${directory}/postgres/again'
    '${pgCtl}' -D "$2" -w -l '${directory}/postgres/again.log' -o '-c unix_socket_directories=' start`,
  )
  chmodSync(again, 0o755)
  await (await startEmbeddedServer(directory)).stop()
  const stopped = await startEmbeddedServer(directory, {}, { binariesFolder: directory })
  await stopped.stop()
  const pidFile = join(directory, 'postgres', 'cluster', 'postmaster.pid')
  expect(existsSync(pidFile)).toBe(true)
  await stopped.stop()
  expect(existsSync(pidFile)).toBe(false)
  rmSync(directory, { recursive: true, force: true })
})

it('a connection that a stopping database ends during authentication is tried again', async () => {
  const stopping = createServer((socket) => socket.once('data', () => socket.end()))
  await once(stopping.listen(0, '127.0.0.1'), 'listening')
  const { port } = stopping.address() as AddressInfo
  const error = await select(`postgres://spindle@127.0.0.1:${port}/spindle`).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Error)
  expect(isNotYetReady(error)).toBe(true)
  stopping.close()
})

async function select(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query<{ one: number }>('select 1 as one')
    return rows[0]?.one
  } finally {
    await client.end().catch(() => {})
  }
}
