import { Group, Paper, Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../languages/text.ts'
import { Moment } from '../time/moment.tsx'
import classes from './message-list.module.css'

export interface ListedMessage {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly createdAt: string
}

interface MessageListProps<Item extends ListedMessage> {
  readonly messages: readonly Item[]
  readonly shownId: string | undefined
  readonly show: (id: string) => void
  /** Returns the badge beside the address of a listed message. */
  readonly renderBadge: (message: Item) => ReactNode
}

export function MessageList<Item extends ListedMessage>(props: MessageListProps<Item>) {
  const { messages, shownId, show, renderBadge } = props
  return (
    <Paper withBorder component="ul" m={0} p={0} className={classes['list'] ?? ''} aria-label={t('Messages')}>
      {messages.map((message) => (
        <li key={message.id}>
          <UnstyledButton
            className={classes['message'] ?? ''}
            aria-current={message.id === shownId ? 'true' : undefined}
            onClick={() => show(message.id)}
          >
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Text size="sm" fw={600} truncate>
                {message.to}
              </Text>
              {renderBadge(message)}
            </Group>
            <Group justify="space-between" wrap="nowrap" gap="sm" mt={2}>
              <Text size="sm" truncate>
                {message.subject === '' ? t('(no subject)') : message.subject}
              </Text>
              <Text size="xs" c="dimmed" style={{ flexShrink: 0 }} component="div">
                <Moment at={message.createdAt} />
              </Text>
            </Group>
          </UnstyledButton>
        </li>
      ))}
    </Paper>
  )
}
