import type { Credential } from '../../domain/account/credential.ts'
import type { Idempotency, Remembered, Replayable } from '../../domain/idempotency.ts'
import type { DataRecord } from '../../domain/table/cell.ts'
import type { TableShape } from '../../domain/table/table-shape.ts'

/** Records on their way into a table. */
export interface Arrival {
  readonly credential: Credential
  /** Null where the credential is a table's own token. */
  readonly dataTableId: string | null
  readonly records: readonly DataRecord[]
  readonly idempotency: Idempotency | null
  readonly requestId: string
}

export interface Receipt {
  readonly inserted: number
}

/** How an arrival stands before anything is written. */
export interface Standing {
  readonly organizationId: string
  readonly earlier: Remembered<Receipt> | null
  /** Null when the credential's organization has no such table. */
  readonly shape: TableShape | null
}

/**
 * The way in for records: appends rows if the credential, the table's shape and the plan allow it,
 * all or nothing, once per idempotency key. Checks and rows are one commit, so a key revoked or a
 * column added a moment ago counts.
 */
export abstract class RecordIntake {
  /** What this process last knew of the table, if anything. `append` finds out when it is no longer true. */
  abstract remembered(arrival: Arrival): TableShape | null

  /** Looks up credential, table and idempotency key; refuses a bad credential. */
  abstract standing(arrival: Arrival): Promise<Standing>

  /**
   * Null when something other than the plan stood in the way (another shape, an unknown credential,
   * a known idempotency key): `standing` says what. Throws PLAN_LIMIT. Answers after the commit.
   */
  abstract append(arrival: Arrival, shape: TableShape): Promise<Replayable<Receipt> | null>
}
