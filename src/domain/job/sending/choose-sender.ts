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
}

export interface SenderChoice<Sender extends PossibleSender> {
  readonly sender: Sender
  readonly time: SendingTime
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
    return { sender, time: sendingTimeAt(now, sender, budget, sender.isPaused, asker, random) }
  })
  const [best] = answers.filter(({ time }) => time.code === null).toSorted(mostLeftFirst)
  const [soonest] = answers.toSorted(soonestFirst)
  return best ?? soonest ?? null
}

type Answer = Pick<SenderChoice<PossibleSender>, 'time'>

function mostLeftFirst(a: Answer, b: Answer): number {
  const left = ({ time }: Answer) => time.room ?? Number.MAX_SAFE_INTEGER
  return left(b) - left(a) || a.time.after.used - b.time.after.used
}

/** Orders senders by the time when they can send; paused senders come last. */
function soonestFirst(a: Answer, b: Answer): number {
  const isPaused = ({ time }: Answer) => Number(time.code === 'SENDER_PAUSED')
  return isPaused(a) - isPaused(b) || (a.time.until?.getTime() ?? 0) - (b.time.until?.getTime() ?? 0)
}
