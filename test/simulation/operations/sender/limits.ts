import type { KnownLimits } from '../../model/known-sender.ts'
import type { Random } from '../../run/random.ts'

/** Draws random limits for a simulated sender. A drawn 0 stands for no limit. */
export function drawLimits(random: Random) {
  return {
    daily: random.pick([0, 1, 2, 3, 5]),
    gap: random.pick([0, 0, 0, 60, 3_600]),
    ramp: random.pick([0, 0, 1]),
  }
}

export function limitsOf({ daily, gap, ramp }: ReturnType<typeof drawLimits>): KnownLimits {
  const dailyLimit = daily === 0 ? null : daily
  const isRamped = ramp > 0 && dailyLimit !== null
  return {
    dailyLimit,
    gapSeconds: gap,
    ramp: isRamped ? { start: Math.min(ramp, dailyLimit), add: 1, everyDays: 2 } : null,
  }
}
