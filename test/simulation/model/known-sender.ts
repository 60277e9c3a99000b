import type { Register } from './register.ts'

export interface KnownLimits {
  readonly dailyLimit: number | null
  readonly gapSeconds: number
  /** The messages allowed on the first day, and how many are added every few days; null if the limit holds at once. */
  readonly ramp: { readonly start: number; readonly add: number; readonly everyDays: number } | null
}

/** The first day on which each ramp was set, such as "2026-11-02". */
export type RampDays = Map<string, string>

/** A sender account as its owner knows it. Its days are in UTC. */
export interface KnownSender {
  readonly id: string
  /** The name in the story, such as "sender 1". */
  readonly name: string
  readonly limits: Register<KnownLimits>
  readonly rampDays: RampDays
}

/** Records the present day as the first day of a ramp, unless the same ramp was set before. */
export function noteRamp(days: RampDays, { ramp }: KnownLimits, now: Date): void {
  const name = JSON.stringify(ramp)
  if (ramp !== null && !days.has(name)) days.set(name, now.toISOString().slice(0, 10))
}
