import type { KnownPool, KnownPools } from '../../model/sender/known-pools.ts'
import type { Sent } from '../../model/sent.ts'
import { each, type Promised } from '../promise.ts'

const dayMs = 86_400_000
/** The milliseconds that may pass between the mark of a message, which counts it, and its sending. */
const sendingMs = 60_000

/**
 * Counts for a message the messages of all senders that were in the pool for certain, in the 24 hours before it,
 * whether or not a sender was in the pool when it sent them: a sender brings its messages of the last day into its pool.
 */
export const senderPools: Promised = {
  promise: 'In any 24 hours the senders of a pool send no more messages together than the number of the pool',
  when: 'quiet',
  holds: ({ model }) => {
    const { pools } = model
    const senders = new Set(pools.senderIds)
    if (senders.size === 0) return { compared: 0, violations: [] }
    // Counts a message if the simulated mail server accepted it, even if the connection was lost before the answer.
    const sent = model.sent.asMarked.filter(
      ({ sender, isTaken }) => isTaken && sender !== null && senders.has(sender),
    )
    return each([...sent.entries()], ([index, message]) => faultOf(message, sent.slice(0, index), pools))
  },
}

/** Returns the pool whose number a message exceeded, in words; null if it may have been in none, or in one with room. */
function faultOf(message: Sent, before: readonly Sent[], pools: KnownPools): string | null {
  const { moment, sender } = message
  let fault: string | null = null
  for (const pool of pools.ofSender(sender ?? '').possibleWhenDecided(moment)) {
    if (pool === null) return null
    const most = Math.max(...pool.maxPerDay.possibleWhenDecided(moment).map((number) => number ?? Infinity))
    const used = before.filter(
      (one) => isOfDay(one, message) && isCertainlyIn(one, pool, moment, pools),
    ).length
    if (used < most) return null
    fault = `message ${used + 1} of 24 hours left at ${message.at.toISOString()} by ${pool.name}; at most ${most} are allowed`
  }
  return fault
}

function isCertainlyIn(
  { sender, moment: sentAt }: Sent,
  pool: KnownPool,
  moment: number,
  pools: KnownPools,
): boolean {
  const senderId = sender ?? ''
  const isMember = pools
    .ofSender(senderId)
    .possibleWhenDecided(moment)
    .every((one) => one === pool)
  return isMember && pools.isCounted(senderId, sentAt, pool)
}

/** Returns whether less than 24 hours passed between two messages, by the host's clock and by the time that passed. */
function isOfDay(first: Sent, second: Sent): boolean {
  const byClock = second.at.getTime() - first.at.getTime()
  return Math.max(byClock, second.elapsedMs - first.elapsedMs) < dayMs - sendingMs
}
