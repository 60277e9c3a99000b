import { Group, NativeSelect, Radio, Stack } from '@mantine/core'
import { isTriggerColumn } from '../../../../../api/spinner/trigger-columns.ts'
import { HourField } from '../../../../../components/time/fields/hour-field.tsx'
import { t } from '../../../../../languages/text.ts'
import { NoMetadataColumns } from '../../fields/no-metadata-columns.tsx'
import { WhereFields } from '../../where/where-fields.tsx'
import type { FieldsProps } from '../step-type.ts'
import { DurationField } from './duration-field.tsx'
import { changedTo, type WaitUntilDraft, withZone } from './wait-until-draft.ts'

export function WaitUntilFields({
  step,
  faults,
  columns,
  dataTableId,
  onChange,
}: FieldsProps<WaitUntilDraft>) {
  const { kind, changes = '', where } = step
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('Wait')}
        value={kind}
        onChange={(chosen) => onChange(changedTo(chosen, step, columns))}
      >
        <Group gap="md" mt={4}>
          <Radio value="date" label={t('Wait until a date in a column')} />
          <Radio value="hour" label={t('Wait until an hour of the day')} />
          <Radio value="change" label={t('Wait until a column changes')} />
          <Radio value="condition" label={t('Wait until the record meets a condition')} />
        </Group>
      </Radio.Group>
      {kind === 'date' && <DateFields step={step} faults={faults} columns={columns} onChange={onChange} />}
      {kind === 'change' && (
        <ColumnSelect
          label={t('Column whose change ends the wait')}
          // Leaves out the fields of the trigger, because its data never changes.
          columns={columns.filter((column) => !isTriggerColumn(column))}
          value={changes}
          fault={faults.get('changes')}
          onChange={(chosen) => onChange({ ...step, changes: chosen })}
        />
      )}
      {where !== null && (
        <WhereFields
          where={where}
          place="where"
          dataTableId={dataTableId}
          columns={columns}
          faults={faults}
          onChange={(changed) => onChange({ ...step, where: changed })}
        />
      )}
      {where !== null && columns.length === 0 && <NoMetadataColumns dataTableId={dataTableId} />}
      {(kind === 'date' || kind === 'hour') && (
        <HourFields step={step} faults={faults} columns={columns} onChange={onChange} />
      )}
      <TimeoutFields step={step} faults={faults} onChange={onChange} />
    </Stack>
  )
}

type PartProps = Pick<FieldsProps<WaitUntilDraft>, 'step' | 'faults' | 'columns' | 'onChange'>

function DateFields({ step, faults, columns, onChange }: PartProps) {
  const { column = '', offsetSeconds } = step
  return (
    <>
      <ColumnSelect
        label={t('Column')}
        columns={columns}
        value={column}
        fault={faults.get('column')}
        onChange={(chosen) => onChange({ ...step, column: chosen })}
      />
      <Group gap="xs" align="flex-end">
        <DurationField
          label={t('How long before or after the column’s date')}
          seconds={offsetSeconds === undefined ? null : Math.abs(offsetSeconds)}
          fault={faults.get('offsetSeconds')}
          onChange={(seconds) => {
            const { offsetSeconds: _, ...rest } = step
            const sign = (offsetSeconds ?? 0) < 0 ? -1 : 1
            onChange(seconds === null ? rest : { ...rest, offsetSeconds: sign * seconds })
          }}
        />
        <NativeSelect
          aria-label={t('Whether the wait ends before or after the date')}
          data={[
            { value: 'after', label: t('after the date') },
            { value: 'before', label: t('before the date') },
          ]}
          disabled={offsetSeconds === undefined || offsetSeconds === 0}
          value={(offsetSeconds ?? 0) < 0 ? 'before' : 'after'}
          onChange={(event) => {
            const size = Math.abs(offsetSeconds ?? 0)
            onChange({ ...step, offsetSeconds: event.currentTarget.value === 'before' ? -size : size })
          }}
        />
      </Group>
      <NativeSelect
        label={t('If the date is past when the record comes to this step')}
        description={t('A day is past once it is over. A date that comes during the wait is not past.')}
        data={Object.entries(pastWords).map(([past, label]) => ({ value: past, label }))}
        value={step.ifPast ?? 'send'}
        onChange={(event) => {
          const { ifPast: _, ...rest } = step
          const chosen = event.currentTarget.value
          onChange(chosen === 'skip' || chosen === 'fail' ? { ...rest, ifPast: chosen } : rest)
        }}
      />
    </>
  )
}

const pastWords = {
  send: t('continue at once'),
  skip: t('end as skipped'),
  fail: t('fail, so that the date can be corrected'),
} as const

function HourFields({ step, faults, columns, onChange }: PartProps) {
  const { kind, at, zone } = step
  return (
    <>
      <HourField
        label={t('Hour of the day')}
        description={
          kind === 'hour'
            ? t('The wait ends the next time that it is this hour in the time zone of the person.')
            : t(
                'The wait ends when it is this hour in the time zone of the person, on or after the date. If the hour is empty, the wait ends at the date.',
              )
        }
        w={{ base: '100%', xs: 260 }}
        value={at ?? ''}
        error={faults.get('at')}
        onChange={(value) => {
          const { at: _, ...rest } = step
          onChange(value === '' && kind === 'date' ? rest : { ...rest, at: value })
        }}
      />
      <Group gap="xs" grow preventGrowOverflow={false} align="flex-start">
        <ColumnSelect
          label={t('Column with the person’s time zone')}
          columns={columns}
          optional
          value={zone?.column ?? ''}
          fault={faults.get('zone/column')}
          onChange={(chosen) => onChange(withZone(step, { column: chosen }))}
        />
        <ColumnSelect
          label={t('Column with the person’s phone number')}
          columns={columns}
          optional
          value={zone?.phone ?? ''}
          fault={faults.get('zone/phone')}
          onChange={(chosen) => onChange(withZone(step, { phone: chosen }))}
        />
      </Group>
    </>
  )
}

function TimeoutFields({ step, faults, onChange }: Omit<PartProps, 'columns'>) {
  const { kind, timeoutSeconds, onTimeout } = step
  return (
    <Group gap="xs" align="flex-end">
      <DurationField
        label={t('Time-out')}
        {...(kind === 'change' || kind === 'condition'
          ? {}
          : { description: t('If the time-out is empty, the wait has no limit.') })}
        seconds={timeoutSeconds ?? null}
        fault={faults.get('timeoutSeconds')}
        onChange={(seconds) => {
          const { timeoutSeconds: _, onTimeout: then = 'continue', ...rest } = step
          onChange(seconds === null ? rest : { ...rest, timeoutSeconds: seconds, onTimeout: then })
        }}
      />
      {timeoutSeconds !== undefined && (
        <NativeSelect
          label={t('When the wait’s time-out is reached')}
          data={[
            { value: 'continue', label: t('continue') },
            { value: 'skip', label: t('end as skipped') },
          ]}
          value={onTimeout ?? 'continue'}
          onChange={(event) =>
            onChange({ ...step, onTimeout: event.currentTarget.value === 'skip' ? 'skip' : 'continue' })
          }
        />
      )}
    </Group>
  )
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
        label: column === '' ? (optional ? t('None') : t('Choose…')) : column,
      }))}
      value={value}
      error={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
