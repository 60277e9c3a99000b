import type { Knex } from 'knex'
import { migrationSource } from './src/operation/migrations/migration-source.ts'

/**
 * Configuration for `knex migrate:list` only. Migrate with `npm run migrate`, because it also writes the SQL
 * functions and checks the database first.
 */
const config: Knex.Config = {
  client: 'pg',
  connection: process.env['DATABASE_URL'] ?? '',
  migrations: { migrationSource: migrationSource() },
}

export default config
