import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import pg from 'pg'
import { schemaText } from '../../../scripts/schema-text.ts'
import { createTestDatabase } from '../../support/test-database.ts'

it('migrations/schema.sql is the result of the dated files in a new database; if not: npm run schema', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const written = readFileSync(new URL('../../../migrations/schema.sql', import.meta.url), 'utf8')
    expect(written).toBe(await schemaText(client))
  } finally {
    await client.end()
    await database.drop()
  }
})
