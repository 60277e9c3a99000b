import type { MessageHistory } from './sending-time.ts'

/** The use of a pool's limit, and the times that are reserved for messages that wait for the pool. */
export interface PoolUse {
  readonly id: string
  readonly maxPerDay: number
  /** The number of messages that the senders of the pool have sent in the last 24 hours. */
  readonly used: number
  /** The time when the oldest of these messages no longer count; null if there are none. */
  readonly oldestExpiresAt: Date | null
  /** The earliest time that is not reserved for a waiting message. */
  readonly scheduledUntil: Date
  /** The earliest free time for messages that go first, as in `SenderBudget`. */
  readonly priorityUntil: Date
}

export interface PoolTime {
  /** The time when the message may be sent; null if the pool lets it leave now. */
  readonly until: Date | null
  /** The pool after this message has been sent or has reserved its time. */
  readonly after: PoolUse
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Returns the time when the pool of a sender lets a message leave. `pool_verdict` implements the same rule in SQL.
 *
 * Each message that waits gets its own time, at most as many in 24 hours as the pool allows. Messages that go first do
 * not change the times of other messages.
 */
export function poolTimeAt(now: Date, pool: PoolUse, { hasBegun, hasWaited }: MessageHistory): PoolTime {
  const isFull = pool.used >= pool.maxPerDay
  const goesFirst = hasBegun || hasWaited
  if (!isFull && (goesFirst || pool.scheduledUntil <= now))
    return { until: null, after: { ...pool, used: pool.used + 1 } }
  const earliest = isFull ? (pool.oldestExpiresAt ?? now) : now
  const reserved = goesFirst ? pool.priorityUntil : pool.scheduledUntil
  const until = new Date(Math.max(now.getTime(), earliest.getTime(), reserved.getTime()))
  const next = new Date(until.getTime() + Math.ceil(dayMs / pool.maxPerDay))
  return { until, after: { ...pool, ...(goesFirst ? { priorityUntil: next } : { scheduledUntil: next }) } }
}
