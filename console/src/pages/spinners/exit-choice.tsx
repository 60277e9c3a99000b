import { Checkbox, Radio, Stack, Text } from '@mantine/core'
import type { Spinner } from '../../api/schema.ts'
import { inSentence } from '../../languages/in-sentence.ts'
import { t } from '../../languages/text.ts'
import { SegmentsChoice } from './segments-choice.tsx'

type AnyExit = Spinner['exits'][number]
type Exit = Extract<AnyExit, string>
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
  leftAudience: {
    label: t('The record no longer belongs to the segment that the job takes'),
    means: t('Checked before each message. Records that return to the segment do not continue.'),
  },
  goalReached: {
    label: t('The goal of the spinner'),
    means: t(
      'Checked before each message. People whose record meets the goal get no further message of the job.',
    ),
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
  const count = segmentsOf(exits).length
  const listed = [
    ...words,
    ...(count === 0 ? [] : [t('Entering {count, plural, one {# segment} other {# segments}}', { count })]),
  ].map((label, index) => (index === 0 ? label : inSentence(label)))
  return listed.length === 0 ? t('Nothing') : listed.join(', ')
}

function segmentsOf(exits: Spinner['exits']): readonly string[] {
  return exits.flatMap((exit) => (typeof exit === 'string' ? [] : [exit.segmentId]))
}

export function ExitChoice({
  exits,
  reply,
  isOfSegment,
  hasGoalOfRecord,
  dataTableId,
  onChange,
}: Exits & {
  /** Whether the audience of the spinner is a segment, which a record can leave. */
  isOfSegment: boolean
  /** Whether the goal of the spinner is a condition or a segment, which a record can meet. */
  hasGoalOfRecord: boolean
  dataTableId: string
  onChange: (changes: Partial<Exits>) => void
}) {
  const segments = exits.filter((exit) => typeof exit !== 'string')
  const isOffered: Partial<Record<Exit, boolean>> = {
    leftAudience: isOfSegment,
    goalReached: hasGoalOfRecord,
  }
  const offered = all.filter((exit) => isOffered[exit] !== false || exits.includes(exit))
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('After one of the chosen events, a recipient gets no further message of the job.')}
      </Text>
      <Stack gap="sm" mt="sm">
        {offered.map((exit) => (
          <div key={exit}>
            <Checkbox
              checked={exits.includes(exit)}
              onChange={({ currentTarget: { checked } }) =>
                onChange({
                  exits: [
                    ...all.filter((one) => (one === exit ? checked : exits.includes(one))),
                    ...segments,
                  ],
                })
              }
              label={exitWords[exit].label}
              description={exitWords[exit].means}
            />
            {exit === 'reply' && exits.includes('reply') && (
              <ReplyScope scope={reply.scope} onChange={(scope) => onChange({ reply: { scope } })} />
            )}
          </div>
        ))}
        <SegmentsChoice
          label={t('Entering one of these segments')}
          description={t(
            'A person whose record belongs to one of them, such as Customers, gets no further message of the job.',
          )}
          dataTableId={dataTableId}
          segmentIds={segmentsOf(exits)}
          mayCreate
          onChange={(ids) =>
            onChange({
              exits: [
                ...exits.filter((exit) => typeof exit === 'string'),
                ...ids.map((segmentId) => ({ segmentId })),
              ],
            })
          }
        />
      </Stack>
    </>
  )
}

/** Chooses which replies stop the messages to a recipient. */
function ReplyScope({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  return (
    <Radio.Group aria-label={t('Replies that stop messages')} value={scope} onChange={onChange}>
      <Stack gap="xs" mt="xs" ml="xl">
        {scopes.map((each) => (
          <Radio
            key={each}
            value={each}
            label={scopeWords[each].label}
            description={scopeWords[each].means}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
