import type { MemoryStore, StoredRecipient, StoredSlice } from '../store.ts'

/**
 * Returns whether another job retries a failed recipient. A cancelled retry does not count for recipients
 * that it had not begun.
 */
export function isRetriedElsewhere(
  store: MemoryStore,
  { jobId, no }: Pick<StoredSlice, 'jobId' | 'no'>,
  { recordId }: Pick<StoredRecipient, 'recordId'>,
): boolean {
  return [...store.jobs.values()].some(({ id, retryOf }) => {
    if (retryOf !== jobId) return false
    const again = store.slices.get(`${id} ${no}`)?.recipients.get(recordId)
    return again !== undefined && again.reason !== 'RETURNED'
  })
}
