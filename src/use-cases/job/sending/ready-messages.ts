import type { DueRecipient } from '../../../domain/job/recipient/recipient.ts'
import type { ChosenSender, SenderCandidates } from '../../../domain/job/sending/sender-candidates.ts'
import type { Prepared } from '../../spinner/steps/step-runner.ts'

/** A recipient whose message is prepared, but not marked as being sent yet. */
export interface ReadyMessage {
  readonly recipient: DueRecipient
  readonly prepared: Prepared
}

/**
 * Returns how many messages at the start of the list are sent through the same channel and senders as the
 * first. They share sending slots.
 */
export function countLeadingOfOneChannel(ready: readonly ReadyMessage[]): number {
  const [first] = ready
  const ofFirst = keyOf(first?.prepared.by ?? null)
  const other = ready.findIndex(
    ({ prepared: { channel, by } }) => channel !== first?.prepared.channel || keyOf(by) !== ofFirst,
  )
  return other === -1 ? ready.length : other
}

function keyOf(by: SenderCandidates | null): string {
  return by === null ? '' : (by.own ?? by.candidates.toSorted().join(' '))
}

/**
 * Sorts messages by the senders that may send them, so that messages of the same senders are marked as being
 * sent together.
 */
export function sortedBySenders(ready: readonly ReadyMessage[]): ReadyMessage[] {
  const groups = Map.groupBy(ready, ({ prepared }) => keyOf(prepared.by))
  return [...groups.values()].flat()
}

export function messagesOf(chosen: ReadonlyMap<string, ChosenSender>): ReadonlyMap<string, number> {
  const messages = new Map<string, number>()
  for (const { id } of chosen.values()) messages.set(id, (messages.get(id) ?? 0) + 1)
  return messages
}
