import { Checkbox, Paper, Stack, Text, Title } from '@mantine/core'
import type { Spinner } from '../../api/schema.ts'

type Exit = Spinner['exits'][number]

const exitWords: Readonly<Record<Exit, { label: string; means: string }>> = {
  reply: { label: 'A reply', means: 'People who reply get no further step.' },
  bounce: { label: 'A bounce', means: 'The address cannot be reached, and is suppressed.' },
  unsubscribe: {
    label: 'An unsubscribe',
    means: 'Or a spam complaint. In both cases the address is suppressed.',
  },
  'autoReply:hold': {
    label: 'An out-of-office reply, until the person is back',
    means:
      'Messages wait until a day after the date in the automatic reply, or seven days if there is no date.',
  },
}

const all = Object.keys(exitWords) as Exit[]

/** Returns the exits of a spinner in words: "A reply, A bounce". */
export function wordsOfExits(exits: readonly Exit[]): string {
  const words = all.filter((exit) => exits.includes(exit)).map((exit) => exitWords[exit].label)
  return words.length === 0 ? 'Nothing' : words.join(', ')
}

export function ExitChoice({
  exits,
  onChange,
}: {
  exits: readonly Exit[]
  onChange: (exits: Exit[]) => void
}) {
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="exits">
      <Title order={2} size="h4" id="exits">
        Stop messages after
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        A recipient gets no further message after one of these events.
      </Text>
      <Stack gap="sm" mt="sm">
        {all.map((exit) => (
          <Checkbox
            key={exit}
            checked={exits.includes(exit)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(all.filter((one) => (one === exit ? checked : exits.includes(one))))
            }
            label={exitWords[exit].label}
            description={exitWords[exit].means}
          />
        ))}
      </Stack>
    </Paper>
  )
}
