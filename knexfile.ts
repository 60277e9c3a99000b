import type { Knex } from 'knex'
import { migrationSource } from './src/adapters/postgres/schema/migration-source.ts'

/** For `knex migrate:list`. The functions, and the checks before them, belong to `npm run migrate`: migrate by that. */
const config: Knex.Config = {
  client: 'pg',
  connection: process.env['DATABASE_URL'] ?? '',
  migrations: { migrationSource: migrationSource() },
}

export default config
