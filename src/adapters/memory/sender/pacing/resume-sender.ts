import { pausesAll } from '../../../../domain/sender/pacing/breaker.ts'
import type { Resumption } from '../../../../ports/sender/senders.ts'
import type { MemoryStore } from '../../store.ts'
import type { Writes } from '../../writes.ts'
import { withoutRefusals } from './sender-breakers.ts'
import { countOther } from './sender-pools.ts'

/** Resumes a sender and resets its counts, like the SQL function `end_sender_pauses`. */
export function resumeSender(
  store: MemoryStore,
  writes: Writes,
  { organizationId, senderId, spinnerId }: Resumption,
): boolean | null {
  const sender = store.senders.get(senderId)
  if (sender?.organizationId !== organizationId) return null
  const paused = [...store.breakers].filter(
    ([, one]) =>
      one.senderId === senderId &&
      one.pausedAt !== null &&
      (spinnerId === null || one.spinnerId === spinnerId),
  )
  const isPausedItself = sender.state === 'paused'
  if (paused.length === 0 && !(isPausedItself && spinnerId === null)) return false
  for (const [slot, { parts }] of paused) {
    // The messages of the last day still count for the pool of the sender.
    const sent = [...parts].map(([part, counts]) => [part, counts.sent] as const)
    countOther(store, writes, senderId, sent)
    writes.drop(store.breakers, slot)
  }
  if (isPausedItself && (spinnerId === null || pausesAll(sender.trouble?.code ?? ''))) {
    for (const [slot, one] of store.breakers)
      if (one.senderId === senderId) writes.put(store.breakers, slot, withoutRefusals(one))
    writes.put(store.senders, senderId, {
      ...sender,
      state: 'connected',
      trouble: null,
      revision: sender.revision + 1,
    })
  }
  return true
}
