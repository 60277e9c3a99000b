import { hasEnded } from '../../api/job/jobs.ts'
import type { Job } from '../../api/schema.ts'

export const sources = {
  api: 'Triggered by the API',
  app: 'Started in the console',
  records: 'Started by new records',
  schedule: 'Started on schedule',
} as const

/** It is kept for its time. */
export function isYetToBegin({ status, startsAt }: Pick<Job, 'status' | 'startsAt'>): boolean {
  return status === 'queued' && startsAt !== null && Date.parse(startsAt) > Date.now()
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
