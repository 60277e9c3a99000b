import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Database, execute, type Statement, type WriteQueue } from '../../src/adapters/postgres/database.ts'
import { inTransaction } from '../../src/adapters/postgres/transaction.ts'
import { DatabaseProxy } from '../support/servers/database-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

const say: Statement = { name: 'say', text: 'select $1::text as said' }

describe('connections to a database through a proxy', () => {
  let test: TestDatabase
  let proxy: DatabaseProxy
  let database: Database

  beforeEach(async () => {
    test = await createTestDatabase()
    proxy = await DatabaseProxy.before(test.url)
    database = new Database({ url: proxy.url, poolSize: 2, answerTimeoutMs: 500 })
  })
  afterEach(async () => {
    await database.close()
    proxy.close()
    await test.drop()
  })

  type Write = (words: string) => Promise<object[]>
  const on = (writer: Database | WriteQueue): Write => {
    return (words) => writer.write<{ said: string }>(say, [words])
  }

  it.each<[string, () => Write]>([
    ['a line', () => on(database.line())],
    ['the pool', () => on(database)],
  ])('carry nothing on %s after an unanswered query, and use another connection', async (_what, open) => {
    const write = open()
    await write('hello')
    proxy.fallSilent()
    const next = write('to nobody').then(
      () => null,
      // Writes again in the test as soon as the first write fails, as shared commits do with their next entries.
      (error: { code: string }) =>
        Promise.all([Promise.resolve(error.code), write('again'), write('and again')]),
    )
    expect(await next).toEqual(['OUTCOME_UNKNOWN', [{ said: 'again' }], [{ said: 'and again' }]])
  })

  it('report queries that a pooler refuses as not written, and then use another connection', async () => {
    const write = on(database.line())
    await write('hello')
    proxy.refuseNext()
    const refused = await Promise.allSettled([write('to nobody'), write('nor this')])
    expect(refused).toMatchObject([{ reason: { code: 'OVERLOADED' } }, { reason: { code: 'OVERLOADED' } }])
    expect(await write('again')).toEqual([{ said: 'again' }])
  })

  it('report a transaction that is lost before its commit as not written', async () => {
    const lost = inTransaction(database, async (connection) => {
      await execute(connection, say, ['hello'])
      proxy.startOutage('closes')
      await execute(connection, say, ['to nobody'])
    })
    await expect(lost).rejects.toMatchObject({ code: 'OVERLOADED' })
  })

  it('report a failed connection outside of the pool as not written', async () => {
    proxy.startOutage('closes')
    await expect(database.openConnection()).rejects.toMatchObject({ code: 'OVERLOADED' })
  })
})

it.each([false, true])(
  'a connection outside of the pool, like those in it, prepares no named statement behind a pooler (%s)',
  async (pooled) => {
    const test = await createTestDatabase()
    const database = new Database({ url: test.url, poolSize: 2, pooled })
    const connection = await database.openConnection()
    await execute(connection, say, ['hello'])
    const { rows } = await connection.query('select name from pg_prepared_statements')
    expect(rows).toEqual(pooled ? [] : [{ name: 'say' }])
    await database.close()
    await test.drop()
  },
)
