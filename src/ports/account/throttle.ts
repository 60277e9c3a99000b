import type { Throttled } from '../../domain/account/throttle.ts'

/** Counts attempts across all processes. Throws RATE_LIMITED with the seconds to wait. */
export abstract class Throttle {
  abstract attempt(what: Throttled, by: 'perAddress' | 'perAccount', who: string): Promise<void>
  /** After a success: an honest person's earlier typos no longer count. */
  abstract forgive(what: Throttled, by: 'perAddress' | 'perAccount', who: string): Promise<void>
}
