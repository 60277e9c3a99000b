import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Database, type Statement } from '../../src/adapters/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

/** Writes to the write-ahead log, in a commit that does not wait for the disk. Returns the position in the log. */
const writeLog: Statement = {
  name: 'write_log',
  text: `select set_config('synchronous_commit', 'off', true),
                pg_logical_emit_message(true, 'test', 'written'::text)::text as position`,
}
const isOnDisk: Statement = {
  name: 'is_on_disk',
  text: 'select pg_current_wal_flush_lsn() > $1::pg_lsn as "isOnDisk"',
}
const fail: Statement = { name: 'fail', text: 'select 1 / $1::int' }

describe('a statement that waits for the disk after its commit', () => {
  let test: TestDatabase
  let database: Database

  beforeEach(async () => {
    test = await createTestDatabase()
  })
  afterEach(async () => {
    await database.close()
    await test.drop()
  })

  it.each([false, true])('is on disk when it returns, with a pooler: %s', async (pooled) => {
    database = new Database({ url: test.url, poolSize: 2, pooled })
    for (let times = 0; times < 20; times++) {
      const [row] = await database.writeThenFlush<{ position: string }>(writeLog, [])
      expect(await database.read(isOnDisk, [row?.position])).toEqual([{ isOnDisk: true }])
    }
  })

  it('fails with the error of the statement, and leaves the connection usable', async () => {
    database = new Database({ url: test.url, poolSize: 1 })
    await expect(database.writeThenFlush(fail, [0])).rejects.toMatchObject({ code: '22012' })
    expect(await database.writeThenFlush(fail, [1])).toHaveLength(1)
  })
})
