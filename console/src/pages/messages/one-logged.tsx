import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LoggedMessageWithBody } from '../../api/schema.ts'
import { messageQuery } from '../../api/sender/messages.ts'
import { Loaded } from '../../components/loading/loaded.tsx'
import { BodyNotStored } from '../../components/message/body-not-kept.tsx'
import { MessageDetails } from '../../components/message/message-details.tsx'
import { MessageStatusBadge } from './message-status-badge.tsx'

export function OneLogged({ messageId }: { messageId: string }) {
  const query = useQuery(messageQuery(messageId))
  return <Loaded query={query}>{(message) => <Details message={message} />}</Loaded>
}

function Details({ message }: { message: LoggedMessageWithBody }) {
  const { status, serverResponse, messageId, text, html } = message
  return (
    <MessageDetails
      message={message}
      badge={<MessageStatusBadge status={status} />}
      notes={
        <>
          {serverResponse !== null && serverResponse !== '' && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {serverResponse}
            </Text>
          )}
          {messageId !== null && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {messageId}
            </Text>
          )}
        </>
      }
    >
      {text === null && html === null && <BodyNotStored />}
    </MessageDetails>
  )
}
