import type { ReasonCode } from '../../../domain/job/recipient/reason.ts'
import type { HealthCounts, SenderPause } from '../../../domain/sender/pacing/breaker.ts'

/** The pause of a sender for a spinner, with the spinner's name. */
export interface SpinnerPause extends SenderPause {
  /** The name of the paused spinner; null if the spinner was deleted. */
  readonly spinnerName: string | null
}

/** The messages that a sender has sent today, and its health. */
export interface SenderHealthView {
  readonly usedToday: number
  /** The number of messages that the sender may send today; null for any number. */
  readonly allowedToday: number | null
  readonly nextAt: Date | null
  /**
   * The time until which the sender rests because its server or provider asked for it, with the reason code;
   * null if the sender does not rest.
   */
  readonly rest: { readonly until: Date; readonly code: ReasonCode } | null
  /** The counts of the sender's messages and failures in the last 24 hours, for all spinners together. */
  readonly day: HealthCounts
  readonly pauses: readonly SpinnerPause[]
}

export abstract class SenderHealthQueries {
  /**
   * Returns the health of senders by sender id. Ids that are not senders of the organization are left out.
   */
  abstract of(
    organizationId: string,
    senderIds: readonly string[],
    at: Date,
  ): Promise<ReadonlyMap<string, SenderHealthView>>

  /** Returns the pauses of all senders for a spinner. */
  abstract pausesOf(organizationId: string, spinnerId: string): Promise<readonly SenderPause[]>
}
