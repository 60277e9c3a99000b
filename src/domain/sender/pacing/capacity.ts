import type { Cause } from '../../job/recipient/reason.ts'

/** What of a channel decides how many messages may be marked as being sent. */
export interface Capacity {
  /** How many messages it really sends at once; null where it takes as many as it is given. */
  readonly atOnce: number | null
  /** What it says to every message instead of sending it, where that is known before. */
  readonly refusal?: Cause
}
