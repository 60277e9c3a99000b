import {
  Ban,
  CalendarClock,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlay,
  CircleX,
  TriangleAlert,
} from 'lucide-react'
import type { JobStatus } from '../../api/job/jobs.ts'
import type { JobCounts } from '../../api/schema.ts'
import { presentTime } from '../../api/test-mode/present-time.ts'
import { t } from '../../languages/text.ts'
import { type Look, LookBadge } from '../look-badge.tsx'

export const jobStatuses = {
  queued: { word: t('Queued'), icon: CircleDashed, color: 'var(--mantine-color-dimmed)' },
  running: { word: t('Running'), icon: CirclePlay, color: 'var(--mantine-color-spindle-5)' },
  paused: { word: t('Paused'), icon: CirclePause, color: 'var(--mantine-color-orange-7)' },
  completed: { word: t('Completed'), icon: CircleCheck, color: 'var(--mantine-color-teal-7)' },
  failed: { word: t('Failed'), icon: CircleX, color: 'var(--mantine-color-red-7)' },
  cancelled: { word: t('Cancelled'), icon: Ban, color: 'var(--mantine-color-dimmed)' },
} as const

/**
 * Returns the words, icon and colour of a job status. A completed job with failed recipients does not look
 * like a success.
 */
function looksOf(status: JobStatus, failed: number, startsAt: string | null): Look {
  if (status === 'queued' && startsAt !== null && Date.parse(startsAt) > presentTime())
    return { ...jobStatuses.queued, word: t('Scheduled'), icon: CalendarClock }
  if (status !== 'completed' || failed === 0) return jobStatuses[status]
  return {
    word: t('Completed, {failed, number} failed', { failed }),
    icon: TriangleAlert,
    color: 'var(--mantine-color-orange-7)',
  }
}

export function JobStatusBadge({
  status,
  counts,
  startsAt = null,
}: {
  status: JobStatus
  counts?: Pick<JobCounts, 'failed'>
  startsAt?: string | null
}) {
  return <LookBadge look={looksOf(status, counts?.failed ?? 0, startsAt)} />
}
