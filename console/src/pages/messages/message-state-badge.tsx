import { Badge } from '@mantine/core'
import type { MessageState } from '../../api/sender/messages.ts'
import { messageStates } from './message-states.ts'

export function MessageStateBadge({ state }: { state: MessageState }) {
  const { word, icon: Icon, color } = messageStates[state]
  return (
    <Badge
      variant="default"
      tt="none"
      fw={500}
      miw="max-content"
      leftSection={<Icon size={13} color={`var(--mantine-color-${color}-text)`} aria-hidden />}
    >
      {word}
    </Badge>
  )
}
