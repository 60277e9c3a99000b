import { hasEnded } from '../../../domain/job/job.ts'
import { isUnfinished } from '../../../domain/job/recipient/recipient-state.ts'
import type { OpenRecipients } from '../../../domain/job/take-along.ts'
import type { MemoryStore, StoredRecipient } from '../store.ts'
import { canBeRetried } from './can-be-retried.ts'

/**
 * Returns the unfinished and the failed recipients of a spinner's jobs whose version is not `except`. A job is listed
 * even if it has no such recipient.
 */
export function openRecipients(store: MemoryStore, spinnerId: string, except: number): OpenRecipients[] {
  const jobs = [...store.jobs.values()].filter(
    (job) => job.spinnerId === spinnerId && job.spinnerVersion !== except && !hasEnded(job.status),
  )
  return jobs.flatMap(({ id: jobId, spinnerVersion: version, data = null }) => {
    const slices = [...store.slices.values()].filter((slice) => slice.jobId === jobId)
    const those = (isFailed: boolean, isSuch: (one: StoredRecipient) => boolean) =>
      slices.flatMap(({ lease, closed, recipients }) =>
        [...recipients.values()]
          .filter((one) => (isFailed || !closed) && isSuch(one))
          .map(({ step }) => {
            const isHeld = !isFailed && lease !== null
            return { jobId, version, step, isHeld, isFailed, count: 1, data }
          }),
      )
    const open = those(false, ({ state }) => isUnfinished(state))
    const none = { jobId, version, step: 0, isHeld: false, isFailed: false, count: 0, data }
    const failed = those(true, ({ state, reason }) => canBeRetried(state, reason))
    return [...(open.length > 0 ? open : [none]), ...failed]
  })
}
