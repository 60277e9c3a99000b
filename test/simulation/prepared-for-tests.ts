import { afterAll, beforeAll } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { PreparedDatabase } from './run/database/prepared-database.ts'

/** Prepares one database for all simulations of a test file, and drops it after them. Returns a function that gives it. */
export function preparedForTests(): () => PreparedDatabase {
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

  return () => prepared
}
