import type { MessageState } from '../../api/sender/messages.ts'
import { LookBadge } from '../../components/look-badge.tsx'
import { messageStates } from './message-states.ts'

export function MessageStateBadge({ state }: { state: MessageState }) {
  const { color, ...look } = messageStates[state]
  return <LookBadge isSmall look={{ ...look, color: `var(--mantine-color-${color}-text)` }} />
}
