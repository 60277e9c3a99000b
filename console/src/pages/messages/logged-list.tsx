import { Group, Paper, Text, UnstyledButton } from '@mantine/core'
import type { LoggedMessage } from '../../api/schema.ts'
import { Moment } from '../../components/time/moment.tsx'
import classes from '../jobs/outbox/message-list.module.css'
import { MessageStateBadge } from './message-state-badge.tsx'

export function LoggedList({
  messages,
  chosenId,
  choose,
}: {
  messages: readonly LoggedMessage[]
  chosenId: string | undefined
  choose: (id: string) => void
}) {
  return (
    <Paper withBorder component="ul" m={0} p={0} className={classes['list'] ?? ''} aria-label="Messages">
      {messages.map(({ id, to, subject, state, createdAt }) => (
        <li key={id}>
          <UnstyledButton
            className={classes['message'] ?? ''}
            aria-current={id === chosenId ? 'true' : undefined}
            onClick={() => choose(id)}
          >
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Text size="sm" fw={600} truncate>
                {to}
              </Text>
              <MessageStateBadge state={state} />
            </Group>
            <Group justify="space-between" wrap="nowrap" gap="sm" mt={2}>
              <Text size="sm" truncate>
                {subject === '' ? '(no subject)' : subject}
              </Text>
              <Text size="xs" c="dimmed" style={{ flexShrink: 0 }} component="div">
                <Moment at={createdAt} />
              </Text>
            </Group>
          </UnstyledButton>
        </li>
      ))}
    </Paper>
  )
}
