import { CalendarClock } from 'lucide-react'
import { maxWaitUntilSeconds } from '../../../../../api/limits.ts'
import type { WaitUntilStep } from '../../../../../api/schema.ts'
import { type FieldFault, filledIn } from '../field-faults.ts'
import { Passed } from '../passed.tsx'
import type { StepTypeOf } from '../step-type.ts'
import { type Kind, kindOf, type WaitUntilDraft } from './wait-until-draft.ts'
import { WaitUntilFields } from './wait-until-fields.tsx'
import { wordsOfWait } from './wait-words.ts'

export const waitUntilStep: StepTypeOf<WaitUntilStep, WaitUntilDraft> = {
  label: 'Wait until',
  does: 'The record waits for a date in a column, an hour of the day, or a change of a column.',
  icon: CalendarClock,
  color: 'orange',
  sends: false,
  canBeTested: false,
  branching: null,
  compares: false,
  labels: {
    column: 'Column',
    offsetSeconds: 'How long before or after the column’s date',
    at: 'Hour of the day',
    zone: 'Time zone',
    changes: 'Column whose change ends the wait',
    timeoutSeconds: 'Time-out',
    onTimeout: 'When the time-out is reached',
  },
  comparedAs: 'Until',
  blank: (columns) => ({
    type: 'waitUntil',
    kind: 'date',
    column: columns.find((name) => /date|until|due|(^|[_\s-])(at|on)$/i.test(name)) ?? '',
  }),
  draftOf: (step) => ({ ...step, kind: kindOf(step) }),
  stepOf: ({ kind: _kind, ...step }) => step,
  faultsOf: ({ kind, column = '', at = '', changes = '', timeoutSeconds, offsetSeconds = 0 }) => [
    ...(kind === 'date' ? filledIn('column', column, 'Choose a column', 200) : []),
    ...(kind === 'change' ? filledIn('changes', changes, 'Choose a column', 200) : []),
    ...(kind === 'hour' ? filledIn('at', at, 'Enter the hour of the day, as in 09:00', 5) : []),
    ...(at !== '' && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(at)
      ? [['at', 'Write the hour as 09:00'] as const]
      : []),
    ...(Math.abs(offsetSeconds) > maxWaitUntilSeconds
      ? [['offsetSeconds', 'The time before or after the date can be a year at most'] as const]
      : []),
    ...timeoutFaults(kind, timeoutSeconds),
  ],
  summaryOf,
  Fields: WaitUntilFields,
  Previewed: ({ step }) => <Passed>Waits {lowered(summaryOf(step))}</Passed>,
}

function timeoutFaults(kind: Kind, seconds: number | undefined): FieldFault[] {
  if (seconds === undefined)
    return kind === 'change' ? [['timeoutSeconds', 'Enter the longest time to wait']] : []
  return seconds < 1 || seconds > maxWaitUntilSeconds
    ? [['timeoutSeconds', 'Set a time-out from 1 second to a year']]
    : []
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function summaryOf(step: WaitUntilStep): string {
  const { column, offsetSeconds = 0, at, changes, timeoutSeconds, onTimeout } = step
  const hour = at === undefined ? '' : ` at ${at}`
  const moved =
    offsetSeconds === 0
      ? ''
      : `${wordsOfWait(Math.abs(offsetSeconds))} ${offsetSeconds > 0 ? 'after' : 'before'} `
  const named = (name: string | undefined) => (name === undefined || name === '' ? 'a column' : name)
  const until = {
    date: `Until ${moved}${named(column)}${hour}`,
    hour: `Until${at === undefined || at === '' ? ' an hour' : hour.replace(' at', '')}`,
    change: `Until ${named(changes)} changes`,
  }[kindOf(step)]
  if (timeoutSeconds === undefined) return until
  const after = wordsOfWait(timeoutSeconds)
  return onTimeout === 'skip'
    ? `${until}; after a time-out of ${after}, the record is skipped`
    : `${until}; after a time-out of ${after}, the record continues`
}
