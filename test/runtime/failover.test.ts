import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import pino from 'pino'
import { type Runtime, startRuntime } from '../../workers/runtime.ts'
import { type Api, createApi, leads } from '../support/api.ts'
import { DatabaseProxy, type OutageKind } from '../support/servers/database-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { type World, worldOn } from '../support/world.ts'

const branches: readonly OutageKind[] = ['closes', 'says so']

const later = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe('a worker whose database is away for a while', () => {
  let database: TestDatabase
  let proxy: DatabaseProxy
  let world: World
  let api: Api
  let fatal: unknown[]
  let runtime: Runtime | null

  beforeEach(async () => {
    database = await createTestDatabase()
    proxy = await DatabaseProxy.before(database.url)
    world = await worldOn(proxy.url, async () => {})
    world.clock.run()
    api = await createApi(world)
    fatal = []
    runtime = null
  })
  afterEach(async () => {
    proxy.comeBack()
    await runtime?.stop()
    await api.close()
    await world.close()
    proxy.close()
    await database.drop()
  })

  const start = async () => {
    runtime = await startRuntime(world.container, {
      databaseUrl: proxy.url,
      concurrency: 2,
      logger: pino({ level: 'silent' }),
      onFatal: (error) => fatal.push(error),
    })
  }

  async function completed(jobId: string): Promise<Record<string, unknown>> {
    for (const until = Date.now() + 45_000; ; await later(50)) {
      const { body } = await api.job(jobId)
      if (body['status'] === 'completed' || Date.now() > until) return body
    }
  }

  it.each(branches)(
    'continues its job, if a proxy in between %s, and writes to nobody twice',
    async (way) => {
      await api.ingest(leads(500))
      await start()
      const jobId = String((await api.trigger()).body['jobId'])
      for (let nth = 0; nth < 3; nth++) {
        await later(100)
        proxy.startOutage(way)
        await later(1_500)
        proxy.comeBack()
      }
      expect(await completed(jobId)).toMatchObject({ status: 'completed', counts: { total: 500 } })
      const sql = new pg.Client({ connectionString: database.url })
      await sql.connect()
      const { rows } = await sql.query(
        'select record_id from captured_messages group by record_id having count(*) > 1',
      )
      await sql.end()
      expect(rows).toEqual([])
      expect(fatal).toEqual([])
    },
  )

  it('starts when the database becomes available', async () => {
    await api.ingest(leads(3))
    const jobId = String((await api.trigger()).body['jobId'])
    proxy.startOutage('says so')
    const starting = start()
    await later(2_000)
    proxy.comeBack()
    await starting
    expect(await completed(jobId)).toMatchObject({ status: 'completed' })
    expect(fatal).toEqual([])
  })
})
