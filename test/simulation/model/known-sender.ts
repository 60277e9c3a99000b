import type { Register } from './register.ts'

export interface KnownLimits {
  readonly dailyLimit: number | null
  readonly gapSeconds: number
  /** Messages on the first day, and how many more on each day after it; null for the limit from the first day on. */
  readonly ramp: { readonly start: number; readonly add: number; readonly everyDays: number } | null
}

/** The first day, as "2026-11-02", on which each ramp was set. */
export type RampDays = Map<string, string>

/** An account from which messages leave, as its owner knows it. Its days are those of UTC. */
export interface KnownSender {
  readonly id: string
  /** As the story calls it: "sender 1". */
  readonly name: string
  readonly limits: Register<KnownLimits>
  readonly rampDays: RampDays
}

/** Notes the day of a ramp that is set now. */
export function noteRamp(days: RampDays, { ramp }: KnownLimits, now: Date): void {
  const name = JSON.stringify(ramp)
  if (ramp !== null && !days.has(name)) days.set(name, now.toISOString().slice(0, 10))
}
