import { type PoolUse, poolTimeAt } from './pool-use.ts'
import {
  freshBudget,
  type MessageHistory,
  type PacedSender,
  type SenderBudget,
  type SendingTime,
  sendingTimeAt,
} from './sending-time.ts'

/** A sender that may send a message, with its budget, its pauses and its other state. */
export interface PossibleSender extends PacedSender {
  readonly id: string
  /** The budget of the sender on its present day; null for a sender that has sent nothing yet. */
  readonly budget: SenderBudget | null
  /** Whether the sender is paused, for the message's spinner or for all spinners. */
  readonly isPaused: boolean
  /** The pool of the sender; null for none. */
  readonly pool: PoolUse | null
}

export interface SenderChoice<Sender extends PossibleSender> {
  readonly sender: Sender
  readonly time: SendingTime
  /** The pool of the sender after the message has been sent or has reserved its time; null for none. */
  readonly pool: PoolUse | null
}

/**
 * Chooses the sender of a message: the one that may still send the most today, or else the one that can send
 * first. Returns null without senders. `claim_senders` implements the same rule in SQL.
 */
export function chooseSender<Sender extends PossibleSender>(
  possible: readonly Sender[],
  asker: MessageHistory,
  now: Date,
  random: number,
): SenderChoice<Sender> | null {
  const answers = possible.map((sender) => {
    const budget = sender.budget ?? freshBudget(sender, now)
    const time = sendingTimeAt(now, sender, budget, sender.isPaused, asker, random)
    return heldByPool({ sender, time, pool: sender.pool }, budget, asker, now)
  })
  const [best] = answers.filter(({ time }) => time.code === null).toSorted(compareRemaining)
  const [soonest] = answers.toSorted(soonestFirst)
  return best ?? soonest ?? null
}

/** Returns the evidence of the wait of a message that its sender, or the pool of the sender, does not send now. */
export function evidenceOfWait({ sender: { id: senderId }, time, pool }: SenderChoice<PossibleSender>) {
  if (time.code === 'SENDER_POOL_LIMIT' && pool !== null)
    return { senderId, limit: pool.maxPerDay, poolId: pool.id }
  return time.code === 'SENDER_DAILY_LIMIT' && time.allowed !== null
    ? { senderId, limit: time.allowed }
    : { senderId }
}

/** Returns the choice of a sender that may send now, or that waits for its pool instead. */
function heldByPool<Sender extends PossibleSender>(
  choice: SenderChoice<Sender>,
  { nextAt }: SenderBudget,
  asker: MessageHistory,
  now: Date,
): SenderChoice<Sender> {
  const { time, pool } = choice
  if (pool === null || time.code !== null) return choice
  const { until, after } = poolTimeAt(now, pool, asker)
  if (until === null) return { ...choice, pool: after }
  // Does not count the message in the sender's budget, because the sender does not send it now.
  const budget = { ...time.after, used: time.after.used - 1, nextAt }
  return { ...choice, pool: after, time: { ...time, code: 'SENDER_POOL_LIMIT', until, after: budget } }
}

type Answer = Pick<SenderChoice<PossibleSender>, 'time'>

function compareRemaining(a: Answer, b: Answer): number {
  const left = ({ time }: Answer) => time.room ?? Number.MAX_SAFE_INTEGER
  return left(b) - left(a) || a.time.after.used - b.time.after.used
}

/** Orders senders by the time when they can send; paused senders come last. */
function soonestFirst(a: Answer, b: Answer): number {
  const isPaused = ({ time }: Answer) => Number(time.code === 'SENDER_PAUSED')
  return isPaused(a) - isPaused(b) || (a.time.until?.getTime() ?? 0) - (b.time.until?.getTime() ?? 0)
}
