import { CalendarClock } from 'lucide-react'
import { maxWaitUntilSeconds } from '../../../../../api/limits.ts'
import type { WaitUntilStep } from '../../../../../api/schema.ts'
import { t } from '../../../../../languages/text.ts'
import type { ConditionNames } from '../../where/condition-names.ts'
import { copyOfWhere, faultsOfWhere } from '../../where/where-draft.ts'
import { labelOfPlace, wordsOfWhere } from '../../where/where-words.ts'
import { type FieldFault, filledIn } from '../field-faults.ts'
import { Passed } from '../passed.tsx'
import type { StepTypeOf } from '../step-type.ts'
import { draftOfWait, type Kind, kindOf, stepOfWait, type WaitUntilDraft } from './wait-until-draft.ts'
import { WaitUntilFields } from './wait-until-fields.tsx'
import { wordsOfWait } from './wait-words.ts'

export const waitUntilStep: StepTypeOf<WaitUntilStep, WaitUntilDraft> = {
  label: t('Wait until'),
  does: t(
    'The record waits for a date in a column, an hour of the day, a change of a column, or a condition that it meets.',
  ),
  icon: CalendarClock,
  color: 'orange',
  sends: false,
  canBeTested: false,
  branching: null,
  compares: true,
  labels: {
    column: t('Column'),
    offsetSeconds: t('How long before or after the column’s date'),
    ifPast: t('If the date is past'),
    at: t('Hour of the day'),
    zone: t('Time zone'),
    changes: t('Column whose change ends the wait'),
    where: t('Conditions'),
    timeoutSeconds: t('Time-out'),
    onTimeout: t('When the time-out is reached'),
  },
  labelOf: (field) => (field.startsWith('where/') ? labelOfPlace(field.slice('where/'.length)) : undefined),
  comparedAs: t('Until'),
  blank: (columns) => ({
    type: 'waitUntil',
    kind: 'date',
    where: null,
    column: columns.find((name) => /date|until|due|(^|[_\s-])(at|on)$/i.test(name)) ?? '',
  }),
  draftOf: draftOfWait,
  stepOf: stepOfWait,
  copyOf: (draft) => ({ ...draft, where: draft.where === null ? null : copyOfWhere(draft.where) }),
  faultsOf: ({ kind, column = '', at = '', changes = '', where, timeoutSeconds, offsetSeconds = 0 }) => [
    ...(kind === 'date' ? filledIn('column', column, t('Choose a column'), 200) : []),
    ...(kind === 'change' ? filledIn('changes', changes, t('Choose a column'), 200) : []),
    ...(where === null ? [] : faultsOfWhere(where, 'where')),
    ...(kind === 'hour' ? filledIn('at', at, t('Enter the hour of the day, as in 09:00'), 5) : []),
    ...(at !== '' && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(at)
      ? [['at', t('Write the hour as 09:00')] as const]
      : []),
    ...(Math.abs(offsetSeconds) > maxWaitUntilSeconds
      ? [['offsetSeconds', t('The time before or after the date can be a year at most')] as const]
      : []),
    ...timeoutFaults(kind, timeoutSeconds),
  ],
  summaryOf,
  Fields: WaitUntilFields,
  Previewed: ({ step }) => <Passed>{t('Waits {lowered}', { lowered: lowered(summaryOf(step)) })}</Passed>,
}

function timeoutFaults(kind: Kind, seconds: number | undefined): FieldFault[] {
  if (seconds === undefined)
    return kind === 'change' || kind === 'condition'
      ? [['timeoutSeconds', t('Enter the longest time to wait')]]
      : []
  return seconds < 1 || seconds > maxWaitUntilSeconds
    ? [['timeoutSeconds', t('Set a time-out from 1 second to a year')]]
    : []
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const pastWords = {
  send: '',
  skip: t('; if it is past, the record is skipped'),
  fail: t('; if it is past, the record fails'),
} as const

function summaryOf(step: WaitUntilStep, names?: ConditionNames): string {
  const { column, offsetSeconds = 0, at, changes, where, timeoutSeconds, onTimeout } = step
  const hour = at === undefined ? '' : t(' at {at}', { at })
  const moved =
    offsetSeconds === 0
      ? ''
      : offsetSeconds > 0
        ? t('{wait} after ', { wait: wordsOfWait(Math.abs(offsetSeconds)) })
        : t('{wait} before ', { wait: wordsOfWait(Math.abs(offsetSeconds)) })
  const columnWords = (name: string | undefined) => (name === undefined || name === '' ? t('a column') : name)
  const until = {
    date: t('Until {moved}{named}{from}{pastWords}', {
      moved,
      named: columnWords(column),
      from: hour,
      pastWords: pastWords[step.ifPast ?? 'send'],
    }),
    hour: at === undefined || at === '' ? t('Until an hour') : t('Until {at}', { at }),
    change: t('Until {named} changes', { named: columnWords(changes) }),
    condition: t('Until {where}', { where: where === undefined ? '' : wordsOfWhere(where, names) }),
  }[kindOf(step)]
  if (timeoutSeconds === undefined) return until
  const after = wordsOfWait(timeoutSeconds)
  return onTimeout === 'skip'
    ? t('{until}; after a time-out of {after}, the record is skipped', { until, after })
    : t('{until}; after a time-out of {after}, the record continues', { until, after })
}
