import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LoggedMessageWithBody } from '../../api/schema.ts'
import { messageQuery } from '../../api/sender/messages.ts'
import { AnchorLink } from '../../components/links.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { RenderedMessage } from '../../components/message/rendered-message.tsx'
import { PersonLink } from '../../components/person-link.tsx'
import { Moment } from '../../components/time/moment.tsx'
import { MessageStateBadge } from './message-state-badge.tsx'

export function OneLogged({ messageId }: { messageId: string }) {
  const query = useQuery(messageQuery(messageId))
  return <Loaded query={query}>{(message) => <Details message={message} />}</Loaded>
}

function Details({ message }: { message: LoggedMessageWithBody }) {
  const { id, to, jobId, step, state, words, messageId, createdAt, text, html } = message
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="message">
      <Group justify="space-between" align="baseline" mb="xs" gap="xs">
        <Title order={2} id="message">
          Message
        </Title>
        <MessageStateBadge state={state} />
      </Group>
      <Stack gap={4} mb="md">
        <Text size="sm" c="dimmed" component="div">
          Step {step + 1} of{' '}
          <AnchorLink to="/jobs/$jobId" params={{ jobId }} inherit underline="always">
            its job
          </AnchorLink>
          , <Moment at={createdAt} />
          {to !== '' && (
            <>
              {' · '}
              <PersonLink address={to}>See the person</PersonLink>
            </>
          )}
        </Text>
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
      </Stack>
      <RenderedMessage key={id} {...message} />
      {text === null && html === null && (
        <Text size="sm" c="dimmed">
          The body was not kept.{' '}
          <AnchorLink to="/organization" inherit underline="always">
            An owner decides whether bodies are kept
          </AnchorLink>
          .
        </Text>
      )}
    </Paper>
  )
}
