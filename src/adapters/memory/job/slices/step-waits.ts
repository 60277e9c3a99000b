import type { CountedSplitArm, SplitArmFigures } from '../../../../domain/job/split-arm-figures.ts'
import type { Cell } from '../../../../domain/table/cell.ts'
import type { MemoryStore, StoredArm, StoredSlice, StoredWait } from '../../store.ts'

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

export function enterArm(
  store: MemoryStore,
  { jobId, slice, step, arm }: Pick<StoredArm, 'jobId' | 'slice' | 'step' | 'arm'>,
  recordId: string,
): void {
  const slot = `${jobId} ${slice} ${step} ${arm}`
  const before = store.splitArms.get(slot)?.recordIds ?? []
  const recordIds = new Set([...before, recordId])
  store.splitArms.set(slot, { jobId, slice, step, arm, recordIds, figures: null })
}

/**
 * Returns the figures of each arm of a job. If recipients were deleted, the figures stored at that time are
 * used.
 */
export function countedArms(store: MemoryStore, jobId: string): readonly CountedSplitArm[] {
  return [...store.splitArms.values()]
    .filter((one) => one.jobId === jobId)
    .map((one) => ({ step: one.step, arm: one.arm, figures: one.figures ?? figuresOf(store, one) }))
}

/** Stores the figures of a job's arms before the recipients of the job are deleted. */
export function keepArms(store: MemoryStore, jobId: string): void {
  for (const [slot, one] of store.splitArms)
    if (one.jobId === jobId && one.figures === null)
      store.splitArms.set(slot, { ...one, figures: figuresOf(store, one), recordIds: new Set() })
}

function figuresOf(store: MemoryStore, arm: StoredArm): SplitArmFigures {
  const slice: StoredSlice | undefined = store.slices.get(`${arm.jobId} ${arm.slice}`)
  const all = [...arm.recordIds].flatMap((id) => slice?.recipients.get(id) ?? [])
  const after = <Entry extends { readonly jobId: string; readonly recordId: string; readonly step: number }>(
    entries: Iterable<Entry>,
    recordId: string,
  ) =>
    [...entries].filter((one) => one.jobId === arm.jobId && one.recordId === recordId && one.step > arm.step)
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
