import type { MemoryStore, StoredRecipient, StoredSlice } from '../store.ts'

/**
 * Whether another job runs a recipient again that failed; one that was cancelled has given back whom it had not begun.
 */
export function isRunAgain(
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
