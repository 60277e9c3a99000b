import type { OutdatedWaitStore, TakenWaitChange } from '../../../ports/job/outdated-waits.ts'
import { freeTimes } from '../sender/pacing/free-times.ts'
import type { MemoryStore, StoredWaitChange } from '../store.ts'
import type { Writes } from '../writes.ts'
import { withReview } from './slices/reviewed-waits.ts'

/** Returns the store of changes that outdate waits, for one transaction. */
export function outdatedWaitStore(store: MemoryStore, writes: Writes): OutdatedWaitStore {
  return {
    outdateSender: async ({ senderId, ...change }) =>
      outdate(store, writes, { ...change, subjectId: senderId, reasons: null }),
    outdateOrganization: async (change) =>
      outdate(store, writes, { ...change, subjectId: change.organizationId, endsRest: false }),
    untaken: async (most) =>
      [...store.outdatedWaits.values()]
        .filter(({ isTaken }) => !isTaken)
        .map(({ subjectId }) => subjectId)
        .toSorted()
        .slice(0, most),
    take: async (subjectId, now) => take(store, writes, subjectId, now),
    keep: async (change, done) => {
      const stored = store.outdatedWaits.get(change.subjectId)
      if (stored === undefined || !isLast(store, change)) return false
      writes.put(store.outdatedWaits, change.subjectId, { ...stored, done })
      return true
    },
    release: async (change, done) => {
      const stored = store.outdatedWaits.get(change.subjectId)
      if (stored !== undefined && isLast(store, change))
        writes.put(store.outdatedWaits, change.subjectId, { ...stored, done, isTaken: false })
    },
    end: async (change) => {
      if (isLast(store, change)) writes.drop(store.outdatedWaits, change.subjectId)
    },
    slicesWaiting: async ({ organizationId }) =>
      [...store.slices.values()]
        .filter(({ closed, jobId }) => {
          const job = store.jobs.get(jobId)
          return !closed && job?.organizationId === organizationId && job.status !== 'cancelled'
        })
        .map(({ jobId, no }) => ({ jobId, slice: no }))
        .toSorted((a, b) => (a.jobId === b.jobId ? a.slice - b.slice : a.jobId < b.jobId ? -1 : 1)),
    makeDue: async ({ subjectId, reasons, at }, slices) => {
      for (const [slot, slice] of store.slices)
        if (!slice.closed && slices.some((one) => one.jobId === slice.jobId && one.slice === slice.no))
          writes.put(store.slices, slot, withReview(slice, reasons ?? [subjectId], at))
      const organizations = slices.flatMap(({ jobId }) => store.jobs.get(jobId)?.organizationId ?? [])
      const asked = store.askTurns([...new Set(organizations)])
      writes.undo.push(() => store.forgetTurns(asked))
    },
  }
}

/** Stores a change, together with former changes of the same sender or organization that are not finished. */
function outdate(
  store: MemoryStore,
  writes: Writes,
  change: Pick<StoredWaitChange, 'organizationId' | 'subjectId' | 'reasons' | 'since' | 'endsRest'>,
): void {
  const before = store.outdatedWaits.get(change.subjectId)
  const since = timeAfter(before, change.since)
  const endsRest = change.endsRest || before?.endsRest === true
  const reasons = change.reasons && [...new Set([...(before?.reasons ?? []), ...change.reasons])]
  const { done = null, from = null } = before ?? {}
  const place = { done, from, isNewRound: true }
  writes.put(store.outdatedWaits, change.subjectId, {
    ...change,
    ...place,
    reasons,
    since,
    endsRest,
    isTaken: false,
  })
}

function timeAfter(before: StoredWaitChange | undefined, at: Date): Date {
  return new Date(Math.max(at.getTime(), (before?.since.getTime() ?? 0) + 1))
}

function isLast(store: MemoryStore, { subjectId, since }: TakenWaitChange): boolean {
  return store.outdatedWaits.get(subjectId)?.since.getTime() === since.getTime()
}

/** Begins the work that changes of a sender or an organization leave, like the SQL function `continue_outdated_waits`. */
function take(store: MemoryStore, writes: Writes, subjectId: string, now: Date): TakenWaitChange | null {
  const change = store.outdatedWaits.get(subjectId)
  if (change === undefined) return null
  const { organizationId, reasons, endsRest, isNewRound, done } = change
  const from = isNewRound ? done : change.from
  const at = store.testClocks.get(organizationId)?.now ?? now
  const taken = { organizationId, subjectId, reasons, since: timeAfter(change, at), done, from }
  writes.put(store.outdatedWaits, subjectId, { ...taken, endsRest: false, isTaken: true, isNewRound: false })
  if (isNewRound) freeTimes(store, writes, { senderId: subjectId, at, endsRest })
  return { ...taken, at }
}
