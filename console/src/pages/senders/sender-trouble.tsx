import { Alert, Text } from '@mantine/core'
import { CircleAlert, CirclePause } from 'lucide-react'
import type { Sender } from '../../api/schema.ts'

/** Why a sender does not send: what was counted, and what its provider said. */
export function SenderTrouble({ sender: { state, trouble } }: { sender: Sender }) {
  if (state === 'connected') return null
  const isPaused = state === 'paused'
  return (
    <Alert
      color={isPaused ? 'orange' : 'red'}
      icon={isPaused ? <CirclePause aria-hidden /> : <CircleAlert aria-hidden />}
      title={titleOf(state, trouble)}
    >
      <Text size="sm">
        {isPaused
          ? 'Whoever is to be written to by it waits until it is resumed.'
          : 'Whoever is to be written to by it waits until this is mended.'}
      </Text>
      {trouble?.numbers !== undefined && <Text size="sm">{numberWords(trouble.numbers)}</Text>}
      {trouble !== null && trouble.words !== '' && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          The provider says: {trouble.words}
        </Text>
      )}
    </Alert>
  )
}

function titleOf(state: Sender['state'], trouble: Sender['trouble']): string {
  if (state === 'needsAttention') return 'It cannot send'
  return trouble === null ? 'Paused by hand' : 'Paused because its provider refuses what it sends'
}

function numberWords(numbers: Readonly<Record<string, number>>): string {
  const { sent = 0, bounced = 0, complained = 0, refused = 0 } = numbers
  const said = [
    [refused, 'refused'],
    [bounced, 'came back'],
    [complained, 'reported as unwanted'],
  ] as const
  const words = said
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count.toLocaleString('en')} ${what}`)
  return `Of ${sent.toLocaleString('en')} messages: ${words.join(', ')}.`
}
