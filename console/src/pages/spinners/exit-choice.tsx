import { Checkbox, Stack, Text } from '@mantine/core'
import type { Spinner } from '../../api/schema.ts'

type Exit = Spinner['exits'][number]

const exitWords: Readonly<Record<Exit, { label: string; means: string }>> = {
  reply: { label: 'A reply', means: 'People who reply get no further messages of the job.' },
  bounce: {
    label: 'A bounce',
    means: 'An address that cannot be reached is suppressed: no spinner writes to it again.',
  },
  unsubscribe: {
    label: 'An unsubscribe',
    means: 'People who unsubscribe or report spam are suppressed: no spinner writes to them again.',
  },
  'autoReply:hold': {
    label: 'An out-of-office reply (only until the person is back)',
    means:
      'Messages wait until a day after the date in the automatic reply, or seven days if there is no date.',
  },
}

const all = Object.keys(exitWords) as Exit[]

/** Returns in words the events that end or hold the messages to a person (exits): "A reply, A bounce". */
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
    <>
      <Text size="sm" c="dimmed">
        After one of the chosen events, a recipient gets no further message of the job.
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
    </>
  )
}
