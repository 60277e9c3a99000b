import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Database, type Statement } from '../../src/adapters/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

/** Writes to the write-ahead log. Returns the position in the log. */
const writeLog: Statement = {
  name: 'write_log',
  text: "select pg_logical_emit_message(true, 'test', 'written'::text)::text as position",
}
const forbidToWriteLog: Statement = {
  name: 'forbid_to_write_log',
  text: `do $$ declare emit regprocedure;
         begin
           for emit in select p.oid from pg_proc p where p.proname = 'pg_logical_emit_message' loop
             execute format('revoke execute on function %s from public', emit);
           end loop;
         end $$`,
}
/** Makes the test's connection one that cannot write to the log, after the commit of this statement. */
const becomeReader: Statement = {
  name: 'become_reader',
  text: "select set_config('role', 'pg_monitor', false)",
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

  it('writes nothing to the disk if the statement returns no row', async () => {
    database = new Database({ url: test.url, poolSize: 1 })
    await database.write(forbidToWriteLog, [])
    await database.write(becomeReader, [])
    const nothing = { name: 'nothing', text: 'select 1 where false' }
    expect(await database.writeThenFlush(nothing, [])).toEqual([])
  })

  it('has an unknown outcome if its commit succeeds, but does not reach the disk', async () => {
    database = new Database({ url: test.url, poolSize: 1 })
    await database.write(forbidToWriteLog, [])
    await expect(database.writeThenFlush(becomeReader, [])).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  })
})
