import { hasEnded } from '../../../domain/job/job.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { noteJob } from '../event/note-jobs.ts'
import type { MemoryStore, StoredJob } from '../store.ts'
import type { Writes } from '../writes.ts'
import { initialStatus, resumedJob } from './job-status.ts'

/** Returns the part of the store of jobs that pauses and resumes jobs. */
export function pauses(
  store: MemoryStore,
  writes: Writes,
): Pick<
  Transaction['jobs'],
  | 'pause'
  | 'resume'
  | 'pauseOf'
  | 'waitForMarksOf'
  | 'resumeOf'
  | 'pauseOfOrganization'
  | 'resumeOfOrganization'
> {
  const resume = (job: StoredJob | undefined) => {
    if (job?.status !== 'paused') return
    const status = job.startedAt === null ? 'queued' : 'running'
    writes.put(store.jobs, job.id, { ...resumedJob(job), status })
    store.askTurns([job.organizationId], 'full')
  }
  return {
    pause: async (id, order) => {
      const job = store.jobs.get(id)
      if (job === undefined || hasEnded(job.status) || job.paused?.by === 'job') return false
      writes.put(store.jobs, id, { ...job, status: 'paused', paused: { ...order, by: 'job' } })
      if (job.status !== 'paused') noteJob(store, writes, id, 'job.paused', order.at)
      return true
    },
    resume: async (id) => resume(store.jobs.get(id)),
    pauseOf: async (spinnerId, order) => {
      for (const [id, job] of store.jobs) {
        if (job.spinnerId !== spinnerId || hasEnded(job.status) || job.status === 'paused') continue
        writes.put(store.jobs, id, { ...job, status: 'paused', paused: { ...order, by: 'spinner' } })
        noteJob(store, writes, id, 'job.paused', order.at)
      }
    },
    waitForMarksOf: async () => {},
    resumeOf: async (spinnerId) => {
      for (const job of store.jobs.values())
        if (job.spinnerId === spinnerId && job.paused?.by === 'spinner') resume(job)
    },
    pauseOfOrganization: async (organizationId, order, most) => {
      const held = new Set(
        [...store.slices.values()].filter(({ lease }) => lease !== null).map(({ jobId }) => jobId),
      )
      const running = [...store.jobs.values()]
        .filter((job) => job.organizationId === organizationId)
        .filter(({ status }) => !hasEnded(status) && status !== 'paused')
        .filter(({ id }) => most !== null || held.has(id))
        .slice(0, most ?? undefined)
      for (const job of running) {
        const paused = { ...order, by: 'organization' } as const
        writes.put(store.jobs, job.id, { ...job, status: 'paused', paused })
        noteJob(store, writes, job.id, 'job.paused', order.at)
      }
      return running.length
    },
    resumeOfOrganization: async (organizationId, most) => {
      const paused = [...store.jobs.values()]
        .filter((job) => job.organizationId === organizationId && job.paused?.by === 'organization')
        .slice(0, most)
      for (const job of paused) {
        const spinner = initialStatus(store, job.spinnerId)
        if (spinner.paused === undefined) resume(job)
        else writes.put(store.jobs, job.id, { ...job, paused: spinner.paused })
      }
      return paused.length
    },
  }
}
