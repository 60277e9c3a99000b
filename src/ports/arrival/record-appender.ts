import type { Credential } from '../../domain/account/api-keys/credential.ts'
import type { Settlement } from '../../domain/arrival/arrival.ts'
import type { Claim } from '../../domain/arrival/claims.ts'
import type { RefusedRecord } from '../../domain/arrival/sifted-records.ts'
import type { EarlierAnswer, Idempotency, Replayable } from '../../domain/idempotency.ts'
import type { DataRecord } from '../../domain/table/cell.ts'
import type { MatchCounts } from '../../domain/table/keyed-records.ts'
import type { TableShape } from '../../domain/table/table-shape.ts'

/** Records sent to a table. */
export interface Arrival {
  readonly credential: Credential
  /** The id of the table; null if the credential is the table's own token. */
  readonly dataTableId: string | null
  readonly records: readonly DataRecord[]
  readonly idempotency: Idempotency | null
  readonly requestId: string
  /**
   * Records of the same request that were left out; the answer names them. If no record is left, nothing is
   * appended, but the answer is still stored under the idempotency key.
   */
  readonly refused?: readonly RefusedRecord[]
}

/**
 * The number of inserted records. For a table with match columns, it also has the numbers of other results.
 */
export type Receipt = Pick<MatchCounts, 'inserted'> &
  Partial<MatchCounts> & { readonly results?: readonly RefusedRecord[] }

/** The facts about an arrival before anything is written. */
export interface ArrivalFacts {
  readonly organizationId: string
  /** The id of the API key; null if the credential is a table's own token. */
  readonly apiKeyId: string | null
  readonly earlier: EarlierAnswer<Receipt> | null
  /** The columns of the table; null if the credential's organization has no such table. */
  readonly shape: TableShape | null
  /** The versions of the mappings of an open table; null for any other table. */
  readonly mappingVersions: string | null
}

/** Records with the claims that identify each of them. */
export interface Admission {
  readonly arrival: Arrival
  /** The claims of each record, in the order of the records. */
  readonly claims: readonly (readonly Claim[])[]
  /** The versions of the mappings that made the claims; null if no mapping did. */
  readonly mappingVersions: string | null
  /** The change to the arrival in which the records were held; null if they were not held. */
  readonly settlement: Settlement | null
}

export type Admitted =
  | { readonly outcome: 'appended'; readonly receipt: Receipt }
  /**
   * Nothing was written. `places` are the positions of records that were taken before; `others` are those
   * whose delivery id was used with other content.
   */
  | { readonly outcome: 'duplicates'; readonly places: readonly number[]; readonly others: readonly number[] }
  /** Nothing was written, because another call has settled the arrival. */
  | { readonly outcome: 'settled' }

/**
 * The entry point for records. Appends rows if the credential, the table's shape and the plan allow it: all
 * or nothing, once per idempotency key. Checks and rows are one commit, so a key revoked or a column added a
 * moment ago counts.
 *
 * On a table with match columns, a record with a known key changes the existing record or nothing. Several
 * records with one key, at once or in one arrival, become one record. Only inserted records are entered in
 * the ledger and count on the meter.
 */
export abstract class RecordAppender {
  /**
   * Returns the table as this process has cached it; null if it has not. `append` detects if the cached table
   * is outdated.
   */
  abstract remembered(arrival: Arrival): TableShape | null

  /**
   * Returns the cached table only if the credential was valid at the last check, so that no other caller
   * reaches `admit`. An arrival that cannot be written there delays the arrivals that are written with it.
   */
  abstract cachedShape(sent: Pick<Arrival, 'credential' | 'dataTableId'>): TableShape | null

  /** Looks up credential, table and idempotency key; throws for an invalid credential. */
  abstract factsOf(arrival: Arrival): Promise<ArrivalFacts>

  /**
   * Appends records and returns after the commit. Returns null if something other than the plan prevents it:
   * another shape, an unknown credential, or a known idempotency key. `standing` then says which. Throws
   * PLAN_LIMIT.
   */
  abstract append(arrival: Arrival, shape: TableShape): Promise<Replayable<Receipt> | null>

  /**
   * Appends records that can be identified. In one commit it claims each record and settles the arrival that
   * held them. So each record is taken once, whoever sends it and however often. Returns null as `append`
   * does, and if the table's mappings have changed. The answer for records taken before does not depend on
   * the credential.
   */
  abstract admit(admission: Admission, shape: TableShape): Promise<Admitted | null>
}
