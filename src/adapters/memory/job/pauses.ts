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
  | 'pauseHeldOf'
  | 'pauseNextOf'
  | 'waitForMarksOf'
  | 'resumeNextOf'
  | 'finishSpinnerResumptions'
  | 'pauseOfOrganization'
  | 'resumeOfOrganization'
> {
  const resume = (job: StoredJob | undefined) => resumeJob(store, writes, job)
  return {
    pause: async (id, order) => {
      const job = store.jobs.get(id)
      if (job === undefined || hasEnded(job.status) || job.paused?.by === 'job') return false
      writes.put(store.jobs, id, { ...job, status: 'paused', paused: { ...order, by: 'job' } })
      if (job.status !== 'paused') noteJob(store, writes, id, 'job.paused', order.at)
      return true
    },
    resume: async (id) => resume(store.jobs.get(id)),
    pauseHeldOf: async (spinnerId) => {
      for (const id of heldJobs(store)) {
        const job = store.jobs.get(id)
        if (job?.spinnerId === spinnerId) pauseWithSpinner(store, writes, job)
      }
    },
    pauseNextOf: async (spinnerId, after, most) => {
      const following = [...store.jobs.values()]
        .filter((job) => job.spinnerId === spinnerId && job.id > (after ?? ''))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      const paused: string[] = []
      for (const job of following)
        if (paused.length < most && pauseWithSpinner(store, writes, job)) paused.push(job.id)
      return paused.at(-1) ?? null
    },
    waitForMarksOf: async () => {},
    resumeNextOf: async (spinnerId, most) => {
      const unresumed = unresumedJobs(store)
        .filter((job) => job.spinnerId === spinnerId)
        .slice(0, most)
      for (const job of unresumed) resume(job)
      return unresumed.length
    },
    finishSpinnerResumptions: async (most) => {
      const [first, ...others] = unresumedJobs(store)
      const ofSameSpinner = others.filter(({ spinnerId }) => spinnerId === first?.spinnerId)
      const unresumed = first === undefined ? [] : [first, ...ofSameSpinner].slice(0, most)
      for (const job of unresumed) resume(job)
      return unresumed.length
    },
    ...pausesOfOrganizations(store, writes, resume),
  }
}

/** Pauses a job because its spinner is paused. Returns false if the spinner is not paused, or the job cannot be. */
export function pauseWithSpinner(store: MemoryStore, writes: Writes, job: StoredJob): boolean {
  const { paused } = initialStatus(store, job.spinnerId)
  if (paused === undefined || hasEnded(job.status) || job.status === 'paused') return false
  writes.put(store.jobs, job.id, { ...job, status: 'paused', paused })
  noteJob(store, writes, job.id, 'job.paused', paused.at)
  return true
}

/** Returns the jobs that were paused with their spinner, and whose spinner is not paused. */
function unresumedJobs(store: MemoryStore): StoredJob[] {
  return [...store.jobs.values()].filter(
    (job) => job.paused?.by === 'spinner' && initialStatus(store, job.spinnerId).paused === undefined,
  )
}

function resumeJob(store: MemoryStore, writes: Writes, job: StoredJob | undefined): void {
  if (job?.status !== 'paused') return
  const status = job.startedAt === null ? 'queued' : 'running'
  writes.put(store.jobs, job.id, { ...resumedJob(job), status })
  store.askTurns([job.organizationId])
}

function pausesOfOrganizations(
  store: MemoryStore,
  writes: Writes,
  resume: (job: StoredJob) => void,
): Pick<Transaction['jobs'], 'pauseOfOrganization' | 'resumeOfOrganization'> {
  return {
    pauseOfOrganization: async (organizationId, order, most) => {
      const held = heldJobs(store)
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

/** Returns the ids of the jobs whose slices runtimes hold. */
function heldJobs(store: MemoryStore): ReadonlySet<string> {
  return new Set([...store.slices.values()].filter(({ lease }) => lease !== null).map(({ jobId }) => jobId))
}
