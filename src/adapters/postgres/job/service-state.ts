import { DomainError } from '../../../domain/errors.ts'
import type { Backlog } from '../../../domain/job/backlog.ts'
import type { LiveWorker } from '../../../domain/job/live-worker.ts'
import type { Clock } from '../../../ports/clock.ts'
import { type ConnectionUse, databaseUnreachable, ServiceState } from '../../../ports/service-state.ts'
import type { Database, Statement } from '../database.ts'
import { sqlState } from '../faults.ts'
import { type AppliedFile, compareSchema, findAppliedFiles, isUsable } from '../schema/applied-file.ts'
import { type Release, thisRelease } from '../schema/release.ts'
import { backlogAt, beatOfWorker, leaveOfWorker, liveWorkers } from './runtime-status.ts'

/**
 * The methods of Knex's connection pool that say how many connections are in use; Knex does not declare them.
 */
interface Pool {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

const findApplied: Statement = { name: 'find_applied_files', text: findAppliedFiles }

/**
 * `PostgresServiceState` checks that this version can work on the database. A database that a newer version has
 * migrated is fine. While that version is rolled out, processes of this version continue, and may be started
 * again.
 */
export class PostgresServiceState extends ServiceState {
  readonly #database: Database
  readonly #clock: Clock
  readonly #release: Release

  constructor(database: Database, clock: Clock, release: Release = thisRelease()) {
    super()
    this.#database = database
    this.#clock = clock
    this.#release = release
  }

  override connectionUse(): ConnectionUse | null {
    const pool = this.#database.knex.client.pool as Pool
    return { used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() }
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

  override beat(workerId: string): Promise<void> {
    return beatOfWorker(this.#database, workerId)
  }

  override leave(workerId: string): Promise<void> {
    return leaveOfWorker(this.#database, workerId)
  }

  override live(): Promise<readonly LiveWorker[]> {
    return liveWorkers(this.#database)
  }

  override backlog(): Promise<Backlog> {
    return backlogAt(this.#database, this.#clock.now())
  }
}
