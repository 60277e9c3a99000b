import type { Knex } from 'knex'
import { migrationSource } from './src/adapters/postgres/migrations.ts'

/** For the knex command line; the service itself migrates through `npm run migrate` or at `npm start`. */
const config: Knex.Config = {
  client: 'pg',
  connection: process.env['DATABASE_URL'] ?? '',
  migrations: { migrationSource, loadExtensions: ['.ts'] },
}

export default config
