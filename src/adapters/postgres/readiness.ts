import { DomainError } from '../../domain/errors.ts'
import { Readiness } from '../../ports/readiness.ts'
import type { Database } from './database.ts'
import { sqlState } from './faults.ts'
import { migrationNames } from './migrations.ts'

export class PostgresReadiness extends Readiness {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async missing(): Promise<string | null> {
    try {
      const rows = await this.#database.read<{ name: string }>(
        { name: 'ready', text: 'select name from knex_migrations' },
        [],
      )
      const done = new Set(rows.map(({ name }) => name))
      return (await migrationNames()).every((name) => done.has(name)) ? null : 'The database is not migrated'
    } catch (error) {
      if (sqlState(error) === '42P01') return 'The database is not migrated'
      if (error instanceof DomainError) return 'The database cannot be reached'
      throw error
    }
  }
}
