import { pausesAll } from '../../../../domain/sender/pacing/breaker.ts'
import type {
  Resumption,
  SenderChange,
  SenderStore,
  SliceOfJob,
  TakenSenderChange,
} from '../../../../ports/sender/senders.ts'
import { withReview } from '../../job/slices/reviewed-waits.ts'
import type { MemoryStore } from '../../store.ts'
import type { Writes } from '../../writes.ts'
import { withoutRefusals } from './sender-breakers.ts'

/** The methods of the sender store that end a sender's pause and renew the times of its waiting recipients. */
export type SenderPauses =
  | 'resume'
  | 'outdateWaits'
  | 'takeChange'
  | 'isStillTaken'
  | 'endChange'
  | 'slicesWaiting'
  | 'makeDue'

/** Returns the methods of `SenderPauses` for one transaction. */
export function senderPauses(store: MemoryStore, writes: Writes): Pick<SenderStore, SenderPauses> {
  return {
    resume: async (resumption) => resume(store, writes, resumption),
    outdateWaits: async (change) => outdateWaits(store, writes, change),
    takeChange: async (senderId, now) => takeChange(store, writes, senderId, now),
    isStillTaken: async (change) => isLast(store, change),
    endChange: async (change) => {
      if (isLast(store, change)) writes.drop(store.senderChanges, change.senderId)
    },
    slicesWaiting: async (organizationId) =>
      [...store.slices.values()]
        .filter(({ closed, jobId }) => !closed && store.jobs.get(jobId)?.organizationId === organizationId)
        .map(({ jobId, no }) => ({ jobId, slice: no })),
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
  const organizations = slices.flatMap(({ jobId }) => store.jobs.get(jobId)?.organizationId ?? [])
  const asked = store.askTurns([...new Set(organizations)])
  writes.undo.push(() => store.forgetTurns(asked))
}

function outdateWaits(
  store: MemoryStore,
  writes: Writes,
  change: SenderChange & { readonly endsRest: boolean },
): void {
  const before = store.senderChanges.get(change.senderId)
  const since = timeAfter(before, change.since)
  const endsRest = change.endsRest || before?.endsRest === true
  writes.put(store.senderChanges, change.senderId, { ...change, since, endsRest, isTaken: false })
}

function timeAfter(before: SenderChange | undefined, at: Date): Date {
  return new Date(Math.max(at.getTime(), (before?.since.getTime() ?? 0) + 1))
}

function isLast(store: MemoryStore, { senderId, since }: SenderChange): boolean {
  return store.senderChanges.get(senderId)?.since.getTime() === since.getTime()
}

/** Begins the work that a change of a sender leaves, like the SQL function `take_sender_change`. */
function takeChange(
  store: MemoryStore,
  writes: Writes,
  senderId: string,
  now: Date,
): TakenSenderChange | null {
  const change = store.senderChanges.get(senderId)
  if (change === undefined) return null
  const { organizationId, endsRest } = change
  const at = store.testClocks.get(organizationId)?.now ?? now
  const taken = { organizationId, senderId, since: timeAfter(change, at) }
  writes.put(store.senderChanges, senderId, { ...taken, endsRest: false, isTaken: true })
  freeTimes(store, writes, { senderId, at, endsRest })
  return { ...taken, at }
}

/** Frees the times that a sender has given to waiting recipients, and ends its rest if `endsRest`. */
function freeTimes(
  store: MemoryStore,
  writes: Writes,
  { senderId, at, endsRest }: { readonly senderId: string; readonly at: Date; readonly endsRest: boolean },
): void {
  if (endsRest) writes.drop(store.senderRests, senderId)
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
