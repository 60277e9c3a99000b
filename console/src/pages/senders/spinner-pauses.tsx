import { Alert, Stack } from '@mantine/core'
import { CirclePause } from 'lucide-react'
import type { Sender } from '../../api/schema.ts'
import { PauseEntry } from '../../components/sender/pause-entry.tsx'
import { t } from '../../languages/text.ts'

/** Lists the spinners for which a sender is paused, with the reasons. */
export function SpinnerPauses({ sender }: { sender: Sender }) {
  if (sender.spinnerPauses.length === 0) return null
  return (
    <Alert color="orange" icon={<CirclePause aria-hidden />} title={titleOf(sender.spinnerPauses.length)}>
      <Stack gap="sm">
        {sender.spinnerPauses.map((pause) => {
          const { spinnerId, spinnerName } = pause
          const spinner = spinnerName ?? t('A deleted spinner')
          return (
            <PauseEntry
              key={spinnerId}
              senderId={sender.id}
              spinnerId={spinnerId}
              name={spinner}
              resumes={t('{name} for {spinner}', { name: sender.name, spinner })}
              pause={pause}
            />
          )
        })}
      </Stack>
    </Alert>
  )
}

function titleOf(count: number): string {
  return t(
    'This sender sends no messages of {count, plural, =1 {one spinner} other {# spinners}}; other spinners are not affected',
    { count },
  )
}
