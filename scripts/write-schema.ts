import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedServer } from '../src/operation/embedded/embedded-server.ts'
import { migrate } from '../src/operation/migrations/migrate.ts'
import { argumentTypes } from './generated/argument-types.ts'
import { schemaText } from './generated/schema-text.ts'
import { tableTypes } from './generated/table-types.ts'

/**
 * Writes migrations/schema.sql, the row types of its tables, and the types of JSON arguments of its functions,
 * from a new database to which the dated files were applied.
 */
const scratch = mkdtempSync(join(tmpdir(), 'spindle-schema-'))
// Lets the user account of the embedded PostgreSQL server enter the scratch folder; otherwise the server
// would place its data elsewhere.
chmodSync(scratch, 0o755)
const server = await startEmbeddedServer(scratch)
try {
  await migrate(server.url)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const write = (path: string, text: string) => writeFileSync(new URL(`../${path}`, import.meta.url), text)
  write('migrations/schema.sql', await schemaText(client))
  write('src/adapters/postgres/schema/tables.ts', await tableTypes(client))
  write('src/adapters/postgres/schema/arguments.ts', await argumentTypes(client))
  await client.end()
} finally {
  await server.stop()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10 })
}
