import { hasEnded } from '../../api/job/jobs.ts'
import type { Job } from '../../api/schema.ts'
import { presentTime } from '../../api/test-mode/present-time.ts'

/** The start of a job in words, by its source. */
export const sourceWords = {
  api: 'Triggered by the API',
  app: 'Started in the console',
  records: 'Started by new records',
  schedule: 'Started on schedule',
} as const

/** Who started it: a person, a key, or the spinner by itself. */
export function startedBy({ source, startedBy: by }: Pick<Job, 'source' | 'startedBy'>): string {
  if (by === null) return sourceWords[source]
  if (by.kind === 'user') return `Started by ${by.name ?? 'a user who is gone'}`
  return `Triggered by the key “${by.name ?? 'that is gone'}”`
}

/** The end of it: the beginning of an id is the time, and jobs of one hour would look alike. */
export function shortIdOf(id: string): string {
  return id.slice(-6)
}

/** How many recipients a second came to their end; null where it says nothing. */
export function rateOf({ status, counts }: Job, seconds: number | null): string | null {
  const finished = counts.total - counts.pending - counts.waiting
  // Who only waits has no pace.
  const hasPace = hasEnded({ status }) || counts.pending > 0
  if (seconds === null || seconds < 1 || finished < 2 || !hasPace) return null
  const rate = finished / seconds
  return rate < 10 ? rate.toFixed(1) : Math.round(rate).toLocaleString('en')
}

/** In how many seconds it might be through, at the pace that it had so far; null where nothing tells. */
export function secondsLeftOf(job: Job, now: number): number | null {
  const seconds = secondsOf(job, now)
  const { total, pending, waiting } = job.counts
  const finished = total - pending - waiting
  if (job.status !== 'running' || seconds === null || seconds < 2 || finished === 0 || pending === 0)
    return null
  return (pending / finished) * seconds
}

/** It is kept for its time. */
export function isYetToBegin({ status, startsAt }: Pick<Job, 'status' | 'startsAt'>): boolean {
  return status === 'queued' && startsAt !== null && Date.parse(startsAt) > presentTime()
}

/** For how long it has run; null where it has not begun. */
export function secondsOf({ status, startedAt, finishedAt }: Job, now: number): number | null {
  if (startedAt === null) return null
  const end = finishedAt === null ? (hasEnded({ status }) ? null : now) : Date.parse(finishedAt)
  // The clock of this machine need not be the service's.
  return end === null ? null : Math.max(0, (end - Date.parse(startedAt)) / 1_000)
}

/** "Duplicate address" for DUPLICATE_ADDRESS; the recipients have whole sentences. */
export function wordsOfReason(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
