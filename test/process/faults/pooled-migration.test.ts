import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { migrate } from '../../../src/operation/migrations/migrate.ts'
import { assertDirectDatabase } from '../../../src/operation/process/assert-direct-database.ts'
import { DatabaseProxy } from '../../support/servers/database-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

describe('a migration with DATABASE_POOLED', () => {
  let database: TestDatabase
  let pooler: DatabaseProxy
  beforeAll(async () => {
    database = await createTestDatabase()
    pooler = await DatabaseProxy.before(database.url)
    pooler.changeProcessIds()
  })
  afterAll(async () => {
    pooler.close()
    await database.drop()
  })

  it('is refused with what to do if a pooler is in front of the database', async () => {
    await expect(assertDirectDatabase(pooler.url, { databasePooled: true })).rejects.toThrow(
      /^A migration needs a direct connection to PostgreSQL, .* Run `npm run migrate` with a DATABASE_URL of PostgreSQL itself/,
    )
  })

  it('runs with a direct connection, although the other processes use a pooler', async () => {
    await assertDirectDatabase(database.url, { databasePooled: true })
  })

  it('runs by a pooler of whole sessions', async () => {
    await assertDirectDatabase(pooler.url, { databasePooled: false })
    expect(await migrate(pooler.url)).toEqual([])
  })
})
