import type { ReasonCause } from '../../reason.ts'

/**
 * The properties of a channel (such as SMTP or a provider's API) that limit how many messages a runtime marks
 * as being sent at once.
 */
export interface Capacity {
  /** The highest number of messages that the channel sends at the same time; null for no limit. */
  readonly atOnce: number | null
  /** The cause with which the channel refuses every message, if that is known before sending. */
  readonly refusal?: ReasonCause
}
