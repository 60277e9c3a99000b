import type { MessageStatus } from '../../api/sender/messages.ts'
import { LookBadge } from '../../components/look-badge.tsx'
import { messageStatuses } from './message-statuses.ts'

export function MessageStatusBadge({ status }: { status: MessageStatus }) {
  const { color, ...look } = messageStatuses[status]
  return <LookBadge isSmall look={{ ...look, color: `var(--mantine-color-${color}-text)` }} />
}
