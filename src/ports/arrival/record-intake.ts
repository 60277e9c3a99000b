import type { Credential } from '../../domain/account/api-keys/credential.ts'
import type { Settlement } from '../../domain/arrival/arrival.ts'
import type { Claim } from '../../domain/arrival/claims.ts'
import type { RefusedRecord } from '../../domain/arrival/sifted-records.ts'
import type { Idempotency, Remembered, Replayable } from '../../domain/idempotency.ts'
import type { DataRecord } from '../../domain/table/cell.ts'
import type { MatchCounts } from '../../domain/table/keyed-records.ts'
import type { TableShape } from '../../domain/table/table-shape.ts'

/** Records on their way into a table. */
export interface Arrival {
  readonly credential: Credential
  /** Null where the credential is a table's own token. */
  readonly dataTableId: string | null
  readonly records: readonly DataRecord[]
  readonly idempotency: Idempotency | null
  readonly requestId: string
  /**
   * Records of the same request that were left out, told in its answer. Then there may be none that fit: nothing is
   * appended, and the answer is remembered under the idempotency key all the same.
   */
  readonly refused?: readonly RefusedRecord[]
}

/** On a table with match columns also what became of the others. */
export type Receipt = Pick<MatchCounts, 'inserted'> &
  Partial<MatchCounts> & { readonly results?: readonly RefusedRecord[] }

/** How an arrival stands before anything is written. */
export interface Standing {
  readonly organizationId: string
  /** Null where the credential is a table's own token. */
  readonly apiKeyId: string | null
  readonly earlier: Remembered<Receipt> | null
  /** Null when the credential's organization has no such table. */
  readonly shape: TableShape | null
  /** Of the mappings that an open table has; null of any other. */
  readonly mappingVersions: string | null
}

/** Records with the claims that identify each of them. */
export interface Admission {
  readonly arrival: Arrival
  /** The claims of each record, in the order of the records. */
  readonly claims: readonly (readonly Claim[])[]
  /** Of the mappings that made them; null where none did. */
  readonly mappingVersions: string | null
  /** What becomes of the arrival that they were held in; null where they were held in none. */
  readonly settlement: Settlement | null
}

export type Admitted =
  | { readonly outcome: 'appended'; readonly receipt: Receipt }
  /**
   * Nothing was written. The places of the records that were taken already, and of those whose delivery id was used
   * with other content.
   */
  | { readonly outcome: 'duplicates'; readonly places: readonly number[]; readonly others: readonly number[] }
  /** Nothing was written, because somebody else has settled the arrival. */
  | { readonly outcome: 'settled' }

/**
 * The way in for records: appends rows if the credential, the table's shape and the plan allow it,
 * all or nothing, once per idempotency key. Checks and rows are one commit, so a key revoked or a
 * column added a moment ago counts.
 *
 * On a table with match columns a record whose key is known changes the record that has it, or nothing. Of
 * several that come at once, or in one arrival, one record comes of each key; only what was added is entered
 * in the ledger and counts on the meter.
 */
export abstract class RecordIntake {
  /** What this process last knew of the table, if anything. `append` finds out when it is no longer true. */
  abstract remembered(arrival: Arrival): TableShape | null

  /**
   * The same for a credential that was good when this process last looked, so that nobody else comes as far as `admit`:
   * what cannot be written there holds up what is written with it.
   */
  abstract rememberedStanding(sent: Pick<Arrival, 'credential' | 'dataTableId'>): TableShape | null

  /** Looks up credential, table and idempotency key; refuses a bad credential. */
  abstract standing(arrival: Arrival): Promise<Standing>

  /**
   * Null when something other than the plan stood in the way (another shape, an unknown credential,
   * a known idempotency key): `standing` says what. Throws PLAN_LIMIT. Answers after the commit.
   */
  abstract append(arrival: Arrival, shape: TableShape): Promise<Replayable<Receipt> | null>

  /**
   * Appends records that can be identified: claims each of them, and settles the arrival that they were held in, in the
   * same commit, so that each is taken once, whoever brings it and however often. Null as for `append`, and if the table
   * has other mappings now. The answer for records that were taken already does not depend on the credential.
   */
  abstract admit(admission: Admission, shape: TableShape): Promise<Admitted | null>
}
