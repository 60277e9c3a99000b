import type pg from 'pg'
import { type Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import type { Database } from './database.ts'
import { ApiKeyRepository } from './repositories/api-keys.ts'
import { DataTableRepository } from './repositories/data-tables.ts'
import { IdempotencyKeyRepository } from './repositories/idempotency-keys.ts'
import { JobRepository } from './repositories/jobs.ts'
import { MeterRepository } from './repositories/meters.ts'
import { OrganizationRepository } from './repositories/organizations.ts'
import { PasswordResetRepository } from './repositories/password-resets.ts'
import { PlanRepository } from './repositories/plans.ts'
import { ProjectRepository } from './repositories/projects.ts'
import { RecordRepository } from './repositories/records.ts'
import { SessionRepository } from './repositories/sessions.ts'
import { SpinnerRepository } from './repositories/spinners.ts'
import { UserRepository } from './repositories/users.ts'
import { WakeupRepository } from './repositories/wakeups.ts'
import type { Session } from './rows.ts'

export class PostgresUnitOfWork extends UnitOfWork {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#database.withConnection(async (connection) => {
      // Not awaited: it travels with the first statement of the work.
      const begun = connection.query('begin')
      begun.catch(() => {})
      try {
        const result = await work(transactionOn({ knex: this.#database.knex, connection }))
        await begun
        await commit(connection)
        return result
      } catch (error) {
        await connection.query('rollback').catch(() => {})
        throw error
      }
    })
  }
}

/** PostgreSQL answers the commit of a failed transaction with a rollback, and without an error. */
async function commit(connection: pg.Client): Promise<void> {
  const { command } = await connection.query('commit')
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back because one of its statements failed')
}

function transactionOn(session: Session): Transaction {
  return {
    plans: new PlanRepository(session),
    organizations: new OrganizationRepository(session),
    users: new UserRepository(session),
    sessions: new SessionRepository(session),
    passwordResets: new PasswordResetRepository(session),
    apiKeys: new ApiKeyRepository(session),
    projects: new ProjectRepository(session),
    dataTables: new DataTableRepository(session),
    records: new RecordRepository(session),
    spinners: new SpinnerRepository(session),
    jobs: new JobRepository(session),
    meters: new MeterRepository(session),
    idempotencyKeys: new IdempotencyKeyRepository(session),
    wakeups: new WakeupRepository(session),
  }
}
