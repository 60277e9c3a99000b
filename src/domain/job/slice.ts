import type { SliceSenders } from '../sender/pacing/sender-wish.ts'
import type { SpinnerVersion } from '../spinner/spinner.ts'
import type { TriggerData } from './audience/audience-wish.ts'
import type { DueRecipient } from './recipient/recipient.ts'

/** A slice holds at most this many recipients; an append is never divided between two. */
export const mostRecipientsPerSlice = 500

/** A slice that this runtime holds the lease of, with the recipients that are due. */
export interface LeasedSlice {
  readonly jobId: string
  readonly no: number
  readonly organizationId: string
  readonly spinnerId: string
  readonly version: Pick<SpinnerVersion, 'steps' | 'metadataColumns' | 'sendWindow'>
  /** What the trigger of its job said. */
  readonly triggerData?: TriggerData | null
  /**
   * Whether there were more due slices without a lease when this one was taken: of the job, or of whose turn it was.
   */
  readonly more: boolean
  readonly recipients: readonly DueRecipient[]
  /** How many leases of it ran out, one after the other, without anything being settled. */
  readonly lostLeases: number
  /** The recipient whose message was being made when the last one was lost, where that was noted. */
  readonly preparing: string | null
  /** Null for an organization that has none. */
  readonly senders: SliceSenders | null
  /** Of the organization; asked for where the version has a window. */
  readonly timeZone: string | null
}

/** From here on recipients are prepared one by one, and each is noted before. */
const suspiciousLosses = 2

/** Whether a runtime has to find out at which recipient the ones before it stopped. */
export function isSuspicious({ lostLeases }: Pick<LeasedSlice, 'lostLeases'>): boolean {
  return lostLeases >= suspiciousLosses
}

/** The recipient at which a slice was lost a third time. */
export function culpritOf({
  lostLeases,
  preparing,
}: Pick<LeasedSlice, 'lostLeases' | 'preparing'>): string | null {
  return lostLeases > suspiciousLosses ? preparing : null
}

export interface Lease {
  /** Names this one hold of the slice, so that a runtime that lost it cannot write any more. */
  readonly holder: string
  readonly seconds: number
}
