import { Group, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Message } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'
import { Moment } from '../time/moment.tsx'
import { MessageOrigin } from './message-origin.tsx'
import { RenderedMessage } from './rendered-message.tsx'

interface MessageDetailsProps {
  readonly message: Pick<Message, 'id' | 'to' | 'subject' | 'text' | 'html' | 'jobId' | 'path' | 'createdAt'>
  /** The state of the message, beside the title. */
  readonly badge: ReactNode
  /** Notes on the message below its origin. */
  readonly notes: ReactNode
  /** Content below the text of the message, such as a form. */
  readonly children?: ReactNode
}

/** Shows a captured or sent message with its job, its step, its time and its person. */
export function MessageDetails({ message, badge, notes, children }: MessageDetailsProps) {
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="message">
      <Group justify="space-between" align="baseline" mb="xs" gap="xs">
        <Title order={2} id="message">
          {t('Message')}
        </Title>
        {badge}
      </Group>
      <Stack gap={4} mb="md">
        <MessageOrigin message={message} time={<Moment at={message.createdAt} />} />
        {notes}
      </Stack>
      <RenderedMessage key={message.id} {...message} />
      {children}
    </Paper>
  )
}
