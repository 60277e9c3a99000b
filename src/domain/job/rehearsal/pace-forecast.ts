import { dayAfter, momentOf, startOfDay, weekdayOf } from '../../time/local-time.ts'
import type { PaceUse } from '../sending/pace-use.ts'

/** One day of a spinner's pace in the forecast of a rehearsal. */
export class PaceDay {
  #newPeople: number
  #messages: number
  /** The time in milliseconds since 1970 from which messages leave on the day. */
  readonly beginsAt: number
  readonly endsAt: number

  /** `nth` counts the days from the present one, of which the rest is left. */
  constructor(pace: PaceUse, nth: number, now: Date) {
    const { zone, maxNewPerDay = Number.POSITIVE_INFINITY, maxPerDay = Number.POSITIVE_INFINITY } = pace
    const day = dayAfter(pace.day, nth)
    const isOpen = nth === 0 || pace.days.includes(weekdayOf(day))
    const [used, usedNew] = nth === 0 ? [pace.used + pace.followUps, pace.usedNew + pace.latePeople] : [0, 0]
    // Leaves the places of people in other jobs to them. The queue is full up to its last day.
    const { queueDay, queueCount } = pace
    const isTaken = queueDay !== null && day < queueDay
    const inQueue = queueDay === day ? queueCount : 0
    this.#messages = isOpen ? Math.max(0, maxPerDay - used) : 0
    this.#newPeople = isTaken ? 0 : Math.max(0, Math.min(maxNewPerDay - usedNew, this.#messages) - inQueue)
    this.beginsAt = nth === 0 ? now.getTime() : momentOf(day, pace.opensAt, zone).getTime()
    this.endsAt = startOfDay(dayAfter(day), zone).getTime()
  }

  /** Returns how many more first messages, or other messages, may leave on the day. */
  roomFor(isFirst: boolean): number {
    return isFirst ? Math.min(this.#newPeople, this.#messages) : this.#messages
  }

  send(count: number, isFirst: boolean): void {
    this.#messages -= count
    if (isFirst) this.#newPeople -= count
  }
}
