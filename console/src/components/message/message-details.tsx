import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Message } from '../../api/schema.ts'
import { AnchorLink } from '../links.tsx'
import { PersonLink } from '../person-link.tsx'
import { Moment } from '../time/moment.tsx'
import { RenderedMessage } from './rendered-message.tsx'

interface MessageDetailsProps {
  readonly message: Pick<Message, 'id' | 'to' | 'subject' | 'text' | 'html' | 'jobId' | 'step' | 'createdAt'>
  /** The state of the message, beside the title. */
  readonly badge: ReactNode
  /** Notes on the message below its origin. */
  readonly notes: ReactNode
  /** Content below the text of the message, such as a form. */
  readonly children?: ReactNode
}

/** Shows a captured or sent message with its job, its step, its time and its person. */
export function MessageDetails({ message, badge, notes, children }: MessageDetailsProps) {
  const { id, to, jobId, step, createdAt } = message
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="message">
      <Group justify="space-between" align="baseline" mb="xs" gap="xs">
        <Title order={2} id="message">
          Message
        </Title>
        {badge}
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
              <PersonLink address={to}>See the person’s history</PersonLink>
            </>
          )}
        </Text>
        {notes}
      </Stack>
      <RenderedMessage key={id} {...message} />
      {children}
    </Paper>
  )
}
