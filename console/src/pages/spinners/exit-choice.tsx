import { Checkbox, Radio, Stack, Text } from '@mantine/core'
import type { Spinner } from '../../api/schema.ts'
import { inSentence } from '../../languages/in-sentence.ts'
import { t } from '../../languages/text.ts'

type Exit = Spinner['exits'][number]
type Exits = Pick<Spinner, 'exits' | 'reply'>
type Scope = Spinner['reply']['scope']

const exitWords: Readonly<Record<Exit, { label: string; means: string }>> = {
  reply: { label: t('A reply'), means: t('People who reply get no further messages of the job.') },
  bounce: {
    label: t('A bounce'),
    means: t('An address that cannot be reached is suppressed: no spinner writes to it again.'),
  },
  unsubscribe: {
    label: t('An unsubscribe'),
    means: t('People who unsubscribe or report spam are suppressed: no spinner writes to them again.'),
  },
  'autoReply:hold': {
    label: t('An out-of-office reply (only until the person is back)'),
    means: t(
      'Messages wait until a day after the date in the automatic reply, or seven days if there is no date.',
    ),
  },
}

const scopeWords: Readonly<Record<Scope, { label: string; means: string; short: string }>> = {
  everywhere: {
    label: t('A reply to any spinner'),
    means: t(
      'A person who replies to a message of any spinner of your organization gets no further message of this spinner. Jobs that start after the reply write to the person again.',
    ),
    short: t('A reply to any spinner'),
  },
  job: {
    label: t('Only a reply to a message of this spinner'),
    means: t(
      'A person who replies to another spinner, or to another job of this spinner, still gets the messages of this job.',
    ),
    short: t('A reply to this spinner only'),
  },
}

const all = Object.keys(exitWords) as Exit[]
const scopes = Object.keys(scopeWords) as Scope[]

/** Returns in words the events that end or hold the messages to a person (exits): "A reply to any spinner, a bounce". */
export function wordsOfExits({ exits, reply }: Exits): string {
  const words = all
    .filter((exit) => exits.includes(exit))
    .map((exit) => (exit === 'reply' ? scopeWords[reply.scope].short : exitWords[exit].label))
    .map((label, index) => (index === 0 ? label : inSentence(label)))
  return words.length === 0 ? t('Nothing') : words.join(', ')
}

export function ExitChoice({
  exits,
  reply,
  onChange,
}: Exits & {
  onChange: (changes: Partial<Exits>) => void
}) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('After one of the chosen events, a recipient gets no further message of the job.')}
      </Text>
      <Stack gap="sm" mt="sm">
        {all.map((exit) => (
          <div key={exit}>
            <Checkbox
              checked={exits.includes(exit)}
              onChange={({ currentTarget: { checked } }) =>
                onChange({ exits: all.filter((one) => (one === exit ? checked : exits.includes(one))) })
              }
              label={exitWords[exit].label}
              description={exitWords[exit].means}
            />
            {exit === 'reply' && exits.includes('reply') && (
              <Radio.Group
                aria-label={t('Replies that stop messages')}
                value={reply.scope}
                onChange={(scope) => onChange({ reply: { scope } })}
              >
                <Stack gap="xs" mt="xs" ml="xl">
                  {scopes.map((scope) => (
                    <Radio
                      key={scope}
                      value={scope}
                      label={scopeWords[scope].label}
                      description={scopeWords[scope].means}
                    />
                  ))}
                </Stack>
              </Radio.Group>
            )}
          </div>
        ))}
      </Stack>
    </>
  )
}
