import type { Remembered } from '../domain/idempotency.ts'
import type { Job } from '../domain/job/job.ts'
import type { ApiKey, KeyHolder } from '../domain/organization/api-key.ts'
import type { Organization } from '../domain/organization/organization.ts'
import type { Plan } from '../domain/organization/plan.ts'
import type { Project } from '../domain/organization/project.ts'
import type { Audience } from '../domain/spinner/audience.ts'
import type { Spinner, SpinnerVersion } from '../domain/spinner/spinner.ts'
import type { DataTable } from '../domain/table/data-table.ts'
import type { Mark } from '../domain/table/mark.ts'
import type { MeterName, MeterReading } from '../domain/usage/meter.ts'

/**
 * A transaction is an object you are handed: what is not on `tx` is not in the transaction.
 * Methods that take lists are one round trip, because their callers share a commit.
 */
export interface Transaction {
  readonly plans: PlanStore
  readonly organizations: OrganizationStore
  readonly apiKeys: ApiKeyStore
  readonly projects: ProjectStore
  readonly dataTables: DataTableStore
  readonly spinners: SpinnerStore
  readonly jobs: JobStore
  readonly meters: MeterStore
  readonly idempotencyKeys: IdempotencyKeyStore
  readonly wakeups: WakeupStore
}

export interface PlanStore {
  /** Makes these the plans that exist; those that organizations still have are kept. */
  put(plans: readonly Plan[]): Promise<void>
}

export interface OrganizationStore {
  add(organization: Organization): Promise<void>
  count(): Promise<number>
}

export interface ApiKeyStore {
  add(key: ApiKey): Promise<void>
  /** In the order of the digests; null for an unknown one. */
  findHolders(digests: readonly string[]): Promise<readonly (KeyHolder | null)[]>
}

export interface ProjectStore {
  add(project: Project): Promise<void>
}

export interface DataTableStore {
  add(table: DataTable): Promise<void>
}

/** A published spinner as a trigger needs it: what runs, and how far its audience has been taken. */
export interface TriggerableSpinner {
  readonly id: string
  readonly organizationId: string
  readonly dataTableId: string
  readonly version: number
  readonly audience: Audience
  readonly taken: Mark
  /** Up to here the table's ledger was committed when the spinner had been locked. */
  readonly committed: Mark
}

export interface SpinnerStore {
  add(spinner: Spinner, version: SpinnerVersion | null): Promise<void>
  /** Locks the published ones among them until the end of the transaction. */
  lockPublished(ids: readonly string[]): Promise<ReadonlyMap<string, TriggerableSpinner>>
  take(spinners: readonly { readonly id: string; readonly taken: Mark }[]): Promise<void>
}

export interface JobStore {
  addQueued(jobs: readonly Job[]): Promise<void>
}

export interface MeterStore {
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

/** What makes two uses of an idempotency key the same use. */
export interface IdempotencySlot {
  readonly organizationId: string
  /** The operation and what its path names. */
  readonly route: string
  readonly key: string
}

export interface IdempotencyKeyStore {
  /** What the slots stand for, in order; null for free ones. */
  find<Answer>(slots: readonly IdempotencySlot[]): Promise<readonly (Remembered<Answer> | null)[]>
  /**
   * Takes each free slot for the answer given, and says what the occupied ones stand for, in order.
   * Waits for a transaction that is taking the same slot; throws IDEMPOTENCY_IN_PROGRESS when that
   * takes long.
   */
  claim<Answer>(
    claims: readonly (IdempotencySlot & Remembered<Answer>)[],
    at: Date,
  ): Promise<readonly (Remembered<Answer> | null)[]>
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

  /**
   * For work that many callers do at once and whose cost is the commit: calls that arrive while a
   * commit is under way are done together in the next one. `work` answers each command with a result
   * or the error that it alone gets; when it rejects, the commands are done again one by one.
   */
  abstract shared<Command, Result>(
    work: (tx: Transaction, commands: readonly Command[]) => Promise<readonly (Result | Error)[]>,
  ): (command: Command) => Promise<Result>
}
