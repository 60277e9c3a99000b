import type { JobStatus } from '../domain/job/job.ts'
import type { ApiKey } from '../domain/organization/api-key.ts'
import type { Organization } from '../domain/organization/organization.ts'
import type { PasswordReset } from '../domain/organization/password-reset.ts'
import type { Plan } from '../domain/organization/plan.ts'
import type { Project } from '../domain/organization/project.ts'
import type { Session, SessionEnd } from '../domain/organization/session.ts'
import type { User } from '../domain/organization/user.ts'
import type { Spinner, SpinnerVersion } from '../domain/spinner/spinner.ts'
import type { Column, DataTable } from '../domain/table/data-table.ts'
import type { MeterName, MeterReading } from '../domain/usage/meter.ts'

/**
 * A transaction is an object you are handed: what is not on `tx` is not in the transaction.
 */
export interface Transaction {
  readonly plans: PlanStore
  readonly organizations: OrganizationStore
  readonly users: UserStore
  readonly sessions: SessionStore
  readonly passwordResets: PasswordResetStore
  readonly apiKeys: ApiKeyStore
  readonly projects: ProjectStore
  readonly dataTables: DataTableStore
  readonly records: RecordStore
  readonly spinners: SpinnerStore
  readonly jobs: JobStore
  readonly meters: MeterStore
  readonly idempotencyKeys: IdempotencyKeyStore
  readonly wakeups: WakeupStore
}

export interface PlanStore {
  /** Makes these the plans that exist; those that organizations still have are kept. */
  put(plans: readonly Plan[]): Promise<void>
  /** Adds those that do not exist, and leaves the others as they are. */
  putMissing(plans: readonly Plan[]): Promise<void>
  of(organizationId: string): Promise<Plan>
}

export interface OrganizationStore {
  add(organization: Organization): Promise<void>
  count(): Promise<number>
  /** Locks it until the end of the transaction: whoever counts what it has must be alone. */
  lock(id: string): Promise<Organization | null>
  save(organization: Organization): Promise<void>
}

export interface UserStore {
  /** Throws CONFLICT when the address has an account. */
  add(user: User): Promise<void>
  lock(id: string): Promise<User | null>
  save(user: User): Promise<void>
}

export interface SessionStore {
  /** The user must be locked: a person has one live session. Ends the others as replaced. */
  start(session: Session): Promise<void>
  end(id: string, how: SessionEnd, at: Date): Promise<void>
  endAll(userId: string, how: SessionEnd, at: Date): Promise<void>
}

export interface PasswordResetStore {
  /** For the account of an address; null when there is none, at the same cost. */
  addFor(email: string, reset: PasswordReset): Promise<Pick<User, 'email' | 'name'> | null>
  /** Uses it up and says whose it was; null for one that is unknown, used or too old. */
  take(digest: string, at: Date): Promise<string | null>
}

export interface ApiKeyStore {
  add(key: ApiKey): Promise<void>
  lock(organizationId: string, id: string): Promise<ApiKey | null>
  save(key: ApiKey): Promise<void>
}

export interface ProjectStore {
  add(project: Project): Promise<void>
  /** Locks it until the end of the transaction, as all of these do: nothing can be put into it meanwhile. */
  lock(organizationId: string, id: string): Promise<Project | null>
  save(project: Project): Promise<void>
  remove(id: string): Promise<void>
}

export interface DataTableStore {
  add(table: DataTable): Promise<void>
  find(organizationId: string, id: string): Promise<DataTable | null>
  lock(organizationId: string, id: string): Promise<DataTable | null>
  save(table: DataTable): Promise<void>
  /** With its records, which the runtime clears away bit by bit. */
  remove(id: string): Promise<void>
  countOf(organizationId: string): Promise<number>
  anyIn(projectId: string): Promise<boolean>
}

export interface LedgerEntry {
  readonly importId: string
  readonly table: DataTable
  /** Given to a table that has none yet. */
  readonly columns: readonly Column[] | null
  readonly requestId: string
  readonly at: Date
}

export interface RecordStore {
  /**
   * Enters the staged rows of an import in the table's ledger, which is when they come to be there.
   * False when the table's columns have changed since it was read, or the import was given up.
   */
  enter(entry: LedgerEntry): Promise<boolean>
  /** False when there is no such record. */
  remove(dataTableId: string, recordId: string): Promise<boolean>
  /** Clears up to `most` records of removed tables; says how many. */
  clear(most: number): Promise<number>
}

export interface SpinnerStore {
  add(spinner: Spinner, version: SpinnerVersion | null): Promise<void>
  lock(organizationId: string, id: string): Promise<Spinner | null>
  save(spinner: Spinner): Promise<void>
  addVersion(version: SpinnerVersion): Promise<void>
  findVersion(spinnerId: string, version: number): Promise<SpinnerVersion | null>
  remove(id: string): Promise<void>
  countOf(organizationId: string): Promise<number>
  anyIn(projectId: string): Promise<boolean>
  /** The names of those that are over a data table. */
  over(dataTableId: string): Promise<readonly string[]>
}

/** What stands in the way of running the failed recipients of a job again, if anything. */
export type RetryVerdict = 'queued' | 'none' | 'already' | 'deleted' | 'working' | 'cleared'

export interface JobStore {
  lockStatus(organizationId: string, id: string): Promise<JobStatus | null>
  cancel(id: string, at: Date): Promise<void>
  /** Queues a job over the failed recipients of another, once; the other must be locked. */
  retryFailed(id: string, newId: string, at: Date): Promise<RetryVerdict>
  anyUnfinishedOf(spinnerId: string): Promise<boolean>
}

export interface MeterStore {
  read(organizationId: string, meter: MeterName, period: string): Promise<MeterReading>
  /**
   * Spends and answers null, or answers what the meter reads when the amount does not fit. The row
   * stays locked until the commit and is the one that everybody needs: spend last.
   */
  spend(spending: MeterSpending): Promise<MeterReading | null>
}

export interface MeterSpending {
  readonly organizationId: string
  readonly meter: MeterName
  readonly period: string
  readonly amount: number
}

export interface IdempotencyKeyStore {
  /** Forgets up to `most` of those from before; says how many. */
  forget(before: Date, most: number): Promise<number>
}

/** Entries for the runtime's queue: hints that a job may have something due. */
export interface WakeupStore {
  add(jobIds: readonly string[]): Promise<void>
}

export abstract class UnitOfWork {
  /** Commits when `work` resolves; leaves no trace when it rejects. */
  abstract run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
}
