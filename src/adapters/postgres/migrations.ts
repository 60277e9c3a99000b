import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import knexFactory, { type Knex } from 'knex'
import pg from 'pg'
import { runDataSteps } from './data-steps.ts'

const directory = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Names migrations without their extension, so that building or renaming .ts to .js never looks like another migration. */
export const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () => {
    const files = await readdir(directory)
    return files.filter((file) => file.endsWith('.ts')).toSorted()
  },
  getMigrationName: (file) => file.replace(/\.ts$/, ''),
  getMigration: (file) => import(join(directory, file)) as Promise<Knex.Migration>,
}

/** Any number that nothing else in this database uses. */
const migrationLock = 7_326_114_001

/**
 * Brings the database to the present schema, and what is stored to the form that it is looked for in. Processes
 * that start together take turns. Answers what the operator should know.
 */
export async function migrate(url: string): Promise<readonly string[]> {
  const alone = new pg.Client({ connectionString: url })
  await alone.connect()
  try {
    await alone.query('select pg_advisory_lock($1)', [migrationLock])
    const knex = knexFactory({
      client: 'pg',
      connection: url,
      pool: { min: 0, max: 1 },
      compileSqlOnError: false,
    })
    try {
      await knex.migrate.latest({ migrationSource })
    } finally {
      await knex.destroy()
    }
    await runMigrations({ connectionString: url })
    return await runDataSteps(alone)
  } finally {
    await alone.end()
  }
}

export async function migrationNames(): Promise<string[]> {
  const files = await migrationSource.getMigrations([])
  return files.map((file) => migrationSource.getMigrationName(file))
}
