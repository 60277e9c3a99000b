import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LoggedMessageWithBody } from '../../api/schema.ts'
import { messageQuery } from '../../api/sender/messages.ts'
import { Loaded } from '../../components/loading/loaded.tsx'
import { BodyNotKept } from '../../components/message/body-not-kept.tsx'
import { MessageDetails } from '../../components/message/message-details.tsx'
import { MessageStateBadge } from './message-state-badge.tsx'

export function OneLogged({ messageId }: { messageId: string }) {
  const query = useQuery(messageQuery(messageId))
  return <Loaded query={query}>{(message) => <Details message={message} />}</Loaded>
}

function Details({ message }: { message: LoggedMessageWithBody }) {
  const { state, words, messageId, text, html } = message
  return (
    <MessageDetails
      message={message}
      badge={<MessageStateBadge state={state} />}
      notes={
        <>
          {words !== null && words !== '' && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {words}
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
      {text === null && html === null && <BodyNotKept />}
    </MessageDetails>
  )
}
