import type { KnownLimits } from '../../model/known-sender.ts'
import type { Random } from '../../run/random.ts'

/**
 * The time zones of senders. Their midnights are far from each other, and two of them are shortly after the time at which
 * a run begins, so that changes happen while zones have different days.
 */
const zones = ['UTC', 'America/Anchorage', 'Pacific/Auckland'] as const

/** Draws random limits for a simulated sender. A drawn 0 stands for no limit. */
export function drawLimits(random: Random) {
  return {
    daily: random.pick([0, 1, 2, 3, 5]),
    gap: random.pick([0, 0, 0, 60, 3_600]),
    ramp: random.pick([0, 0, 1]),
    zone: random.below(zones.length),
  }
}

export function limitsOf({ daily, gap, ramp, zone }: ReturnType<typeof drawLimits>): KnownLimits {
  const dailyLimit = daily === 0 ? null : daily
  const isRamped = ramp > 0 && dailyLimit !== null
  return {
    dailyLimit,
    gapSeconds: gap,
    timeZone: zones[zone] ?? 'UTC',
    ramp: isRamped ? { start: Math.min(ramp, dailyLimit), add: 1, everyDays: 2 } : null,
  }
}
