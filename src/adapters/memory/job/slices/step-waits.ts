import type { CountedSplitBranch, SplitArmFigures } from '../../../../domain/job/split-arm-figures.ts'
import type { Cell } from '../../../../domain/table/cell.ts'
import type { MemoryStore, StoredSlice, StoredSplitBranch, StoredWait } from '../../store.ts'

export const waitSlot = ({ jobId, recordId, step }: Pick<StoredWait, 'jobId' | 'recordId' | 'step'>) =>
  `${jobId} ${recordId} ${step}`

export function cellOf(store: MemoryStore, jobId: string, recordId: string, column: string | null): Cell {
  const job = store.jobs.get(jobId)
  const data = job && store.records.get(job.dataTableId)?.get(Number(recordId))
  return column !== null && data !== undefined && Object.hasOwn(data, column) ? (data[column] ?? null) : null
}

/** Returns a text that identifies a cell's value. An empty text and null count as the same value. */
export function cellDigestOf(cell: Cell): string {
  return cell === '' ? 'null' : JSON.stringify(cell)
}

/**
 * Makes recipients due that wait for a column of their record, if its value has changed since it was last
 * read.
 */
export function wakeChanged(store: MemoryStore, now: Date): void {
  for (const slice of store.slices.values()) {
    if (slice.closed || (slice.lease !== null && slice.lease.until > now)) continue
    const recipients = new Map(slice.recipients)
    for (const one of slice.recipients.values()) {
      const wait = store.stepWaits.get(waitSlot({ ...one, jobId: slice.jobId }))
      if (wait === undefined || one.state !== 'waiting' || one.dueAt <= now) continue
      if (one.reason !== 'WAITS_FOR_DATE' && one.reason !== 'WAITS_FOR_CHANGE') continue
      if (cellDigestOf(cellOf(store, slice.jobId, one.recordId, wait.column)) === wait.seen) continue
      recipients.set(one.recordId, { ...one, dueAt: now })
    }
    const isWoken = [...recipients.values()].some((one) => one !== slice.recipients.get(one.recordId))
    if (isWoken) store.slices.set(`${slice.jobId} ${slice.no}`, { ...slice, recipients, dueAt: now })
  }
}

export function enterSplitBranch(
  store: MemoryStore,
  { jobId, slice, step, branch }: Pick<StoredSplitBranch, 'jobId' | 'slice' | 'step' | 'branch'>,
  recordId: string,
): void {
  const slot = `${jobId} ${slice} ${step} ${branch}`
  const before = store.splitBranches.get(slot)?.recordIds ?? []
  const recordIds = new Set([...before, recordId])
  store.splitBranches.set(slot, { jobId, slice, step, branch, recordIds, figures: null })
}

/**
 * Returns the figures of each branch of a job's splits, such as its recipients. Figures stored before
 * recipients were deleted are used for these recipients.
 */
export function countedArms(store: MemoryStore, jobId: string): readonly CountedSplitBranch[] {
  return [...store.splitBranches.values()]
    .filter((one) => one.jobId === jobId)
    .map((one) => ({ step: one.step, branch: one.branch, figures: one.figures ?? figuresOf(store, one) }))
}

/** Stores the figures of the branches of a job's splits before the recipients of the job are deleted. */
export function keepArms(store: MemoryStore, jobId: string): void {
  for (const [slot, one] of store.splitBranches)
    if (one.jobId === jobId && one.figures === null)
      store.splitBranches.set(slot, { ...one, figures: figuresOf(store, one), recordIds: new Set() })
}

function figuresOf(store: MemoryStore, branch: StoredSplitBranch): SplitArmFigures {
  const slice: StoredSlice | undefined = store.slices.get(`${branch.jobId} ${branch.slice}`)
  const all = [...branch.recordIds].flatMap((id) => slice?.recipients.get(id) ?? [])
  const after = <Entry extends { readonly jobId: string; readonly recordId: string; readonly step: number }>(
    entries: Iterable<Entry>,
    recordId: string,
  ) =>
    [...entries].filter(
      (one) => one.jobId === branch.jobId && one.recordId === recordId && one.step > branch.step,
    )
  const count = (isSuch: (one: (typeof all)[number]) => boolean) => all.filter(isSuch).length
  const messages = (id: string, state: string) =>
    after(store.messages.values(), id).some((one) => one.state === state)
  const hasLeft = (id: string) =>
    after(store.messages.values(), id).some(({ address, organizationId, createdAt }) =>
      [...store.suppressions.values()].some(
        (one) =>
          one.organizationId === organizationId &&
          one.email === address &&
          one.reason === 'unsubscribed' &&
          one.createdAt >= createdAt,
      ),
    )
  return {
    in: all.length,
    sent: count(({ recordId }) =>
      after(store.deliveries.values(), recordId).some(({ state }) => state === 'sent'),
    ),
    replied: count(({ recordId, reason }) => reason === 'REPLIED' || messages(recordId, 'replied')),
    bounced: count(
      ({ recordId, reason }) =>
        reason === 'BOUNCED_LATER' || reason === 'MAILBOX_UNKNOWN' || messages(recordId, 'bounced'),
    ),
    unsubscribed: count(({ recordId, reason }) => reason === 'UNSUBSCRIBED' || hasLeft(recordId)),
    done: count(({ state }) => state === 'done'),
    failed: count(({ state }) => state === 'failed'),
  }
}
