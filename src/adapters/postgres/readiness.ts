import { DomainError } from '../../domain/errors.ts'
import { databaseUnreachable, Readiness } from '../../ports/readiness.ts'
import type { Database, Statement } from './database.ts'
import { sqlState } from './faults.ts'
import { type AppliedFile, compareSchema, findAppliedFiles, isUsable } from './schema/applied-file.ts'
import { type Release, thisRelease } from './schema/release.ts'

const findApplied: Statement = { name: 'find_applied_files', text: findAppliedFiles }

/**
 * `PostgresReadiness` checks that this version can work on the database. A database that a newer version has
 * migrated is fine. While that version is rolled out, processes of this version continue, and may be started
 * again.
 */
export class PostgresReadiness extends Readiness {
  readonly #database: Database
  readonly #release: Release

  constructor(database: Database, release: Release = thisRelease()) {
    super()
    this.#database = database
    this.#release = release
  }

  override async missing(): Promise<string | null> {
    try {
      const applied = await this.#database.read<AppliedFile>(findApplied, [])
      return isUsable(compareSchema(this.#release, applied)) ? null : 'The database is not migrated'
    } catch (error) {
      if (sqlState(error) === '42P01') return 'The database is not migrated'
      if (error instanceof DomainError) return databaseUnreachable
      throw error
    }
  }
}
