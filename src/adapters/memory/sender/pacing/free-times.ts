import { usedToday } from '../../../../domain/job/sending/sending-time.ts'
import type { MemoryStore } from '../../store.ts'
import type { Writes } from '../../writes.ts'

/** Frees the times that a sender has given to waiting recipients, and ends its rest if `endsRest`. */
export function freeTimes(
  store: MemoryStore,
  writes: Writes,
  { senderId, at, endsRest }: { readonly senderId: string; readonly at: Date; readonly endsRest: boolean },
): void {
  if (endsRest) writes.drop(store.senderRests, senderId)
  const budget = store.senderBudgets.get(senderId)
  const sender = store.senders.get(senderId)
  const gapMs = (sender?.gapSeconds ?? 0) * 1000
  if (budget !== undefined)
    writes.put(store.senderBudgets, senderId, {
      ...budget,
      // After a change of the time zone, counts the messages of the present day in the day of the new zone at once.
      ...(sender === undefined ? {} : usedToday(budget, sender, at)),
      // If a user has shortened the gap between a sender's messages, the next message waits no longer than
      // the new gap.
      nextAt: new Date(Math.min(budget.nextAt.getTime(), at.getTime() + gapMs)),
      scheduledUntil: at,
      scheduledDay: null,
      scheduledCount: 0,
      priorityUntil: null,
    })
}
