import type { Register } from './register.ts'

export interface KnownLimits {
  readonly dailyLimit: number | null
  readonly gapSeconds: number
  readonly timeZone: string
  /**
   * The warm-up of a simulated sender: the messages allowed on its first day, and how many are added every few
   * days. Null for no warm-up.
   */
  readonly ramp: { readonly start: number; readonly add: number; readonly everyDays: number } | null
}

/** Limits of a sender with the virtual time at which they were set. */
interface LimitsSince extends KnownLimits {
  readonly since: Date
}

/**
 * The first day of each warm-up that the simulator set for a sender, such as "2026-11-02", by the warm-up's
 * settings.
 */
export type RampDays = Map<string, string>

/** A sender account as the simulator knows it from outside the service. */
export interface KnownSender {
  readonly id: string
  /** The name of the sender in the log of the simulation run, such as "sender 1". */
  readonly name: string
  readonly limits: Register<LimitsSince>
  readonly rampDays: RampDays
  /** The calls that resumed the sender, which end its cooldown. */
  readonly resumptions: Register<true>
}

/**
 * Records the present virtual day as the first day of a sender's warm-up, unless the same warm-up was set
 * before.
 */
export function noteRamp(days: RampDays, { ramp, timeZone }: KnownLimits, now: Date): void {
  const name = JSON.stringify(ramp)
  if (ramp !== null && !days.has(name)) days.set(name, dayIn(timeZone, now))
}

/** Returns the day of a time in a time zone, such as "2026-11-02". */
export function dayIn(timeZone: string, at: Date): string {
  return at.toLocaleDateString('sv-SE', { timeZone })
}
