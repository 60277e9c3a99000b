import type { ReasonCause } from '../recipient/reason.ts'

/** The properties of a channel that decide how many messages may be marked as being sent. */
export interface Capacity {
  /** The number of messages that the channel sends at once; null for any number. */
  readonly atOnce: number | null
  /** The cause with which the channel refuses every message, if that is known before sending. */
  readonly refusal?: ReasonCause
}
