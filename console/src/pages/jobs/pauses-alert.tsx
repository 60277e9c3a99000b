import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CirclePause } from 'lucide-react'
import { jobQuery } from '../../api/job/jobs.ts'
import type { Job, SenderPause } from '../../api/schema.ts'
import { useResumeSenderFor } from '../../api/sender/senders.ts'
import { Moment } from '../../components/moment.tsx'
import { healthWords } from '../../components/sender/health-words.ts'

/** By which senders nobody is written to at the moment, and why. */
export function PausesAlert({ job: { id, spinnerId, pauses } }: { job: Job }) {
  if (pauses.length === 0) return null
  const title =
    pauses.length === 1
      ? 'A sender is paused for this spinner'
      : `${pauses.length} senders are paused for this spinner`
  return (
    <Alert color="orange" icon={<CirclePause aria-hidden />} mb="lg" title={title} role="status">
      <Stack gap="sm">
        {pauses.map((pause) => (
          <OnePause key={pause.senderId} pause={pause} jobId={id} spinnerId={spinnerId} />
        ))}
      </Stack>
    </Alert>
  )
}

function OnePause({
  pause: { senderId, senderName, at, message, numbers, words },
  jobId,
  spinnerId,
}: {
  pause: SenderPause
  jobId: string
  spinnerId: string
}) {
  const client = useQueryClient()
  const resume = useResumeSenderFor(senderId, spinnerId)
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
        <Text size="sm" component="div">
          <strong>{senderName}</strong>, <Moment at={at} />: {message}.
        </Text>
        <Text size="sm">{healthWords(numbers)}</Text>
        {words !== '' && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            The provider says: {words}
          </Text>
        )}
      </div>
      <Button
        size="xs"
        variant="default"
        loading={resume.isPending}
        aria-label={`Resume ${senderName}`}
        onClick={() =>
          resume.mutate(undefined, {
            onSuccess: () => void client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey }),
          })
        }
      >
        Resume
      </Button>
    </Group>
  )
}
