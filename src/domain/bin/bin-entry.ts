import { type Actor, actorIdOf, viewOfActor } from '../account/audit/actor.ts'
import { type ActorView } from '../actor-view.ts'

/** The number of days for which deleted things stay in the bin. */
export const daysInBin = 30

/** The message of a request for an entry that the bin does not have. */
export const entryNotFound = 'The bin has no such entry; it was restored or deleted permanently'

/** The time in which records that one person or API key deletes from a table come into one entry, in milliseconds. */
const joinedWithinMs = 60_000

/** The time for which requests may add records to a deletion by its id, in milliseconds. */
const continuedWithinMs = 24 * 3_600_000

export const binKinds = ['records', 'dataTable', 'spinner'] as const
export type BinKind = (typeof binKinds)[number]

/**
 * An entry of the bin: a data table, a spinner, or the records of one deletion. It can be restored until
 * `deletesAt`; after that, the runtime deletes it permanently.
 */
export interface BinEntry {
  readonly id: string
  readonly organizationId: string
  /** The project of the deleted things. It may have been deleted since. */
  readonly projectId: string
  readonly kind: BinKind
  /** The data table in the bin, or the data table of the records or of the spinner. */
  readonly dataTableId: string
  /** The spinner in the bin; null unless `kind` is `spinner`. */
  readonly spinnerId: string | null
  /** The name of the spinner or data table at the time of the deletion. */
  readonly name: string
  /** The number of records of the deletion that are still in the bin; 0 for tables and spinners. */
  readonly records: number
  /** The user or API key that deleted the things, with the e-mail address or the name at that time. */
  readonly deletedBy: ActorView
  readonly deletedAt: Date
  readonly deletesAt: Date
}

type Deleted = Pick<
  BinEntry,
  'id' | 'organizationId' | 'projectId' | 'kind' | 'dataTableId' | 'spinnerId' | 'name' | 'records'
>

/** Returns the entry for things that are deleted now. */
export function newBinEntry(deleted: Deleted, by: Actor, now: Date): BinEntry {
  const deletesAt = new Date(now)
  deletesAt.setUTCDate(deletesAt.getUTCDate() + daysInBin)
  return { ...deleted, deletedBy: viewOfActor(by), deletedAt: now, deletesAt }
}

/** An earlier entry to which the records of a new deletion are added, if there is one. */
export interface EarlierDeletion {
  readonly organizationId: string
  readonly dataTableId: string
  /** The id of the person or API key that deleted the records. */
  readonly actorId: string
  /** The entry must have begun after this time. */
  readonly since: Date
}

/**
 * Returns what selects the entry to which a deletion of records is added: the latest one of the same table by the
 * same person or API key. Null for other actors, whose deletions stay apart.
 */
export function earlierDeletion(
  { organizationId, dataTableId }: Pick<BinEntry, 'organizationId' | 'dataTableId'>,
  by: Actor,
  now: Date,
): EarlierDeletion | null {
  const actorId = actorIdOf(by)
  const since = new Date(now.getTime() - joinedWithinMs)
  return actorId === null ? null : { organizationId, dataTableId, actorId, since }
}

/**
 * Returns whether a deletion of records may still be continued. Its entry stays in the bin for 30 days after the last
 * request, so without a limit the first records would stay for ever.
 */
export function mayBeContinued({ deletedAt }: Pick<BinEntry, 'deletedAt'>, now: Date): boolean {
  return now.getTime() - deletedAt.getTime() <= continuedWithinMs
}
