import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import pino from 'pino'
import { Queue } from '../../workers/queue.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { until, untilLocksAreAwaited } from '../support/until.ts'

describe('a queue that is stopped while it starts', () => {
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

  it('stops its runner as soon as the runner has started, and closes its connections', async () => {
    const queue = new Queue({
      databaseUrl: database.url,
      pooled: false,
      concurrency: 1,
      tasks: {},
      onTurnAnnounced: () => {},
      logger: pino({ level: 'silent' }),
      onFatal: () => {},
    })
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
})
