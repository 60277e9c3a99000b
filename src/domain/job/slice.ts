import type { Goal } from '../spinner/goal.ts'
import type { SegmentRules } from '../spinner/segment/segment-rules.ts'
import type { SpinnerVersion } from '../spinner/spinner.ts'
import { columnsOfRecord, type TriggerData } from '../spinner/trigger-data.ts'
import type { DueRecipient } from './recipient/recipient.ts'
import type { SliceSenders } from './sending/sender-candidates.ts'

/**
 * A slice (part of a job) that this runtime has leased, so that no other runtime processes it. It contains the
 * recipients that are due.
 */
export interface LeasedSlice {
  readonly jobId: string
  readonly no: number
  readonly organizationId: string
  readonly spinnerId: string
  readonly dataTableId: string
  readonly version: Pick<SpinnerVersion, 'steps' | 'metadataColumns' | 'sendWindow'>
  /** The segments that exclude or stop recipients; null or absent if there are none. */
  readonly segmentRules?: SegmentRules | null
  /**
   * The columns of the segments for which steps wait. The waits have the present conditions of these segments, which may
   * read columns that templates do not see. Absent if no step waits for a segment.
   */
  readonly segmentColumns?: readonly string[]
  /** The goal of the version; null or absent if it has none. */
  readonly goal?: Goal | null
  /** The data that the job's trigger sent for all recipients; null or absent if it sent none. */
  readonly triggerData?: TriggerData | null
  /**
   * Whether another slice was due and not leased when this slice was leased. Looks at this job, or in an
   * organization's turn at all of its jobs.
   */
  readonly more: boolean
  readonly recipients: readonly DueRecipient[]
  /**
   * The number of times in a row that a runtime's lease on the slice (part of a job) ran out before it stored
   * any outcome.
   */
  readonly lostLeases: number
  /**
   * The id of the recipient whose message was being prepared when the last lease on the slice ran out; null if
   * none was recorded.
   */
  readonly preparingRecordId: string | null
  /** The organization's senders for the recipients of this slice; null if the organization has no senders. */
  readonly senders: SliceSenders | null
  /** The organization's IANA time zone; null if no step or send window of the version needs it. */
  readonly timeZone: string | null
}

/**
 * The number of times that a lease on a slice must run out before its recipients are prepared one by one. Each
 * is recorded beforehand, to find the recipient that crashes the runtime.
 */
const suspiciousLosses = 2

/**
 * Returns whether a slice's leases ran out so often that one of its recipients probably crashes the runtime.
 * The runtime then prepares its recipients one by one.
 */
export function mayContainCrashingRecipient({ lostLeases }: Pick<LeasedSlice, 'lostLeases'>): boolean {
  return lostLeases >= suspiciousLosses
}

/**
 * Returns the id of the recipient that was being prepared when a lease on the slice ran out for the third time
 * or later; null otherwise. The recipient probably crashes the runtime.
 */
export function crashingRecipientOf({
  lostLeases,
  preparingRecordId,
}: Pick<LeasedSlice, 'lostLeases' | 'preparingRecordId'>): string | null {
  return lostLeases > suspiciousLosses ? preparingRecordId : null
}

export interface Lease {
  /**
   * The id by which the database recognizes the runtime's lease on a slice (part of a job). A runtime whose
   * lease ran out can no longer store outcomes.
   */
  readonly holder: string
  readonly seconds: number
}

/** Returns the columns of the record among those for which a step waits. */
export function awaitedColumnsOfRecord(
  { version, segmentColumns = [], triggerData = null }: LeasedSlice,
  columns: readonly string[],
): readonly string[] {
  return columnsOfRecord(columns, [...version.metadataColumns, ...segmentColumns], triggerData)
}
