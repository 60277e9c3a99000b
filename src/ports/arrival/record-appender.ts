import type { Credential } from '../../domain/account/api-keys/credential.ts'
import type { AuditEntry } from '../../domain/account/audit/audit-entry.ts'
import type { ArrivalSettlement } from '../../domain/arrival/arrival.ts'
import type { Claim } from '../../domain/arrival/claims.ts'
import type { RefusedRecord } from '../../domain/arrival/split-by-fit.ts'
import type { EarlierAnswer, Idempotency, Replayable } from '../../domain/idempotency.ts'
import type { DataRecord } from '../../domain/record-cells.ts'
import type { TableSchema } from '../../domain/table/table-schema.ts'
import type { AppendReceipt } from '../table/records.ts'

/** Records that a source sends to a table in one request. */
export interface Arrival {
  readonly credential: Credential
  /**
   * The id of the table that gets the records; null if the request uses the table's own token, which
   * identifies the table.
   */
  readonly dataTableId: string | null
  readonly records: readonly DataRecord[]
  readonly idempotency: Idempotency | null
  readonly requestId: string
  /**
   * Set for records that come with the management API and are appended under the table's own token: the API key
   * that enters them, null for a person. Absent for records that the holder of the credential sends.
   */
  readonly entered?: { readonly apiKeyId: string | null }
  /** Returns the audit entry that the commit of the records writes. Absent if it writes none. */
  readonly audit?: (receipt: AppendReceipt) => AuditEntry
  /**
   * Records of the request that do not fit the table and are left out; the response lists them. If no other
   * record remains, the response is still stored under the idempotency key.
   */
  readonly refused?: readonly RefusedRecord[]
}

/** The outcome of an append. */
export interface AppendedRecords extends Replayable<AppendReceipt> {
  /** The id of the first record that was added; null if none was. Present for an append with an audit entry. */
  readonly firstRecordId?: string | null
}

/** The facts about a request with records that are looked up before anything is written. */
export interface ArrivalFacts {
  readonly organizationId: string
  /** The id of the API key that sent the records; null if the credential is a table's own token. */
  readonly apiKeyId: string | null
  readonly earlier: EarlierAnswer<AppendReceipt> | null
  /** The columns of the table; null if the credential's organization has no such table. */
  readonly tableSchema: TableSchema | null
  /** The ids and versions of the mappings of an open table; null for any other table. */
  readonly mappingVersions: string | null
}

/**
 * Records to add to a table, with claims: stored marks that identify each record, so that a repeated delivery
 * adds none of them again.
 */
export interface Admission {
  readonly arrival: Arrival
  /**
   * The claims of each record, in the order of the records. A record with an equal stored claim is a repeat.
   */
  readonly claims: readonly (readonly Claim[])[]
  /** The ids and versions of the table's mappings by which the body was read; null if no mapping was used. */
  readonly mappingVersions: string | null
  /** The new state of the stored arrival that held these records; null if the records were not held. */
  readonly settlement: ArrivalSettlement | null
}

export type Admitted =
  | { readonly outcome: 'appended'; readonly receipt: AppendReceipt }
  /**
   * The result if earlier requests have already added some of the records; nothing was written. `places` are
   * the positions of such records. `others` are the positions of records whose delivery id was used with
   * other content.
   */
  | { readonly outcome: 'duplicates'; readonly places: readonly number[]; readonly others: readonly number[] }
  /** The result if another call has already processed the held arrival; nothing was written. */
  | { readonly outcome: 'settled' }

/**
 * Adds records to tables. A request adds all its records or none, once per idempotency key, if its
 * credential, the table's columns and the plan allow it. These checks and the insert are one commit, so a key
 * that was just revoked is refused.
 *
 * On a table with match columns, a record whose match key exists updates the existing record or changes
 * nothing. Several records with one new key become one record. Inserted records enter the table's ledger and
 * count against the plan, and updated records do not.
 */
export abstract class RecordAppender {
  /**
   * Returns the table's columns from this process's cache; null if they are not cached. They may be outdated,
   * which `append` detects.
   */
  abstract cachedTable(arrival: Arrival): TableSchema | null

  /**
   * Returns the cached columns of the table if this credential was valid for it at its last check, otherwise
   * null. Unknown credentials therefore never reach `admit`, where a failing request delays the requests in
   * the same commit.
   */
  abstract cachedSchema(sent: Pick<Arrival, 'credential' | 'dataTableId'>): TableSchema | null

  /**
   * Looks up the credential, table and idempotency key of an arrival; throws if the credential is invalid.
   */
  abstract factsOf(arrival: Arrival): Promise<ArrivalFacts>

  /**
   * Appends records and returns after the commit. Returns null if the columns were changed, the credential is
   * unknown, or the idempotency key was used; `factsOf` then says which. Throws PLAN_LIMIT.
   */
  abstract append(arrival: Arrival, tableSchema: TableSchema): Promise<AppendedRecords | null>

  /**
   * Appends records that have claims. One commit stores the claims, adds the records, and updates the stored
   * arrival that held them. Each record is therefore added once, however often it is sent. Returns null in
   * the cases of `append`, and if the table's mappings have changed. Repeats are reported without a check of
   * the credential.
   */
  abstract admit(admission: Admission, tableSchema: TableSchema): Promise<Admitted | null>
}
