import { Button, type ButtonProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { failuresToRetryQuery } from '../../../api/job/jobs.ts'
import type { Job } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'
import { leftToRetry } from '../failures/left-to-retry.ts'
import { RetryDialog } from './retry-dialog.tsx'

/** Opens the dialog that retries failed recipients of a job. The button is absent if none is left to retry. */
export function RetryButton({
  job,
  only,
  ...button
}: {
  job: Job
  /** The only failure reason whose recipients are retried; all reasons if it is omitted. */
  only?: Job['reasons'][number]['code']
} & ButtonProps) {
  const [asking, setAsking] = useState(false)
  const { data } = useQuery(failuresToRetryQuery(job))
  const left = data?.items.reduce(
    (sum, group) => sum + ((only ?? group.code) === group.code ? leftToRetry(group) : 0),
    0,
  )
  if (left === 0 && !asking) return null
  return (
    <>
      <Button
        leftSection={<RotateCcw size={16} aria-hidden />}
        {...button}
        loading={left === undefined}
        onClick={() => setAsking(true)}
      >
        {wordsOf(left ?? job.counts.failed, only !== undefined)}
      </Button>
      <RetryDialog
        job={job}
        {...(only === undefined ? {} : { only })}
        opened={asking}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function wordsOf(left: number, isPart: boolean): string {
  if (isPart) return left === 1 ? t('Retry this recipient') : t('Retry these {left, number}', { left })
  return left === 1 ? t('Retry 1 failed recipient') : t('Retry {left, number} failed recipients', { left })
}
