import { Group, Paper, Text, UnstyledButton } from '@mantine/core'
import type { Message } from '../../../api/schema.ts'
import { Moment } from '../../../components/time/moment.tsx'
import classes from './message-list.module.css'

export function MessageList({
  messages,
  chosenId,
  choose,
}: {
  messages: readonly Message[]
  chosenId?: string | undefined
  choose: (id: string) => void
}) {
  return (
    <Paper withBorder component="ul" m={0} p={0} className={classes['list'] ?? ''} aria-label="Messages">
      {messages.map(({ id, to, subject, createdAt }) => (
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
              <Text size="xs" c="dimmed" style={{ flexShrink: 0 }}>
                <Moment at={createdAt} />
              </Text>
            </Group>
            <Text size="sm" truncate mt={2}>
              {subject === '' ? '(no subject)' : subject}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </Paper>
  )
}
