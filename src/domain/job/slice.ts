import type { SliceSenders } from '../sender/pacing/sender-candidates.ts'
import type { SpinnerVersion } from '../spinner/spinner.ts'
import type { TriggerData } from './audience/trigger-request.ts'
import type { DueRecipient } from './recipient/recipient.ts'

/** The highest number of recipients in a slice. An append is never divided between two slices. */
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
   * Whether more due slices without a lease existed when this one was taken: of the job, or of the
   * organization in its turn.
   */
  readonly more: boolean
  readonly recipients: readonly DueRecipient[]
  /** The number of leases in a row that ran out without any outcome being stored. */
  readonly lostLeases: number
  /** The recipient whose message was being made when the last lease was lost; null if that was not noted. */
  readonly preparing: string | null
  /** The organization's senders; null if it has none. */
  readonly senders: SliceSenders | null
  /** The organization's time zone; read only if the version has a send window. */
  readonly timeZone: string | null
}

/** The number of lost leases after which recipients are prepared one by one, each noted beforehand. */
const suspiciousLosses = 2

/** Returns whether a runtime has to find out at which recipient the runtimes before it stopped. */
export function isSuspicious({ lostLeases }: Pick<LeasedSlice, 'lostLeases'>): boolean {
  return lostLeases >= suspiciousLosses
}

/** Returns the recipient at which a slice lost its lease a third time; null if there is none. */
export function crashingRecipientOf({
  lostLeases,
  preparing,
}: Pick<LeasedSlice, 'lostLeases' | 'preparing'>): string | null {
  return lostLeases > suspiciousLosses ? preparing : null
}

export interface Lease {
  /** Identifies this hold of the slice. A runtime that lost the lease cannot write any more. */
  readonly holder: string
  readonly seconds: number
}
