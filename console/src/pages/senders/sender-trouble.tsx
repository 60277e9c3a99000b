import { Alert, Text } from '@mantine/core'
import { CircleAlert, CirclePause } from 'lucide-react'
import type { Sender } from '../../api/schema.ts'
import { healthWords } from '../../components/sender/health-words.ts'

/**
 * Shows why a sender is paused or cannot send: the numbers of its bounces and complaints, or the error
 * message of its provider. If a connected sender has a warning, shows the
 * warning.
 */
export function SenderTrouble({ sender: { state, trouble, warning } }: { sender: Sender }) {
  if (state === 'connected')
    return warning === null ? null : (
      <Alert color="yellow" icon={<CircleAlert aria-hidden />} title="This sender will stop sending">
        <Text size="sm">{warning.message}.</Text>
      </Alert>
    )
  const isPaused = state === 'paused'
  return (
    <Alert
      color={isPaused ? 'orange' : 'red'}
      icon={isPaused ? <CirclePause aria-hidden /> : <CircleAlert aria-hidden />}
      title={titleOf(state, trouble)}
    >
      <Text size="sm">
        {isPaused
          ? 'The messages of this sender wait until you resume it.'
          : 'The messages of this sender wait until the problem is fixed.'}
      </Text>
      {trouble?.numbers !== undefined && <Text size="sm">{healthWords(trouble.numbers)}</Text>}
      {trouble !== null && trouble.words !== '' && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          The sender’s provider says: {trouble.words}
        </Text>
      )}
    </Alert>
  )
}

function titleOf(state: Sender['state'], trouble: Sender['trouble']): string {
  if (state === 'needsAttention') return 'This sender cannot send'
  return trouble === null
    ? 'This sender was paused by a member'
    : 'This sender is paused because its provider refuses its messages'
}
