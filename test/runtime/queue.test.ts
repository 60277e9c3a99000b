import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import pino from 'pino'
import { Queue } from '../../workers/queue.ts'
import { unusedPort } from '../support/servers/unused-port.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { until, untilLocksAreAwaited } from '../support/until.ts'

describe('a queue', () => {
  let database: TestDatabase
  let holder: pg.Client
  let sql: pg.Client

  beforeEach(async () => {
    database = await createTestDatabase()
    holder = new pg.Client({ connectionString: database.url })
    sql = new pg.Client({ connectionString: database.url })
    await Promise.all([holder.connect(), sql.connect()])
  })
  afterEach(async () => {
    await Promise.all([holder.end(), sql.end()])
    await database.drop()
  })

  const connections = async () => {
    const { rowCount } = await sql.query(
      `select from pg_stat_activity
        where datname = current_database() and application_name like 'spindle-runtime%'`,
    )
    return rowCount
  }

  const queueOf = (onListening = () => {}, databaseUrl = database.url) =>
    new Queue({
      databaseUrl,
      pooled: false,
      concurrency: 1,
      tasks: {},
      onTurnAnnounced: () => {},
      onListening,
      logger: pino({ level: 'silent' }),
      onFatal: () => {},
    })

  it('that is stopped while it starts stops its runner as soon as the runner has started, and closes its connections', async () => {
    const queue = queueOf()
    // Delays the start: graphile-worker reads this table first.
    await holder.query('begin; lock table graphile_worker.migrations')
    const started = queue.start()
    await untilLocksAreAwaited(sql)
    expect(await connections()).toBe(1)
    const stopped = queue.stop()
    await holder.query('commit')
    await Promise.all([started, stopped])
    // The test has a few seconds of patience, because PostgreSQL notices the end of a connection a little later.
    await until(async () => (await connections()) === 0, 5_000)
  })

  it('that cannot connect no longer tries to start when the process has to end', async () => {
    const ending = new AbortController()
    const queue = queueOf(() => {}, `postgres://spindle@127.0.0.1:${await unusedPort()}/spindle`)
    const started = queue.start(ending.signal)
    ending.abort()
    await expect(started).rejects.toThrow('aborted')
    await queue.stop()
  })

  it('reports whenever it begins to listen, also after its connections were lost', async () => {
    let reports = 0
    const queue = queueOf(() => reports++)
    await queue.start()
    await until(() => reports === 1)
    await sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'spindle-runtime%'`,
    )
    await until(() => reports >= 2, 10_000)
    await queue.stop()
  })
})
