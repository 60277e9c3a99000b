import type { Register } from './register.ts'

export interface KnownLimits {
  readonly dailyLimit: number | null
  readonly gapSeconds: number
  /**
   * The warm-up of the sender: messages allowed on the first day, and how many are added every few days. Null
   * if the limit holds at once.
   */
  readonly ramp: { readonly start: number; readonly add: number; readonly everyDays: number } | null
}

/** The first day, such as "2026-11-02", of each warm-up that was set for the sender. */
export type RampDays = Map<string, string>

/** A sender account as its owner knows it. Its days are in UTC. */
export interface KnownSender {
  readonly id: string
  /** The name of the sender in the story, such as "sender 1". */
  readonly name: string
  readonly limits: Register<KnownLimits>
  readonly rampDays: RampDays
}

/** Records the present day as the first day of a warm-up, unless the same warm-up was set before. */
export function noteRamp(days: RampDays, { ramp }: KnownLimits, now: Date): void {
  const name = JSON.stringify(ramp)
  if (ramp !== null && !days.has(name)) days.set(name, now.toISOString().slice(0, 10))
}
