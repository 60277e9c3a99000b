import type pg from 'pg'
import { type Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { PostgresAccountLinkStore } from './account/account-link-store.ts'
import { PostgresApiKeyStore } from './account/api-key-store.ts'
import { PostgresConfirmationStore } from './account/confirmation-store.ts'
import { PostgresOrganizationStore } from './account/organization-store.ts'
import { PostgresPasswordResetStore } from './account/password-reset-store.ts'
import { PostgresSessionStore } from './account/session-store.ts'
import { PostgresUserStore } from './account/user-store.ts'
import { PostgresIdempotencyKeyStore } from './arrival/idempotency-key-store.ts'
import type { Database } from './database.ts'
import { PostgresJobStore } from './job/job-store.ts'
import { PostgresWakeupStore } from './job/wakeup-store.ts'
import { PostgresMeterStore } from './plan/meter-store.ts'
import { PostgresPlanStore } from './plan/plan-store.ts'
import type { OpenTransaction } from './rows.ts'
import { PostgresSpinnerStore } from './spinner/spinner-store.ts'
import { PostgresDataTableStore } from './table/data-table-store.ts'
import { PostgresProjectStore } from './table/project-store.ts'
import { PostgresRecordStore } from './table/record-store.ts'

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

function transactionOn(tx: OpenTransaction): Transaction {
  return {
    plans: new PostgresPlanStore(tx),
    organizations: new PostgresOrganizationStore(tx),
    users: new PostgresUserStore(tx),
    sessions: new PostgresSessionStore(tx),
    passwordResets: new PostgresPasswordResetStore(tx),
    accountLinks: new PostgresAccountLinkStore(tx),
    confirmations: new PostgresConfirmationStore(tx),
    apiKeys: new PostgresApiKeyStore(tx),
    projects: new PostgresProjectStore(tx),
    dataTables: new PostgresDataTableStore(tx),
    records: new PostgresRecordStore(tx),
    spinners: new PostgresSpinnerStore(tx),
    jobs: new PostgresJobStore(tx),
    meters: new PostgresMeterStore(tx),
    idempotencyKeys: new PostgresIdempotencyKeyStore(tx),
    wakeups: new PostgresWakeupStore(tx),
  }
}
