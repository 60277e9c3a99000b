import type { Cohort, ForecastMessage } from './forecast.ts'

/**
 * The precision in seconds to which the intervals between messages are rounded when a rehearsal groups its
 * recipients. The more groups there are, the coarser the precision.
 */
const grains = [
  { most: 50, seconds: 60 },
  { most: 100, seconds: 60 * 60 },
  { most: 150, seconds: 24 * 60 * 60 },
  { most: Number.POSITIVE_INFINITY, seconds: 30 * 24 * 60 * 60 },
] as const

/**
 * Groups rehearsed recipients that get the same messages at about the same intervals, so that the forecast
 * has few groups.
 */
export class Cohorts {
  readonly #known = new Map<string, { count: number; readonly messages: readonly ForecastMessage[] }>()

  add(messages: readonly ForecastMessage[]): void {
    if (messages.length === 0) return
    for (const { most, seconds } of grains) {
      const rounded = messages.map((message) => ({
        ...message,
        afterSeconds: Math.floor(message.afterSeconds / seconds) * seconds,
      }))
      const name = rounded
        .map(({ step, senders, afterSeconds }) => `${step} ${senders.join()} ${afterSeconds}`)
        .join(' ')
      const known = this.#known.get(name)
      if (known !== undefined) {
        known.count++
        return
      }
      if (this.#known.size >= most) continue
      // A new group of rehearsed recipients gets the exact message intervals of its first recipient; later
      // recipients count as having the same intervals.
      this.#known.set(name, { count: 1, messages })
      return
    }
  }

  get all(): readonly Cohort[] {
    return [...this.#known.values()]
  }
}
