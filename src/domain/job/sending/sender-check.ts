import { causeOf } from '../../reason.ts'
import type { Outcome } from '../recipient/recipient.ts'
import { chooseSender, evidenceOfWait, type PossibleSender } from './choose-sender.ts'
import type { SenderCandidates } from './sender-candidates.ts'

/** The data about one message that decides whether a sender may send it now. */
export interface SenderFacts {
  /** The senders that may send the message; null if the deployment's own server sends it. */
  readonly by: SenderCandidates | null
  /** All senders of the organization, each with its budget and with its pauses for the message's spinner. */
  readonly senders: readonly PossibleSender[]
  /**
   * Whether the daily budget, gap and cooldown of the senders are checked too. A rehearsal forecasts them for its
   * whole audience instead.
   */
  readonly asksBudgets: boolean
  readonly now: Date
}

/** Returns a wait as the outcome of a message that no sender may send now; null if a sender may send it now. */
export function refusalOfSenders({ by, senders, asksBudgets, now }: SenderFacts): Outcome | null {
  if (by === null) return null
  const own = senders.find(({ id }) => id === by.own)
  const possible = own === undefined ? senders.filter(({ id }) => by.candidates.includes(id)) : [own]
  if (possible.length === 0) return { kind: 'waits', seconds: 0, ...causeOf('NO_SENDER') }
  if (possible.every(({ isPaused }) => isPaused)) {
    const evidence = { senderId: possible[0]?.id ?? '' }
    return { kind: 'waits', seconds: 0, ...causeOf('SENDER_PAUSED', evidence) }
  }
  if (!asksBudgets) return null
  const asker = { hasBegun: own !== undefined, hasWaited: by.hasWaited }
  const chosen = chooseSender(possible, asker, now, 0)
  const { code, until } = chosen?.time ?? { code: null, until: null }
  if (chosen === null || code === null || until === null) return null
  const seconds = (until.getTime() - now.getTime()) / 1000
  return { kind: 'waits', seconds, ...causeOf(code, evidenceOfWait(chosen)) }
}
