import { hasEnded } from '../../../domain/job/job.ts'
import { isUnfinished } from '../../../domain/job/recipient/recipient-state.ts'
import type { OpenRecipients } from '../../../domain/job/take-along.ts'
import type { MemoryStore } from '../store.ts'

/**
 * Returns the unfinished recipients of a spinner's jobs whose version is not `except`. A job is listed even
 * if it has no such recipient.
 */
export function openRecipients(store: MemoryStore, spinnerId: string, except: number): OpenRecipients[] {
  const jobs = [...store.jobs.values()].filter(
    (job) => job.spinnerId === spinnerId && job.spinnerVersion !== except && !hasEnded(job.status),
  )
  return jobs.flatMap(({ id: jobId, spinnerVersion: version, data = null }) => {
    const open = [...store.slices.values()]
      .filter((slice) => slice.jobId === jobId && !slice.closed)
      .flatMap(({ lease, recipients }) =>
        [...recipients.values()]
          .filter(({ state }) => isUnfinished(state))
          .map(({ step }) => ({ jobId, version, step, isHeld: lease !== null, count: 1, data })),
      )
    return open.length > 0 ? open : [{ jobId, version, step: 0, isHeld: false, count: 0, data }]
  })
}
