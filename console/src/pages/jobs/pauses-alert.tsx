import { Alert, Stack, Text } from '@mantine/core'
import { CirclePause } from 'lucide-react'
import type { Job } from '../../api/schema.ts'
import { Moment } from '../../components/moment.tsx'

/** By which senders nobody is written to at the moment, and why. */
export function PausesAlert({ job: { pauses } }: { job: Job }) {
  if (pauses.length === 0) return null
  const title = pauses.length === 1 ? 'A sender is paused' : `${pauses.length} senders are paused`
  return (
    <Alert color="orange" icon={<CirclePause aria-hidden />} mb="lg" title={title} role="status">
      <Stack gap="xs">
        {pauses.map((pause) => (
          <div key={pause.senderId}>
            <Text size="sm">
              <strong>{pause.senderName}</strong> since <Moment at={pause.at} />: {pause.message}. Of{' '}
              {pause.numbers.sent.toLocaleString('en')} messages {pause.numbers.bounced.toLocaleString('en')}{' '}
              came back, {pause.numbers.complained.toLocaleString('en')} were reported as unwanted and{' '}
              {pause.numbers.refused.toLocaleString('en')} were refused.
            </Text>
            {pause.words !== '' && (
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                The provider says: {pause.words}
              </Text>
            )}
          </div>
        ))}
      </Stack>
    </Alert>
  )
}
