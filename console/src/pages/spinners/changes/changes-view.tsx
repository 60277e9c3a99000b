import { Badge, Box, Group, Paper, Stack, Text } from '@mantine/core'
import type { SpinnerVersion, Step } from '../../../api/schema.ts'
import { TemplateText } from '../../../components/template/template-text.tsx'
import { t } from '../../../languages/text.ts'
import { wordsOfAudience } from '../audience-choice.tsx'
import { contactWords } from '../contact-choice.tsx'
import { wordsOfExits } from '../exit-choice.tsx'
import { goalWords } from '../goal-words.ts'
import { startsWords } from '../live/starts-words.ts'
import { triggerDataWords } from '../live/trigger-data.tsx'
import { paceWords } from '../pace-choice.tsx'
import { exclusionWords } from '../segments-choice.tsx'
import { typeOf } from '../steps/types/step-types.ts'
import { windowWords } from '../window-choice.tsx'
import { aligned, type Pair } from './alignment.ts'
import classes from './changes-view.module.css'
import { changesOfSteps, type FieldChange, type StepChange, type StepChangeKind } from './step-changes.ts'
import { useNamesOfIds } from './use-names-of-ids.ts'

const kinds: Readonly<Record<StepChangeKind, { label: string; color: string; sign: string }>> = {
  same: { label: t('Unchanged'), color: 'gray', sign: '' },
  changed: { label: t('Changed'), color: 'yellow', sign: '~ ' },
  added: { label: t('Added'), color: 'teal', sign: '+ ' },
  removed: { label: t('Removed'), color: 'red', sign: '− ' },
  moved: { label: t('Moved'), color: 'spindle', sign: '↕ ' },
}

/**
 * Maximum number of lines of each text that are compared, because the comparison takes time proportional to
 * their square.
 */
const maxLines = 500

type Settings = Pick<
  SpinnerVersion,
  | 'audience'
  | 'exclude'
  | 'contact'
  | 'isExclusive'
  | 'exits'
  | 'reply'
  | 'goal'
  | 'sendWindow'
  | 'pace'
  | 'starts'
  | 'triggerData'
>

const settings: readonly { label: string; of: (of: Settings) => string }[] = [
  {
    label: t('Choice of the records that each job takes'),
    of: (of) => wordsOfAudience(of).label,
  },
  { label: t('Excluded records'), of: ({ exclude }) => exclusionWords(exclude) ?? t('None') },
  { label: t('Repeated messages to one person'), of: ({ contact }) => contactWords[contact].label },
  { label: t('Exclusive'), of: ({ isExclusive }) => (isExclusive ? t('Yes') : t('No')) },
  { label: t('Events that stop messages to a recipient'), of: wordsOfExits },
  { label: t('Starts'), of: ({ starts }) => startsWords(starts) },
  { label: t('Trigger data'), of: ({ triggerData }) => triggerDataWords(triggerData) },
  { label: t('Goal'), of: ({ goal }) => goalWords(goal) },
  { label: t('Sending hours'), of: ({ sendWindow }) => windowWords(sendWindow) },
  { label: t('Pace'), of: ({ pace }) => paceWords(pace) },
]

/** The settings, steps and columns of a spinner in one of the two compared states. */
export interface Side extends Settings {
  readonly steps: readonly Step[]
  /** The metadata columns of the spinner; empty if columns are not compared. */
  readonly columns: readonly string[]
}

/** Shows what changes from one state of a spinner to another, step by step. */
export function ChangesView({ before, after }: { before: Side; after: Side }) {
  const nameOf = useNamesOfIds()
  const columns = {
    before: before.columns.join('\n'),
    after: after.columns.join('\n'),
  }
  return (
    <Stack gap="sm">
      {settings
        .filter(({ of }) => of(before) !== of(after))
        .map(({ label, of }) => (
          <Paper withBorder p="sm" key={label}>
            <Lines field={{ label, before: of(before), after: of(after) }} />
          </Paper>
        ))}
      {columns.before !== columns.after && (
        <Paper withBorder p="sm">
          <Lines field={{ label: t('Columns visible to the spinner'), ...columns }} />
        </Paper>
      )}
      {changesOfSteps(before.steps, after.steps, nameOf).map((change) => (
        <OneStep key={`${change.kind} ${change.index}`} change={change} />
      ))}
    </Stack>
  )
}

function OneStep({ change: { kind, step, path, fields } }: { change: StepChange }) {
  const { color, sign, label: word } = kinds[kind]
  const label = kind === 'moved' && fields.length > 0 ? t('{word} and changed', { word }) : word
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('Step {path}: {label}', { path, label })}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600} td={kind === 'removed' ? 'line-through' : undefined}>
          {path}. {typeOf(step).label}
        </Text>
        <Badge variant={kind === 'same' ? 'default' : 'outline'} color={color} tt="none">
          {sign}
          {label}
        </Badge>
      </Group>
      {fields.length === 0 ? (
        <Text size="sm" c="dimmed" truncate>
          <TemplateText>{typeOf(step).summaryOf(step)}</TemplateText>
        </Text>
      ) : (
        fields.map((field) => <Lines key={field.label} field={field} />)
      )}
    </Paper>
  )
}

/** Shows the removed, added and unchanged lines of a changed text. */
function Lines({ field: { label, before, after } }: { field: FieldChange }) {
  const pairs = aligned(linesOf(before), linesOf(after), (a, b) => (a.text === b.text ? 1 : 0))
  return (
    <Box mt={6}>
      <Text size="xs" fw={600} mb={2}>
        {label}
      </Text>
      {pairs.map((pair) => (
        <Line key={`${pair.before?.number} ${pair.after?.number}`} pair={pair} />
      ))}
    </Box>
  )
}

interface NumberedLine {
  readonly text: string
  readonly number: number
}

function linesOf(text: string): readonly NumberedLine[] {
  const lines = text === '' ? [] : text.split('\n').slice(0, maxLines)
  return lines.map((line, index) => ({ text: line, number: index + 1 }))
}

function Line({ pair: { before, after } }: { pair: Pair<NumberedLine> }) {
  if (after === null)
    return (
      <del className={classes['line']} data-change="before">
        − {before?.text}
      </del>
    )
  if (before === null)
    return (
      <ins className={classes['line']} data-change="after">
        + {after.text}
      </ins>
    )
  return <span className={classes['line']}>{`  ${after.text}`}</span>
}
