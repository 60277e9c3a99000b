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

export interface ChosenTurn<Sender extends PossibleSender> {
  readonly sender: Sender
  readonly turn: SenderTurn
}

/**
 * The sender that a message goes by, the one with most left of its day; where none has room, the one that has room
 * first. Null where there is no sender. `claim_senders` says the same in SQL.
 */
export function chooseSender<Sender extends PossibleSender>(
  possible: readonly Sender[],
  asker: TurnAsker,
  now: Date,
  random: number,
): ChosenTurn<Sender> | null {
  const answers = possible.map((sender) => {
    const budget = sender.budget ?? freshBudget(sender, now)
    return { sender, turn: turnAt(now, sender, budget, sender.isPaused, asker, random) }
  })
  const [best] = answers.filter(({ turn }) => turn.code === null).toSorted(mostLeftFirst)
  const [soonest] = answers.toSorted(soonestFirst)
  return best ?? soonest ?? null
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
