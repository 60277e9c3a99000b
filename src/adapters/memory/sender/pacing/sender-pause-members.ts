import { pausesAll } from '../../../../domain/sender/pacing/breaker.ts'
import type { OutdatedWaits, Resumption, SenderStore, SliceOfJob } from '../../../../ports/sender/senders.ts'
import { withReview } from '../../job/slices/reviewed-waits.ts'
import type { MemoryStore } from '../../store.ts'
import type { Writes } from '../../writes.ts'
import { withoutRefusals } from './sender-breakers.ts'

/** The methods of the sender store that end a sender's pause and renew the times of its waiting recipients. */
export type SenderPauses =
  | 'resume'
  | 'outdateWaits'
  | 'outdatedWaits'
  | 'endOutdatedWaits'
  | 'freeTimes'
  | 'slicesWaitingFor'
  | 'makeDue'

/** Returns the methods of `SenderPauses` for one transaction. */
export function senderPauses(store: MemoryStore, writes: Writes): Pick<SenderStore, SenderPauses> {
  return {
    resume: async (resumption) => resume(store, writes, resumption),
    outdateWaits: async (senderId, at) => outdateWaits(store, writes, senderId, at),
    outdatedWaits: async (senderId) => store.outdatedWaits.get(senderId) ?? null,
    endOutdatedWaits: async (senderId, since) => {
      if (store.outdatedWaits.get(senderId)?.since.getTime() === since.getTime())
        writes.drop(store.outdatedWaits, senderId)
    },
    freeTimes: async (senderId, at) => freeTimes(store, writes, senderId, at),
    slicesWaitingFor: async (senderId) => {
      const organizationId = store.senders.get(senderId)?.organizationId
      return [...store.slices.values()]
        .filter(({ closed, jobId }) => !closed && store.jobs.get(jobId)?.organizationId === organizationId)
        .map(({ jobId, no }) => ({ jobId, slice: no }))
    },
    makeDue: async (senderId, slices, at) => makeDue(store, writes, senderId, slices, at),
  }
}

function resume(
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
  for (const [slot] of paused) writes.drop(store.breakers, slot)
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

function makeDue(
  store: MemoryStore,
  writes: Writes,
  senderId: string,
  slices: readonly SliceOfJob[],
  at: Date,
): void {
  for (const [slot, slice] of store.slices)
    if (!slice.closed && slices.some((one) => one.jobId === slice.jobId && one.slice === slice.no))
      writes.put(store.slices, slot, withReview(slice, [senderId], at))
  const organizationId = store.senders.get(senderId)?.organizationId
  const asked = store.askTurns(organizationId === undefined ? [] : [organizationId])
  writes.undo.push(() => store.forgetTurns(asked))
}

function outdateWaits(store: MemoryStore, writes: Writes, senderId: string, at: Date): void {
  const before = store.outdatedWaits.get(senderId)?.since.getTime() ?? 0
  const since = new Date(Math.max(at.getTime(), before + 1))
  writes.put(store.outdatedWaits, senderId, { since, areTimesFree: false } satisfies OutdatedWaits)
}

/** Ends the rests of a sender, and frees the times that it has given to waiting recipients. */
function freeTimes(store: MemoryStore, writes: Writes, senderId: string, at: Date): void {
  writes.drop(store.senderRests, senderId)
  const outdated = store.outdatedWaits.get(senderId)
  if (outdated !== undefined) writes.put(store.outdatedWaits, senderId, { ...outdated, areTimesFree: true })
  const budget = store.senderBudgets.get(senderId)
  const gapMs = (store.senders.get(senderId)?.gapSeconds ?? 0) * 1000
  if (budget !== undefined)
    writes.put(store.senderBudgets, senderId, {
      ...budget,
      // If a user has shortened the gap between a sender's messages, the next message waits no longer than
      // the new gap.
      nextAt: new Date(Math.min(budget.nextAt.getTime(), at.getTime() + gapMs)),
      scheduledUntil: at,
      scheduledDay: null,
      scheduledCount: 0,
      priorityUntil: null,
    })
}
