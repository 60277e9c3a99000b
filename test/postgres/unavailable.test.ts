import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { type EmbeddedServer, startEmbeddedServer } from '../../src/operation/embedded/embedded-server.ts'
import { migrate } from '../../src/operation/migrations/migrate.ts'
import { type Api, createApi, lead } from '../support/api.ts'
import { metricsOf } from '../support/metrics.ts'
import { openScratch } from '../support/scratch.ts'
import { DatabaseProxy, type OutageKind } from '../support/servers/database-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { until } from '../support/until.ts'
import { createWorld, type World, worldOn } from '../support/world.ts'

describe('while every connection is taken', () => {
  let world: World
  let api: Api

  beforeAll(async () => {
    world = await createWorld([], 2)
    api = await createApi(world)
  })
  afterAll(() => world.close())

  it('a request gets 503 with Retry-After, writes nothing, and succeeds when one is free again', async () => {
    const { knex } = world.database
    const held = [await knex.client.acquireConnection(), await knex.client.acquireConnection()]
    const [ingest, trigger] = await Promise.all([api.ingest([lead(1)]), api.trigger()])
    for (const { status, body, headers } of [ingest, trigger]) {
      expect([status, body['code'], headers.get('retry-after')]).toEqual([503, 'OVERLOADED', '1'])
    }
    for (const connection of held) await knex.client.releaseConnection(connection)
    expect(await world.inspect.records(world.demo.dataTableId)).toEqual([])
    expect(await world.inspect.jobs()).toEqual([])
    expect([(await api.ingest([lead(1)])).status, (await api.trigger()).status]).toEqual([201, 201])
  })
})

describe('a database that is restarted under load', () => {
  let directory: string
  let server: EmbeddedServer
  let world: World
  let api: Api

  beforeAll(async () => {
    directory = openScratch()
    server = await startEmbeddedServer(directory)
    await migrate(server.url)
    world = await worldOn(server.url, async () => {})
    api = await createApi(world)
  })
  afterAll(async () => {
    await api.close()
    await world.close()
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  it('causes 503 until it is back, and loses no acknowledged row', async () => {
    const { port } = new URL(server.url)
    const acknowledged: string[] = []
    const seen = new Map<string, number>()
    /** The clients of the test that were refused since the set was last cleared. */
    const refused = new Set<number>()
    const sending = new AbortController()
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let turn = 0; !sending.signal.aborted; turn++) {
        const record = { ...lead(turn), account_id: `${client}-${turn}` }
        const { status, body } = await api.ingest([record])
        const what = status === 201 ? '201' : `${status} ${String(body['code'])}`
        seen.set(what, (seen.get(what) ?? 0) + 1)
        if (status === 201) acknowledged.push(record.account_id)
        else {
          refused.add(client)
          await new Promise((done) => setTimeout(done, 20))
        }
      }
    })
    await until(() => acknowledged.length >= 50)
    await server.stop()
    refused.clear()
    await until(() => refused.size === clients.length)
    const acknowledgedBefore = acknowledged.length
    const metrics = await metricsOf(world)
    server = await startEmbeddedServer(directory, { port })
    await until(() => acknowledged.length >= acknowledgedBefore + 50)
    sending.abort()
    await Promise.all(clients)

    expect(metrics.get('spindle_database_up')).toBe(0)
    expect(metrics.get('spindle_records_accepted_total{source="apiKey"}')).toBe(acknowledgedBefore)
    expect([...seen.keys()].filter((what) => what !== '201' && !what.startsWith('503'))).toEqual([])
    const sql = new pg.Client({ connectionString: server.url })
    await sql.connect()
    const { rows } = await sql.query<{ id: string }>("select data->>'account_id' as id from records")
    await sql.end()
    const stored = new Set(rows.map(({ id }) => id))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  })
})

describe('a database behind a proxy without a server', () => {
  let database: TestDatabase
  let proxy: DatabaseProxy
  let world: World
  let api: Api

  beforeAll(async () => {
    database = await createTestDatabase()
    proxy = await DatabaseProxy.before(database.url)
    world = await worldOn(proxy.url, async () => {})
    api = await createApi(world)
  })
  afterAll(async () => {
    await api.close()
    proxy.comeBack()
    await world.close()
    proxy.close()
    await database.drop()
  })

  it.each<OutageKind>(['closes', 'says so'])(
    'causes answers that nothing was written, if the proxy %s, and works when it is back',
    async (way) => {
      expect((await api.ingest([lead(1)])).status).toBe(201)
      proxy.startOutage(way)
      // Ignores the answers to the test's first requests, because their open connections may have been cut off
      // at any point.
      await Promise.all([api.ingest([lead(2)]), api.trigger()])
      for (let nth = 0; nth < 20; nth++) {
        const { status, body, headers } = await (nth % 4 === 0 ? api.trigger() : api.ingest([lead(2)]))
        expect([status, body['code'], headers.get('retry-after')]).toEqual([503, 'OVERLOADED', '1'])
      }
      proxy.comeBack()
      expect([(await api.ingest([lead(3)])).status, (await api.trigger()).status]).toEqual([201, 201])
    },
  )
})
