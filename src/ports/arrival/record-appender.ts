import type { Credential } from '../../domain/account/api-keys/credential.ts'
import type { ArrivalSettlement } from '../../domain/arrival/arrival.ts'
import type { Claim } from '../../domain/arrival/claims.ts'
import type { RefusedRecord } from '../../domain/arrival/split-by-fit.ts'
import type { EarlierAnswer, Idempotency, Replayable } from '../../domain/idempotency.ts'
import type { DataRecord } from '../../domain/table/cell.ts'
import type { MatchCounts } from '../../domain/table/keyed-records.ts'
import type { TableShape } from '../../domain/table/table-shape.ts'

/** Records that a source sends to a table in one request. */
export interface Arrival {
  readonly credential: Credential
  /** The id of the table to which records are sent; null if the credential is the table's own token. */
  readonly dataTableId: string | null
  readonly records: readonly DataRecord[]
  readonly idempotency: Idempotency | null
  readonly requestId: string
  /**
   * Records of the same request that were left out; the answer names them. If no other record remains,
   * nothing is appended, but the answer is still stored under the idempotency key.
   */
  readonly refused?: readonly RefusedRecord[]
}

/**
 * The number of records that a request inserted. For a table with match columns, it also has the numbers of
 * other results.
 */
export type AppendReceipt = Pick<MatchCounts, 'inserted'> &
  Partial<MatchCounts> & { readonly results?: readonly RefusedRecord[] }

/** The facts about an arrival that are known before anything is written. */
export interface ArrivalFacts {
  readonly organizationId: string
  /** The id of the API key that sent the records; null if the credential is a table's own token. */
  readonly apiKeyId: string | null
  readonly earlier: EarlierAnswer<AppendReceipt> | null
  /** The columns of the table; null if the credential's organization has no such table. */
  readonly shape: TableShape | null
  /** The versions of the mappings of an open table; null for any other table. */
  readonly mappingVersions: string | null
}

/**
 * Records with the claims that identify each of them, so that a repeated delivery adds none of them again.
 */
export interface Admission {
  readonly arrival: Arrival
  /** The claims for each record, in the order of the records. */
  readonly claims: readonly (readonly Claim[])[]
  /** The versions of the mappings that made the claims; null if no mapping did. */
  readonly mappingVersions: string | null
  /** The change to the arrival in which the records were held; null if they were not held. */
  readonly settlement: ArrivalSettlement | null
}

export type Admitted =
  | { readonly outcome: 'appended'; readonly receipt: AppendReceipt }
  /**
   * The result if records were taken before; nothing was written. `places` are the positions of these
   * records. `others` are the positions of records whose delivery id was used with other content.
   */
  | { readonly outcome: 'duplicates'; readonly places: readonly number[]; readonly others: readonly number[] }
  /** The result if another call has settled the arrival; nothing was written. */
  | { readonly outcome: 'settled' }

/**
 * The entry point for records. Appends rows if the credential, the table's columns and the plan allow it: all
 * or nothing, once per idempotency key. Checks and rows are one commit, so a key revoked or a column added a
 * moment ago counts.
 *
 * On a table with match columns, a record with a known key changes the existing record or nothing. Several
 * records with one key, at once or in one arrival, become one record. Only inserted records are entered in
 * the ledger and count on the meter.
 */
export abstract class RecordAppender {
  /**
   * Returns the table as this process has cached it; null if it is not cached. `append` detects if the cached
   * table is outdated.
   */
  abstract remembered(arrival: Arrival): TableShape | null

  /**
   * Returns the cached table only if the credential was valid at the last check, so that no other caller
   * reaches `admit`. An arrival that `admit` cannot write delays the arrivals that are written with it.
   */
  abstract cachedShape(sent: Pick<Arrival, 'credential' | 'dataTableId'>): TableShape | null

  /**
   * Looks up the credential, table and idempotency key of an arrival; throws if the credential is invalid.
   */
  abstract factsOf(arrival: Arrival): Promise<ArrivalFacts>

  /**
   * Appends records and returns after the commit. Returns null if something other than the plan prevents it:
   * other columns, an unknown credential, or a known idempotency key. `factsOf` then says which. Throws
   * PLAN_LIMIT.
   */
  abstract append(arrival: Arrival, shape: TableShape): Promise<Replayable<AppendReceipt> | null>

  /**
   * Appends records that can be identified. In one commit it claims each record and settles the arrival that
   * held them. Each record is therefore taken once, however often and by however many sources it is sent.
   * Returns null in the cases of `append`, and if the table's mappings have changed. The answer for records
   * taken before does not depend on the credential.
   */
  abstract admit(admission: Admission, shape: TableShape): Promise<Admitted | null>
}
