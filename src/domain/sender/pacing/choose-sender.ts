import {
  freshBudget,
  type PacedSender,
  type SenderBudget,
  type SenderTurn,
  type TurnAsker,
  turnAt,
} from './sender-turn.ts'

/** A sender that a message may go by, as it stands. */
export interface PossibleSender extends PacedSender {
  readonly id: string
  /** Null for a sender that has sent nothing yet. */
  readonly budget: SenderBudget | null
  /** For the spinner, or altogether. */
  readonly isPaused: boolean
}

/** A message that asks for a sender. */
export interface MessageAsker extends TurnAsker {
  /** The sender whose place a repeated message took when it was first marked; null, or left out, for a new message. */
  readonly placeOf?: string | null
}

export interface ChosenTurn<Sender extends PossibleSender> {
  readonly sender: Sender
  readonly turn: SenderTurn
}

/**
 * The sender that a message goes by, the one with most left of its day; where none has room, the one that has room
 * first. Null where there is no sender. A repeated message keeps its place, unless its sender is paused: then it gives
 * the place back. `claim_senders` says the same in SQL.
 */
export function chooseSender<Sender extends PossibleSender>(
  possible: readonly Sender[],
  asker: MessageAsker,
  now: Date,
  random: number,
): ChosenTurn<Sender> | null {
  const kept = possible.find(({ id }) => id === asker.placeOf)
  if (kept !== undefined && !kept.isPaused) return { sender: kept, turn: keptTurn(kept, now) }
  const answers = possible.map((sender) => {
    const known = sender.budget ?? freshBudget(sender, now)
    const budget = sender === kept ? { ...known, used: Math.max(known.used - 1, 0) } : known
    return { sender, turn: turnAt(now, sender, budget, sender.isPaused, asker, random) }
  })
  const [best] = answers.filter(({ turn }) => turn.code === null).toSorted(mostLeftFirst)
  const [soonest] = answers.toSorted(soonestFirst)
  return best ?? soonest ?? null
}

/** The turn of a message whose place is in the budget already. */
function keptTurn(sender: PossibleSender, now: Date): SenderTurn {
  const after = sender.budget ?? freshBudget(sender, now)
  return { code: null, until: null, allowed: null, room: null, after }
}

type Answer = Pick<ChosenTurn<PossibleSender>, 'turn'>

function mostLeftFirst(a: Answer, b: Answer): number {
  const left = ({ turn }: Answer) => turn.room ?? Number.MAX_SAFE_INTEGER
  return left(b) - left(a) || a.turn.after.used - b.turn.after.used
}

/** Paused senders come last. */
function soonestFirst(a: Answer, b: Answer): number {
  const isPaused = ({ turn }: Answer) => Number(turn.code === 'SENDER_PAUSED')
  return isPaused(a) - isPaused(b) || (a.turn.until?.getTime() ?? 0) - (b.turn.until?.getTime() ?? 0)
}
