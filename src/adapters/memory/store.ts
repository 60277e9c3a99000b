import type { AccountLink } from '../../domain/account/account-link.ts'
import type { ApiKey } from '../../domain/account/api-key.ts'
import type { Confirmation } from '../../domain/account/confirmation.ts'
import type { Organization } from '../../domain/account/organization.ts'
import type { PasswordReset } from '../../domain/account/password-reset.ts'
import type { Session } from '../../domain/account/session.ts'
import type { User } from '../../domain/account/user.ts'
import { idsPerBlock } from '../../domain/arrival/id-block.ts'
import type { LedgerPlace } from '../../domain/arrival/ledger-place.ts'
import type { Remembered } from '../../domain/idempotency.ts'
import type { Job, JobStatus, SettledCounts } from '../../domain/job/job.ts'
import type { LiveWorker } from '../../domain/job/live-worker.ts'
import type { RecipientState } from '../../domain/job/recipient.ts'
import type { Suppression } from '../../domain/person/suppression.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { EmailMessage } from '../../domain/sender/message.ts'
import type { Spinner, SpinnerVersion } from '../../domain/spinner/spinner.ts'
import type { DataRecord } from '../../domain/table/cell.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { Project } from '../../domain/table/project.ts'

export interface StoredTable extends DataTable {
  readonly end: LedgerPlace
}

export interface StoredAppend {
  readonly seq: number
  readonly firstId: number
  readonly count: number
  readonly at: Date
}

export interface StoredSpinner extends Spinner {
  readonly taken: LedgerPlace
}

export interface StoredJob extends Job {
  readonly status: JobStatus
  readonly cutSeq: number
  /** The job whose failed recipients it runs again. */
  readonly retryOf?: string
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
}

export interface StoredRecipient {
  readonly recordId: string
  readonly state: RecipientState
  readonly step: number
  readonly attempts: number
  readonly dueAt: Date
  readonly error: string | null
  readonly updatedAt: Date
}

export interface StoredSlice {
  readonly jobId: string
  readonly no: number
  readonly closed: boolean
  readonly dueAt: Date
  readonly lease: { readonly holder: string; readonly until: Date } | null
  readonly deleted: number
  readonly recipients: ReadonlyMap<string, StoredRecipient>
  /** Recipients that were marked as being sent to and not settled. */
  readonly sending: ReadonlySet<string>
  readonly lostLeases: number
  readonly preparing: string | null
}

export interface StoredImport {
  readonly dataTableId: string
  readonly batches: Map<number, readonly DataRecord[]>
}

export interface StoredPasswordReset extends PasswordReset {
  readonly userId: string | null
  readonly used: boolean
}

export interface StoredAccountLink extends AccountLink {
  readonly used: boolean
}

export interface StoredMessage extends EmailMessage {
  readonly id: string
  readonly createdAt: Date
}

/** What a process without a database keeps instead: values in maps, replaced and never changed. */
export class MemoryStore {
  readonly plans = new Map<string, Plan>()
  readonly organizations = new Map<string, Organization>()
  readonly users = new Map<string, User>()
  readonly sessions = new Map<string, Session>()
  readonly passwordResets = new Map<string, StoredPasswordReset>()
  readonly accountLinks = new Map<string, StoredAccountLink>()
  readonly confirmations = new Map<string, Confirmation>()
  readonly apiKeys = new Map<string, ApiKey>()
  readonly keyUses = new Map<string, Date>()
  readonly projects = new Map<string, Project>()
  readonly tables = new Map<string, StoredTable>()
  readonly appends = new Map<string, StoredAppend[]>()
  readonly records = new Map<string, Map<number, DataRecord>>()
  readonly imports = new Map<string, StoredImport>()
  readonly suppressions = new Map<string, Suppression>()
  readonly spinners = new Map<string, StoredSpinner>()
  readonly versions = new Map<string, SpinnerVersion>()
  readonly jobs = new Map<string, StoredJob>()
  readonly slices = new Map<string, StoredSlice>()
  /** By job: what became of its recipients, where they have been cleared away. */
  readonly countsOfCleared = new Map<string, SettledCounts>()
  readonly workers = new Map<string, LiveWorker>()
  readonly meters = new Map<string, number>()
  readonly idempotencyKeys = new Map<string, Remembered<unknown> & { readonly at: Date }>()
  readonly outbox: StoredMessage[] = []
  readonly wakeups: { readonly jobId: string; readonly at: Date }[] = []
  #nextBlock = idsPerBlock

  /** The first of the ids that an append gets. */
  takeBlock(): number {
    const first = this.#nextBlock
    this.#nextBlock += idsPerBlock
    return first
  }

  /** What an organization has under an id, of whatever kind and however the id is written. */
  owned<Value extends { readonly organizationId: string }>(
    map: ReadonlyMap<string, Value>,
    organizationId: string,
    id: string,
  ): Value | null {
    const value = map.get(id.toLowerCase())
    return value?.organizationId === organizationId ? value : null
  }

  /** What an idempotency key stands for. */
  remembered<Answer>(slot: string): Remembered<Answer> | null {
    const kept = this.idempotencyKeys.get(slot)
    return kept === undefined ? null : { fingerprint: kept.fingerprint, answer: kept.answer as Answer }
  }

  keyByDigest(digest: string): ApiKey | undefined {
    return [...this.apiKeys.values()].find((key) => key.digest === digest)
  }

  tableByToken(digest: string): StoredTable | undefined {
    return [...this.tables.values()].find((table) => table.ingestTokenDigest === digest)
  }

  suppressionOf(organizationId: string, email: string): Suppression | undefined {
    return [...this.suppressions.values()].find(
      (one) => one.organizationId === organizationId && one.email === email,
    )
  }

  planOf(organizationId: string): Plan {
    const organization = this.organizations.get(organizationId)
    const plan = organization && this.plans.get(organization.planId)
    if (plan === undefined) throw new Error('An organization has a plan')
    return plan
  }
}

export const meterSlot = (organizationId: string, meter: string, period: string): string =>
  [organizationId, meter, period].join(' ')

export const versionSlot = (spinnerId: string, version: number): string => `${spinnerId} ${version}`

export function countOf(
  map: ReadonlyMap<string, { readonly organizationId: string }>,
  organizationId: string,
): number {
  return [...map.values()].filter((one) => one.organizationId === organizationId).length
}
