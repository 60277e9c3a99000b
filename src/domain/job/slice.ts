import type { SpinnerVersion } from '../spinner/spinner.ts'
import type { DueRecipient } from './recipient.ts'

/** A slice holds at most this many recipients; an append is never divided between two. */
export const mostRecipientsPerSlice = 500

/** A slice that this runtime holds the lease of, with the recipients that are due. */
export interface LeasedSlice {
  readonly jobId: string
  readonly no: number
  readonly organizationId: string
  readonly version: Pick<SpinnerVersion, 'steps' | 'metadataColumns'>
  /** Whether the job had more due slices without a lease when this one was taken. */
  readonly more: boolean
  readonly recipients: readonly DueRecipient[]
}

export interface Lease {
  /** Names this one hold of the slice, so that a runtime that lost it cannot write any more. */
  readonly holder: string
  readonly seconds: number
}
