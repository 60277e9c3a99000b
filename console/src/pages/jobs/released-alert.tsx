import { Alert } from '@mantine/core'
import { Undo2 } from 'lucide-react'
import type { Job } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'

/**
 * Says how many records a cancelled job gave back because nothing had been sent for them, and which job can
 * take or retry them.
 */
export function ReleasedAlert({ job: { reasons, retryOf } }: { job: Job }) {
  const count = reasons.find(({ code }) => code === 'RECORD_RELEASED')?.count ?? 0
  if (count === 0) return null
  const who =
    count === 1 ? t('The job released one record') : t('The job released {count, number} records', { count })
  return (
    <Alert color="gray" icon={<Undo2 aria-hidden />} mb="lg" title={who} role="status">
      {retryOf === null
        ? t('Nothing had been sent for these records. The next job over new records takes them.')
        : t('These recipients were not retried. You can retry them from the job in which they failed.')}
    </Alert>
  )
}
