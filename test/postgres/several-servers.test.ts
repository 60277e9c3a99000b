import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import pino from 'pino'
import { serversOf } from '../../src/adapters/postgres/servers.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../src/operation/embedded/embedded-server.ts'
import { migrate } from '../../src/operation/migrations/migrate.ts'
import { type Runtime, startRuntime } from '../../workers/runtime.ts'
import { type Api, createApi, lead } from '../support/api.ts'
import { openScratch } from '../support/scratch.ts'
import { until } from '../support/until.ts'
import { type World, worldOn } from '../support/world.ts'

describe('a DATABASE_URL with two servers, a primary and a replica', () => {
  const directories: string[] = []
  let first: EmbeddedServer
  let second: EmbeddedServer
  let world: World
  let api: Api
  let runtime: Runtime
  const fatal: unknown[] = []

  beforeAll(async () => {
    const [one, other] = [openScratch(), openScratch()]
    directories.push(one, other)
    first = await startEmbeddedServer(one)
    await migrate(first.url)
    await first.stop()
    second = await startEmbeddedServer(other)
    await second.stop()
    // Replaces the test's second database server by a standby of the first. A commit is acknowledged once both
    // servers have it.
    execFileSync('rm', ['-r', second.directory])
    execFileSync('cp', ['-a', first.directory, second.directory])
    first = await startEmbeddedServer(one, { synchronous_standby_names: 'second' })
    const { port, username, password } = new URL(first.adminUrl)
    const cluster = join(second.directory, 'cluster')
    writeFileSync(join(cluster, 'standby.signal'), '')
    appendFileSync(
      join(cluster, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password} application_name=second'\n`,
    )
    second = await startEmbeddedServer(other)

    const both = new URL(first.url)
    // The test's database URL names the standby first, so a client that uses the first server that answers
    // would fail.
    const url = both.href.replace(both.host, `${new URL(second.url).host},${both.host}`)
    world = await worldOn(url, async () => {})
    world.clock.run()
    api = await createApi(world)
    runtime = await startRuntime(world.container, {
      databaseUrl: url,
      concurrency: 2,
      logger: pino({ level: 'silent' }),
      onFatal: (error) => fatal.push(error),
    })
  })
  afterAll(async () => {
    await runtime.stop()
    await api.close()
    await world.close()
    await second.stop()
    for (const directory of directories) rmSync(directory, { recursive: true, force: true })
  })

  it('writes to the primary, and to the other server after its promotion, and loses no acknowledged row', async () => {
    const acknowledged: string[] = []
    const seen = new Set<string>()
    const sending = new AbortController()
    const clients = Array.from({ length: 4 }, async (_, client) => {
      for (let turn = 0; !sending.signal.aborted; turn++) {
        const record = { ...lead(turn), account_id: `${client}-${turn}` }
        const { status, body } = await api.ingest([record])
        if (status === 201) acknowledged.push(record.account_id)
        else seen.add(`${status} ${String(body['code'])}`)
        if (status !== 201) await new Promise((done) => setTimeout(done, 50))
      }
    })
    await until(() => acknowledged.length > 20)

    const [pid] = readFileSync(join(first.directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGQUIT')
    await until(() => seen.has('503 OVERLOADED'))
    const before = acknowledged.length
    const admin = new pg.Client({ connectionString: second.adminUrl })
    await admin.connect()
    await admin.query('select pg_promote()')
    await admin.end()
    await until(() => acknowledged.length > before + 20)
    sending.abort()
    await Promise.all(clients)

    expect([...seen].filter((what) => !what.startsWith('503 '))).toEqual([])
    const sql = new pg.Client({ connectionString: second.url })
    await sql.connect()
    const { rows } = await sql.query<{ id: string }>("select data->>'account_id' as id from records")
    await sql.end()
    const stored = new Map<string, number>()
    for (const { id } of rows) stored.set(id, (stored.get(id) ?? 0) + 1)
    expect(acknowledged.filter((id) => stored.get(id) !== 1)).toEqual([])

    const jobId = String((await api.trigger()).body['jobId'])
    await until(async () => (await api.job(jobId)).body['status'] === 'completed')
    expect(fatal).toEqual([])
  })
})

it('a URL with commas between its hosts names that many servers', () => {
  expect(serversOf('postgres://user:a%2Cb@one:5432,two,[::1]:7/spindle?sslmode=require')).toEqual([
    'postgres://user:a%2Cb@one:5432/spindle?sslmode=require',
    'postgres://user:a%2Cb@two/spindle?sslmode=require',
    'postgres://user:a%2Cb@[::1]:7/spindle?sslmode=require',
  ])
  expect(serversOf('postgres://one/spindle')).toEqual(['postgres://one/spindle'])
})
