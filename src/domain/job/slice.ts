import type { SpinnerVersion } from '../spinner/spinner.ts'
import type { TriggerData } from './audience/trigger-request.ts'
import type { DueRecipient } from './recipient/recipient.ts'
import type { SliceSenders } from './sending/sender-candidates.ts'

/**
 * The highest number of recipients in a slice, the part of a job that one worker processes at a time. The
 * records of one append are never divided between two slices.
 */
export const mostRecipientsPerSlice = 500

/** A slice whose lease this runtime holds, with the recipients that are due. */
export interface LeasedSlice {
  readonly jobId: string
  readonly no: number
  readonly organizationId: string
  readonly spinnerId: string
  readonly version: Pick<SpinnerVersion, 'steps' | 'metadataColumns' | 'sendWindow'>
  /** The data that the job's trigger sent. */
  readonly triggerData?: TriggerData | null
  /**
   * Whether more slices without a lease were due when this slice was taken: of the job, or of the
   * organization in its turn.
   */
  readonly more: boolean
  readonly recipients: readonly DueRecipient[]
  /** The number of leases of the slice in a row that ran out without any stored outcome. */
  readonly lostLeases: number
  /**
   * The recipient whose message was being prepared when the slice lost its last lease; null if that was not
   * recorded.
   */
  readonly preparingRecordId: string | null
  /** The organization's senders; null if it has none. */
  readonly senders: SliceSenders | null
  /** The organization's time zone; read only if the version has a send window. */
  readonly timeZone: string | null
}

/**
 * The number of lost leases after which the recipients of a slice are prepared one by one. Each is recorded
 * beforehand, to find the one that crashes the runtime.
 */
const suspiciousLosses = 2

/**
 * Returns whether a slice lost so many leases that a runtime must find the recipient at which earlier
 * runtimes crashed.
 */
export function mayContainCrashingRecipient({ lostLeases }: Pick<LeasedSlice, 'lostLeases'>): boolean {
  return lostLeases >= suspiciousLosses
}

/**
 * Returns the recipient whose message was being prepared when a slice lost its lease a third time; null if
 * there is none.
 */
export function crashingRecipientOf({
  lostLeases,
  preparingRecordId,
}: Pick<LeasedSlice, 'lostLeases' | 'preparingRecordId'>): string | null {
  return lostLeases > suspiciousLosses ? preparingRecordId : null
}

export interface Lease {
  /**
   * Identifies the lease of a runtime on a slice. A runtime that lost the lease cannot store outcomes any
   * more.
   */
  readonly holder: string
  readonly seconds: number
}
