import type { AccountLinkStore } from './account/account-link-store.ts'
import type { ApiKeyStore } from './account/api-key-store.ts'
import type { ConfirmationStore } from './account/confirmation-store.ts'
import type { OrganizationStore } from './account/organization-store.ts'
import type { PasswordResetStore } from './account/password-reset-store.ts'
import type { SessionStore } from './account/session-store.ts'
import type { UserStore } from './account/user-store.ts'
import type { IdempotencyKeyStore } from './arrival/idempotency-key-store.ts'
import type { JobStore } from './job/job-store.ts'
import type { WakeupStore } from './job/wakeup-store.ts'
import type { MeterStore } from './plan/meter-store.ts'
import type { PlanStore } from './plan/plan-store.ts'
import type { SpinnerStore } from './spinner/spinner-store.ts'
import type { DataTableStore } from './table/data-table-store.ts'
import type { ProjectStore } from './table/project-store.ts'
import type { RecordStore } from './table/record-store.ts'

/** A transaction is an object you are handed: what is not on `tx` is not in the transaction. */
export interface Transaction {
  readonly plans: PlanStore
  readonly organizations: OrganizationStore
  readonly users: UserStore
  readonly sessions: SessionStore
  readonly passwordResets: PasswordResetStore
  readonly accountLinks: AccountLinkStore
  readonly apiKeys: ApiKeyStore
  readonly confirmations: ConfirmationStore
  readonly projects: ProjectStore
  readonly dataTables: DataTableStore
  readonly records: RecordStore
  readonly spinners: SpinnerStore
  readonly jobs: JobStore
  readonly meters: MeterStore
  readonly idempotencyKeys: IdempotencyKeyStore
  readonly wakeups: WakeupStore
}

export abstract class UnitOfWork {
  /** Commits when `work` resolves; leaves no trace when it rejects. */
  abstract run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
}
