import { hasEnded } from '../../api/job/jobs.ts'
import type { Job } from '../../api/schema.ts'
import { presentTime } from '../../api/test-mode/present-time.ts'
import { language } from '../../languages/language.ts'
import { t } from '../../languages/text.ts'
import { reasonLabels } from './reason-labels.ts'

/** Labels for what started a job, by the job's source, such as a schedule. */
export const sourceWords = {
  api: t('Job triggered by the API'),
  app: t('Job started in the console'),
  records: t('Job started by new records'),
  schedule: t('Job started on schedule'),
  segment: t('Job started by records that entered a segment'),
} as const

/** Returns who started the job: a person, an API key, or the spinner itself. */
export function startedBy({ source, startedBy: by }: Pick<Job, 'source' | 'startedBy'>): string {
  if (by === null) return sourceWords[source]
  if (by.kind === 'user') return t('Job started by {name}', { name: by.name ?? t('a former member') })
  return by.name === null
    ? t('Job triggered by a deleted API key')
    : t('Job triggered by the API key “{name}”', { name: by.name })
}

/**
 * Returns the number of recipients that a job finished per second; null if the job has no meaningful rate.
 */
export function rateOf({ status, counts }: Job, seconds: number | null): string | null {
  const finished = counts.total - counts.pending - counts.waiting
  // Gives no rate to a running job whose unfinished recipients all wait.
  const hasPace = hasEnded({ status }) || counts.pending > 0
  if (seconds === null || seconds < 1 || finished < 2 || !hasPace) return null
  const rate = finished / seconds
  return rate < 10 ? rate.toFixed(1) : Math.round(rate).toLocaleString(language)
}

/** Returns the seconds until the job ends at its average rate so far; null if there is no estimate. */
export function secondsLeftOf(job: Job, now: number): number | null {
  const seconds = secondsOf(job, now)
  const { total, pending, waiting } = job.counts
  const finished = total - pending - waiting
  if (job.status !== 'running' || seconds === null || seconds < 2 || finished === 0 || pending === 0)
    return null
  return (pending / finished) * seconds
}

/** Returns true if the job waits for its start time. */
export function isWaitingForStart({ status, startsAt }: Pick<Job, 'status' | 'startsAt'>): boolean {
  return status === 'queued' && startsAt !== null && Date.parse(startsAt) > presentTime()
}

/** Returns how many seconds the job has run; null if it has not started. */
export function secondsOf({ status, startedAt, finishedAt }: Job, now: number): number | null {
  if (startedAt === null) return null
  const end = finishedAt === null ? (hasEnded({ status }) ? null : now) : Date.parse(finishedAt)
  // Returns at least 0 seconds for the run time, because the clock of this machine may differ from the
  // service's.
  return end === null ? null : Math.max(0, (end - Date.parse(startedAt)) / 1_000)
}

/** Returns the short label of a recipient's reason code. An unknown code becomes words, such as "Rate limited". */
export function wordsOfReason(code: string): string {
  const label = reasonLabels[code]
  if (label !== undefined) return label
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
