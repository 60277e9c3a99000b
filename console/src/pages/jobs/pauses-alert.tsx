import { Alert, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CirclePause } from 'lucide-react'
import { jobQuery } from '../../api/job/jobs.ts'
import type { Job } from '../../api/schema.ts'
import { PauseEntry } from '../../components/sender/pause-entry.tsx'
import { t } from '../../languages/text.ts'

/** Lists the senders that are paused for the job's spinner, with the reasons. */
export function PausesAlert({ job: { id, spinnerId, senderPauses: pauses } }: { job: Job }) {
  const client = useQueryClient()
  if (pauses.length === 0) return null
  const title =
    pauses.length === 1
      ? t('A sender is paused for this spinner')
      : t('{count} senders are paused for this spinner', { count: pauses.length })
  return (
    <Alert color="orange" icon={<CirclePause aria-hidden />} mb="lg" title={title} role="status">
      <Stack gap="sm">
        {pauses.map((pause) => (
          <PauseEntry
            key={pause.senderId}
            senderId={pause.senderId}
            spinnerId={spinnerId}
            name={pause.senderName}
            resumes={pause.senderName}
            pause={pause}
            onResumed={() => void client.invalidateQueries({ queryKey: jobQuery(id).queryKey })}
          />
        ))}
      </Stack>
    </Alert>
  )
}
