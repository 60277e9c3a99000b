import type { AuditEntry } from '../../domain/account/audit/audit-entry.ts'
import type {
  ArrivalSettlement,
  ArrivalSource,
  ArrivalView,
  StoredArrival,
} from '../../domain/arrival/arrival.ts'
import type { ArrivalSpace } from '../../domain/arrival/arrival-bounds.ts'
import type { ArrivalStatus, StoredStatus } from '../../domain/arrival/arrival-status.ts'
import type { Claim } from '../../domain/arrival/claims.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { InTransaction } from '../in-transaction.ts'
import type { EncodedBody } from './body-decoder.ts'

/**
 * Selects stored arrivals (requests with records) of a table by ids, by format, and by the first reason why
 * they were held or refused. Each condition is optional.
 */
export interface ArrivalSelection {
  readonly organizationId: string
  readonly dataTableId: string
  readonly arrivalIds?: readonly string[]
  readonly format?: string
  readonly code?: string
}

/**
 * The filter of the list of arrivals, which are requests with records. A field that is null or absent does not
 * restrict the list.
 */
export interface ArrivalFilter {
  readonly dataTableId: string | null
  readonly status: ArrivalStatus | null
  readonly code: string | null
  readonly format: string | null
  readonly source?: ArrivalSource | null
  /** The ids of the projects whose arrivals are listed; absent or null for the whole organization. */
  readonly projectIds?: readonly string[] | null
  /** Whether to leave out accepted arrivals, which are stored without a body. */
  readonly withBodyOnly?: boolean
}

/**
 * A request whose records were added to a table. The ids of these records are consecutive, beginning with
 * `firstRecordId`.
 */
export interface AcceptedArrival extends ArrivalView {
  readonly firstRecordId: string
}

/** The stored body of a held or refused request with records. */
export interface HeldBody extends EncodedBody {
  readonly arrivalId: string
  /** The headers of the held or refused request by name in lower case, without credentials. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

export interface HeldBodySelection {
  readonly dataTableId: string
  /**
   * The format, or the arrival ids, of the bodies to return. Without both, the newest bodies of any format
   * are returned. Bodies without a valid signature are returned only by their ids, because they may be forged.
   */
  readonly format?: string
  readonly arrivalIds?: readonly string[]
  readonly limit: number
}

/**
 * The states of arrivals that a user may discard. `received` is left out, because such an arrival is still
 * being processed and soon gets another state.
 */
export type DiscardableStatus = Extract<StoredStatus, 'held' | 'refused' | 'ignored'>

/**
 * Stores arrivals (requests with records) that were refused, held or ignored, with encrypted bodies. Lists
 * all arrivals. The space of an organization is limited: held arrivals stay, and the oldest other arrivals
 * are deleted to make room. Deletes old idempotency keys too.
 */
export abstract class ArrivalStore {
  /**
   * Stores an arrival; it is on disk when the promise resolves. If an equal claim shows that the arrival
   * repeats an earlier one, returns `duplicate` and stores nothing. Throws OVERLOADED if held arrivals leave
   * no room, or if the table is no longer in this deployment (cell).
   */
  abstract keep(arrival: StoredArrival, claim: Claim | null): Promise<'kept' | 'duplicate'>

  /**
   * Queues a refused or ignored arrival to be stored soon. If the queue is full, or the table no longer exists, the
   * arrival is dropped, and only counted. `isComplete` is called just before the arrival is stored, so that dropped
   * arrivals cost no work.
   */
  abstract keepSoon(arrival: StoredArrival, complete: (arrival: StoredArrival) => StoredArrival): void

  /** Returns an arrival with its body; null if the organization has none with this id. */
  abstract find(organizationId: string, id: string): Promise<StoredArrival | null>

  /**
   * Returns arrivals whose records can still be added to the table, with their bodies, in order of arrival
   * after the id `after`. Returns at most `most` arrivals, fewer if they are large, and none at the end.
   */
  abstract admissible(
    wanted: ArrivalSelection,
    after: string | null,
    most: number,
  ): Promise<readonly StoredArrival[]>

  /**
   * Returns arrivals received before a time whose processing has not ended: their records were neither added
   * nor held, for example after a crash. Returns the oldest arrivals after the arrival `after`, or the oldest of all.
   * Returns arrivals of test organizations whatever their time, because a test clock may stand still, or be ahead of
   * the real time. Leaves out arrivals of tables in the bin until the table is restored, and arrivals of the tables in
   * `without`.
   */
  abstract received(
    before: Date,
    most: number,
    without?: ReadonlySet<string>,
    after?: Pick<StoredArrival, 'id' | 'receivedAt'> | null,
  ): Promise<readonly StoredArrival[]>

  /**
   * Stores the final state of a held or received arrival without adding records to the table, at the given
   * time. Writes an audit entry in the same commit if one is given. Returns false, and writes nothing, if another
   * call has stored a state since the arrival was read.
   */
  abstract settle(settlement: ArrivalSettlement, at: Date, audit?: AuditEntry | null): Promise<boolean>

  /**
   * Deletes one batch of old arrivals, and of old claims that recognize repeated records, from before the
   * given times. Returns false if none are left.
   */
  abstract clear(before: { readonly arrivals: Date; readonly claims: Date }): Promise<boolean>

  /** Yields all arrivals of an organization whose body is stored, in order of arrival, in batches. */
  abstract withBodies(organizationId: string): AsyncIterable<readonly StoredArrival[]>

  /**
   * Returns the arrivals with these ids and their bodies, newest first. Leaves out the oldest if they do not
   * all fit into memory, but returns at least one.
   */
  abstract bodiesOf(organizationId: string, ids: readonly string[]): Promise<readonly StoredArrival[]>

  /** Returns the bytes that the stored arrivals of an organization use, and the bytes that they may use. */
  abstract room(organizationId: string): Promise<ArrivalSpace>

  /**
   * Returns a page of arrivals, newest first. Arrivals that were accepted at once have neither a reason code
   * nor a format.
   */
  abstract list(organizationId: string, filter: ArrivalFilter, page: Page): Promise<PageOf<ArrivalView>>

  /**
   * Returns an accepted arrival and the id of its first record, by the arrival's id as in `list`; null if
   * there is none.
   */
  abstract accepted(organizationId: string, id: string): Promise<AcceptedArrival | null>

  /** Returns the bodies of arrivals that are held or were refused, newest first. */
  abstract heldBodies(organizationId: string, wanted: HeldBodySelection): Promise<readonly HeldBody[]>

  /**
   * Replaces the body of an arrival and the facts read from it, after a user edited it or a person was erased
   * from it. Deletes the arrival if `rest` is null. Returns false if the arrival was changed or deleted since
   * it was read.
   */
  abstract replace(this: InTransaction, arrival: StoredArrival, rest: StoredArrival | null): Promise<boolean>
  /**
   * Deletes up to `most` of the selected arrivals that have one of these states. Returns the number of
   * deleted arrivals.
   */
  abstract discard(
    this: InTransaction,
    wanted: ArrivalSelection,
    states: readonly DiscardableStatus[],
    most: number,
  ): Promise<number>
  /**
   * Deletes up to `most` idempotency keys of requests from before a time. Returns the number of deleted keys. The
   * age of a key of a test organization is measured by its test clock, and `now` is the real time.
   */
  abstract forgetIdempotencyKeys(this: InTransaction, before: Date, most: number, now: Date): Promise<number>
}
