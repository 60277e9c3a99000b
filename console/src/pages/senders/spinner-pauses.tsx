import { Alert, Stack } from '@mantine/core'
import { CirclePause } from 'lucide-react'
import type { Sender } from '../../api/schema.ts'
import { PauseEntry } from '../../components/sender/pause-entry.tsx'

/** Lists the spinners for which a sender is paused, with the reasons. */
export function SpinnerPauses({ sender }: { sender: Sender }) {
  if (sender.spinnerPauses.length === 0) return null
  return (
    <Alert color="orange" icon={<CirclePause aria-hidden />} title={titleOf(sender.spinnerPauses.length)}>
      <Stack gap="sm">
        {sender.spinnerPauses.map((pause) => {
          const { spinnerId, spinnerName } = pause
          const spinner = spinnerName ?? 'A deleted spinner'
          return (
            <PauseEntry
              key={spinnerId}
              senderId={sender.id}
              spinnerId={spinnerId}
              name={spinner}
              resumes={`${sender.name} for ${spinner}`}
              pause={pause}
            />
          )
        })}
      </Stack>
    </Alert>
  )
}

function titleOf(count: number): string {
  const spinners = count === 1 ? 'one spinner' : `${count} spinners`
  return `This sender sends no messages of ${spinners}; other spinners are not affected`
}
