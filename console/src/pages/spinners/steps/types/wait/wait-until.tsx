import { Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import type { WaitUntilStep } from '../../../../../api/schema.ts'
import { type FieldFault, filledIn } from '../field-faults.ts'
import { Passed } from '../passed.tsx'
import type { FieldsProps, StepTypeOf } from '../step-type.ts'
import { DurationField } from './duration-field.tsx'
import { wordsOfWait } from './wait-words.ts'

type Kind = 'date' | 'hour' | 'change'

/**
 * The edited form of the step, with its kind. The kind is stored, so that emptying a field does not change
 * the event that the step waits for.
 */
interface WaitUntilDraft extends WaitUntilStep {
  readonly kind: Kind
}

export const waitUntilStep: StepTypeOf<WaitUntilStep, WaitUntilDraft> = {
  label: 'Wait until',
  does: 'The record waits for a date in a column, an hour of the day, or a change of a column.',
  icon: CalendarClock,
  color: 'orange',
  sends: false,
  canBeTested: false,
  branching: null,
  labels: {
    column: 'Column',
    offsetSeconds: 'How long before or after the column’s date',
    at: 'Hour',
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
    ...(kind === 'date' ? filledIn('column', column, 'Choose a metadata column', 200) : []),
    ...(kind === 'change' ? filledIn('changes', changes, 'Choose a metadata column', 200) : []),
    ...(kind === 'hour' ? filledIn('at', at, 'Enter the hour of the day, as in 09:00', 5) : []),
    ...(at !== '' && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(at)
      ? [['at', 'Write the hour as 09:00'] as const]
      : []),
    ...(Math.abs(offsetSeconds) > longest
      ? [['offsetSeconds', 'The time before or after the date can be a year at most'] as const]
      : []),
    ...timeoutFaults(kind, timeoutSeconds),
  ],
  summaryOf,
  Fields,
  Previewed: ({ step }) => <Passed>Waits {lowered(summaryOf(step))}</Passed>,
}

const longest = 366 * 86_400

function timeoutFaults(kind: Kind, seconds: number | undefined): FieldFault[] {
  if (seconds === undefined)
    return kind === 'change' ? [['timeoutSeconds', 'Enter the longest time to wait']] : []
  return seconds < 1 || seconds > longest
    ? [['timeoutSeconds', 'Set a time-out from 1 second to a year']]
    : []
}

function kindOf({ column, changes }: WaitUntilStep): Kind {
  if (changes !== undefined) return 'change'
  return column === undefined ? 'hour' : 'date'
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

/**
 * Returns a waiting step with another kind. Keeps the timeout, and the time zone unless the new kind waits
 * for a change.
 */
function changedTo(kind: Kind, { type, timeoutSeconds, onTimeout, zone }: WaitUntilDraft): WaitUntilDraft {
  const timeout = {
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    ...(onTimeout === undefined ? {} : { onTimeout }),
  }
  const hours = zone === undefined ? {} : { zone }
  if (kind === 'date') return { type, kind, column: '', ...hours, ...timeout }
  if (kind === 'hour') return { type, kind, at: '09:00', ...hours, ...timeout }
  return { type, kind, changes: '', timeoutSeconds: 7 * 86_400, onTimeout: 'goOn', ...timeout }
}

function Fields({ step, faults, columns, onChange }: FieldsProps<WaitUntilDraft>) {
  const { kind, column = '', offsetSeconds, at, zone, changes = '', timeoutSeconds, onTimeout } = step
  return (
    <Stack gap="sm">
      <Radio.Group label="Wait" value={kind} onChange={(chosen) => onChange(changedTo(chosen, step))}>
        <Group gap="md" mt={4}>
          <Radio value="date" label="Wait until a date in a column" />
          <Radio value="hour" label="Wait until an hour of the day" />
          <Radio value="change" label="Wait until a column changes" />
        </Group>
      </Radio.Group>
      {kind === 'date' && (
        <>
          <ColumnSelect
            label="Column"
            columns={columns}
            value={column}
            fault={faults.get('column')}
            onChange={(chosen) => onChange({ ...step, column: chosen })}
          />
          <Group gap="xs" align="flex-end">
            <DurationField
              label="How long before or after the column’s date"
              seconds={offsetSeconds === undefined ? null : Math.abs(offsetSeconds)}
              fault={faults.get('offsetSeconds')}
              onChange={(seconds) => {
                const { offsetSeconds: _, ...rest } = step
                const sign = (offsetSeconds ?? 0) < 0 ? -1 : 1
                onChange(seconds === null ? rest : { ...rest, offsetSeconds: sign * seconds })
              }}
            />
            <NativeSelect
              aria-label="Wait until before or after the date"
              data={[
                { value: 'after', label: 'after the date' },
                { value: 'before', label: 'before the date' },
              ]}
              disabled={offsetSeconds === undefined || offsetSeconds === 0}
              value={(offsetSeconds ?? 0) < 0 ? 'before' : 'after'}
              onChange={(event) => {
                const size = Math.abs(offsetSeconds ?? 0)
                onChange({ ...step, offsetSeconds: event.currentTarget.value === 'before' ? -size : size })
              }}
            />
          </Group>
        </>
      )}
      {kind === 'change' && (
        <ColumnSelect
          label="Column whose change ends the wait"
          columns={columns}
          value={changes}
          fault={faults.get('changes')}
          onChange={(chosen) => onChange({ ...step, changes: chosen })}
        />
      )}
      {kind !== 'change' && (
        <>
          <TextInput
            label="Hour"
            description={
              kind === 'hour'
                ? 'The wait ends when it is next this hour for the person.'
                : 'After the date, the wait ends when it is this hour for the person. If the hour is empty, the wait ends at the date.'
            }
            type="time"
            w={{ base: '100%', xs: 260 }}
            value={at ?? ''}
            error={faults.get('at')}
            onChange={({ currentTarget: { value } }) => {
              const { at: _, ...rest } = step
              onChange(value === '' && kind === 'date' ? rest : { ...rest, at: value })
            }}
          />
          <Group gap="xs" grow preventGrowOverflow={false} align="flex-start">
            <ColumnSelect
              label="Column with the person’s time zone"
              columns={columns}
              optional
              value={zone?.column ?? ''}
              fault={faults.get('zone/column')}
              onChange={(chosen) => onChange(withZone(step, { column: chosen }))}
            />
            <ColumnSelect
              label="Column with the person’s phone number"
              columns={columns}
              optional
              value={zone?.phone ?? ''}
              fault={faults.get('zone/phone')}
              onChange={(chosen) => onChange(withZone(step, { phone: chosen }))}
            />
          </Group>
        </>
      )}
      <Group gap="xs" align="flex-end">
        <DurationField
          label="Time-out"
          {...(kind === 'change' ? {} : { description: 'If the time-out is empty, the wait has no limit.' })}
          seconds={timeoutSeconds ?? null}
          fault={faults.get('timeoutSeconds')}
          onChange={(seconds) => {
            const { timeoutSeconds: _, onTimeout: then = 'goOn', ...rest } = step
            onChange(seconds === null ? rest : { ...rest, timeoutSeconds: seconds, onTimeout: then })
          }}
        />
        {timeoutSeconds !== undefined && (
          <NativeSelect
            label="When the wait’s time-out is reached"
            data={[
              { value: 'goOn', label: 'continue' },
              { value: 'skip', label: 'end as skipped' },
            ]}
            value={onTimeout ?? 'goOn'}
            onChange={(event) =>
              onChange({ ...step, onTimeout: event.currentTarget.value === 'skip' ? 'skip' : 'goOn' })
            }
          />
        )}
      </Group>
    </Stack>
  )
}

/** Changes the columns from which the step takes the time zone of a recipient, and drops empty names. */
function withZone(step: WaitUntilDraft, change: NonNullable<WaitUntilStep['zone']>): WaitUntilDraft {
  const { zone, ...rest } = step
  const { column = '', phone = '' } = { ...zone, ...change }
  const named = { ...(column === '' ? {} : { column }), ...(phone === '' ? {} : { phone }) }
  return Object.keys(named).length === 0 ? rest : { ...rest, zone: named }
}

function ColumnSelect({
  label,
  columns,
  value,
  optional = false,
  fault,
  onChange,
}: {
  label: string
  columns: readonly string[]
  value: string
  optional?: boolean
  fault: string | undefined
  onChange: (column: string) => void
}) {
  const none = optional || value === '' ? [''] : []
  const choices = [...new Set([...none, ...(columns.includes(value) ? [] : [value]), ...columns])]
  return (
    <NativeSelect
      label={label}
      data={choices.map((column) => ({
        value: column,
        label: column === '' ? (optional ? 'None' : 'Choose…') : column,
      }))}
      value={value}
      error={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
