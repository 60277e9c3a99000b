import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { CirclePause } from 'lucide-react'
import type { Sender } from '../../api/schema.ts'
import { useResumeSenderFor } from '../../api/sender/senders.ts'
import { Moment } from '../../components/moment.tsx'
import { healthWords } from '../../components/sender/health-words.ts'

type Pause = Sender['pauses'][number]

/** For which spinners a sender writes to nobody, and why. */
export function SpinnerPauses({ sender }: { sender: Sender }) {
  if (sender.pauses.length === 0) return null
  return (
    <Alert color="orange" icon={<CirclePause aria-hidden />} title={titleOf(sender.pauses.length)}>
      <Stack gap="sm">
        {sender.pauses.map((pause) => (
          <OnePause key={pause.spinnerId} sender={sender} pause={pause} />
        ))}
      </Stack>
    </Alert>
  )
}

function titleOf(count: number): string {
  return count === 1 ? 'Paused for a spinner' : `Paused for ${count} spinners`
}

function OnePause({
  sender,
  pause: { spinnerId, spinnerName, at, message, numbers, words },
}: {
  sender: Sender
  pause: Pause
}) {
  const resume = useResumeSenderFor(sender.id, spinnerId)
  const spinner = spinnerName ?? 'A deleted spinner'
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
        <Text size="sm" component="div">
          <strong>{spinner}</strong>, <Moment at={at} />: {message}.
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
        aria-label={`Resume ${sender.name} for ${spinner}`}
        onClick={() => resume.mutate(undefined)}
      >
        Resume
      </Button>
    </Group>
  )
}
