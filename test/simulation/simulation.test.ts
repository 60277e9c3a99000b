import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { holds } from './run/holds.ts'
import { PreparedDatabase } from './run/prepared-database.ts'

describe('The simulator', () => {
  let database: TestDatabase
  let prepared: PreparedDatabase

  beforeAll(async () => {
    database = await createTestDatabase()
    prepared = await PreparedDatabase.open(database.url)
  })

  afterAll(async () => {
    await prepared.close()
    await database.drop()
  })

  it('sends a message for a record that was ingested and triggered', async () => {
    await expect(
      holds(prepared, {
        seed: 1,
        operations: [
          { operation: 'make a table', input: {} },
          { operation: 'ingest', input: { table: 0, people: [1, 2], by: 'key', repeats: 0 } },
        ],
      }),
    ).resolves.toBeUndefined()
  })
})
