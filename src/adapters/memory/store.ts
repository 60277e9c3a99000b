import type { Account } from '../../domain/account/account.ts'
import type { ApiKey, KeyHolder } from '../../domain/account/api-keys/api-key.ts'
import type { AuditEntry } from '../../domain/account/audit/audit-entry.ts'
import type { Organization } from '../../domain/account/organization.ts'
import type { User } from '../../domain/account/user.ts'
import { idsPerBlock } from '../../domain/arrival/id-block.ts'
import type { EarlierAnswer } from '../../domain/idempotency.ts'
import type { Job, JobStatus } from '../../domain/job/job.ts'
import type { LedgerPosition } from '../../domain/ledger-position.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { DataRecord } from '../../domain/record-cells.ts'
import type { Spinner, SpinnerVersion } from '../../domain/spinner/spinner.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { Project } from '../../domain/table/project.ts'

export interface StoredTable extends DataTable {
  readonly end: LedgerPosition
}

export interface StoredSpinner extends Spinner {
  readonly taken: LedgerPosition
}

export interface StoredJob extends Job {
  readonly status: JobStatus
}

/** An append of records: its number in the ledger of the table, and its block of record ids. */
export interface StoredAppend {
  readonly seq: number
  readonly firstId: number
  readonly count: number
}

/** The record to which a record key belongs, and the value of the version column, which tells how new it is. */
export interface StoredKey {
  readonly recordId: number
  readonly version: string
}

/**
 * `MemoryStore` holds the data of the kernel. Its maps replace values and never change them, so that a failed
 * transaction can be undone.
 */
export class MemoryStore {
  readonly plans = new Map<string, Plan>()
  readonly organizations = new Map<string, Organization>()
  readonly accounts = new Map<string, Account>()
  readonly users = new Map<string, User>()
  readonly apiKeys = new Map<string, ApiKey>()
  readonly projects = new Map<string, Project>()
  readonly tables = new Map<string, StoredTable>()
  readonly appends = new Map<string, readonly StoredAppend[]>()
  readonly records = new Map<string, ReadonlyMap<number, DataRecord>>()
  /** The record keys of each data table that has match columns. */
  readonly keys = new Map<string, ReadonlyMap<string, StoredKey>>()
  readonly spinners = new Map<string, StoredSpinner>()
  readonly versions = new Map<string, SpinnerVersion>()
  readonly jobs = new Map<string, StoredJob>()
  /** The positions in the ledger of the records that triggers named, by spinner and record. */
  readonly named = new Map<string, ReadonlyMap<number, number>>()
  readonly meters = new Map<string, number>()
  readonly idempotencyKeys = new Map<string, EarlierAnswer<unknown> & { readonly at: Date }>()
  readonly auditEntries = new Map<string, AuditEntry>()
  /** The ids of organizations that wait for a turn of a worker, in the order of their jobs. */
  readonly turns = new Set<string>()
  #nextBlock = idsPerBlock

  /** Reserves a block of record ids for an append, and returns the first id. */
  takeBlock(): number {
    const first = this.#nextBlock
    this.#nextBlock += idsPerBlock
    return first
  }

  /**
   * Returns the object that a map holds under an id if it belongs to the organization, otherwise null. Ids
   * with capital letters are accepted.
   */
  owned<Value extends { readonly organizationId: string }>(
    map: ReadonlyMap<string, Value>,
    organizationId: string,
    id: string,
  ): Value | null {
    const value = map.get(id.toLowerCase())
    return value?.organizationId === organizationId ? value : null
  }

  /** Returns the stored answer of an idempotency key; null if there is none. */
  earlierAnswer<Answer>(slot: string): EarlierAnswer<Answer> | null {
    const stored = this.idempotencyKeys.get(slot)
    return stored === undefined ? null : { fingerprint: stored.fingerprint, answer: stored.answer as Answer }
  }

  keyByDigest(digest: string): ApiKey | undefined {
    return [...this.apiKeys.values()].find((key) => key.digest === digest)
  }

  /** Returns the holder of an API key with the permission of its plan; null for an unknown key. */
  holderOf(digest: string): (ApiKey & KeyHolder) | null {
    const key = this.keyByDigest(digest)
    return key === undefined
      ? null
      : { ...key, planAllowsApiKeys: this.planOf(key.organizationId).hasApiKeys }
  }

  /** Returns the data table of a webhook URL's token. Accepts the previous token while that is still valid. */
  tableByToken(digest: string, now: Date): StoredTable | undefined {
    return [...this.tables.values()].find(
      ({ ingestTokenDigest, previousTokenDigest, previousTokenUntil }) =>
        ingestTokenDigest === digest ||
        (previousTokenDigest === digest && previousTokenUntil !== null && previousTokenUntil > now),
    )
  }

  planOf(organizationId: string): Plan {
    const organization = this.organizations.get(organizationId)
    const plan = organization && this.plans.get(organization.planId)
    if (plan === undefined) throw new Error('The organization does not exist, so it has no plan')
    return plan
  }
}

export const versionSlot = (spinnerId: string, version: number): string => `${spinnerId} ${version}`
