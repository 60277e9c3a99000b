import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { QueuePool } from '../../workers/queue-pool.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

/**
 * The error that the test's queue raises. graphile-worker retries after it; an unknown error would leave an
 * unhandled promise rejection.
 */
const triedAgain = { code: '40001' }

describe('a write to the queue that fails', () => {
  let database: TestDatabase
  let pool: QueuePool
  let noRetries: AbortController
  let other: pg.Client

  beforeEach(async () => {
    database = await createTestDatabase()
    noRetries = new AbortController()
    const config = { connectionString: database.url, options: '-c lock_timeout=100' }
    pool = new QueuePool(config, noRetries.signal)
    other = new pg.Client({ connectionString: database.url })
    await other.connect()
  })
  afterEach(async () => {
    await other.end()
    await pool.end()
    await database.drop()
  })

  const said = async (text: string) => {
    const client = await pool.connect()
    return client.query(text).finally(() => client.release())
  }

  it('is retried if another transaction held a lock for too long, as during a commit on a standby', async () => {
    await other.query('begin; lock table plans')
    await expect(said('select from plans')).rejects.toMatchObject(triedAgain)
    await other.query('commit')
    await expect(said('select from plans')).resolves.toMatchObject({ rowCount: expect.any(Number) })
  })

  it.each([
    ['canceling statement due to user request', '57014'],
    ['could not extend file: No space left on device', '53100'],
  ])('is retried after "%s"', async (message, code) => {
    await expect(
      said(`do $$ begin raise exception '${message}' using errcode = '${code}'; end $$`),
    ).rejects.toMatchObject(triedAgain)
  })

  it('keeps its code once the stopping queue gives up', async () => {
    noRetries.abort()
    await other.query('begin; lock table plans')
    await expect(said('select from plans')).rejects.toMatchObject({ code: '55P03' })
    await other.query('rollback')
  })

  it('keeps its code if a retry would not help', async () => {
    await expect(said('select from nothing_of_this_name')).rejects.toMatchObject({ code: '42P01' })
  })
})

describe('the connection on which graphile-worker listens', () => {
  it('may be released twice, as when it breaks while the queue stops', async () => {
    const database = await createTestDatabase()
    const pool = new QueuePool({ connectionString: database.url }, new AbortController().signal)
    const release = await new Promise<(error?: Error) => void>((resolve) =>
      pool.connect((_error, _client, done) => resolve(done)),
    )
    release(new Error('The connection is broken'))
    release()
    expect(pool.totalCount).toBe(0)
    await pool.end()
    await database.drop()
  })
})
