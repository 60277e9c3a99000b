import { Autocomplete, Group, TagsInput, Text } from '@mantine/core'
import { maxWhereValues } from '../../../../api/limits.ts'
import { DateValueField } from '../../../../components/time/fields/date-value-field.tsx'
import { t } from '../../../../languages/text.ts'
import { useValuesOf } from './column-values.ts'
import { LeafSelect, type OfferedSegments, useColumns } from './leaf-select.tsx'
import { OperatorSelect } from './operator-select.tsx'
import { TimeValue } from './time-value.tsx'
import { type ComparisonDraft, isOfTime, type LeafDraft, takesValue, takesValues } from './where-draft.ts'

const noOptions: readonly string[] = []

/** Edits a comparison: a column, an operator and a value. */
export function ComparisonFields({
  comparison,
  no,
  place,
  columns,
  faults,
  dataTableId,
  exceptSegment,
  mayNest,
  onChange,
}: OfferedSegments & {
  comparison: ComparisonDraft
  /**
   * The number of the comparison among several. If given, it is part of the accessible names, and visible
   * labels are hidden.
   */
  no?: string
  place: string
  columns: readonly string[]
  faults: ReadonlyMap<string, string>
  /** Whether a part of the condition at this depth may consist of two comparisons. */
  mayNest: boolean
  onChange: (leaf: LeafDraft) => void
}) {
  const faultOf = (field: string) => faults.get(place === '' ? field : `${place}/${field}`)
  const column = useColumns(dataTableId)(comparison.column)
  const named = (label: string) =>
    no === undefined ? { label } : { 'aria-label': t('{label} of condition {no}', { label, no }) }
  return (
    <Group gap="xs" align="flex-start" grow preventGrowOverflow={false}>
      <LeafSelect
        {...named(t('Column'))}
        leaf={comparison}
        columns={columns}
        fault={faultOf('column')}
        dataTableId={dataTableId}
        exceptSegment={exceptSegment}
        onChange={onChange}
      />
      <OperatorSelect
        {...named(t('Comparison'))}
        leaf={comparison}
        mayNest={mayNest}
        fault={faultOf('operator')}
        onChange={onChange}
      />
      <ComparedValue
        comparison={comparison}
        no={no}
        isDate={column?.type === 'date'}
        options={column?.options ?? noOptions}
        named={named}
        faultOf={faultOf}
        onChange={onChange}
      />
    </Group>
  )
}

/** Edits the value, the time or the list of values of a comparison; nothing for an operator without a value. */
function ComparedValue({
  comparison,
  no,
  isDate,
  options,
  named,
  faultOf,
  onChange,
}: {
  comparison: ComparisonDraft
  no: string | undefined
  /** Whether the column has dates. */
  isDate: boolean
  /** The values that the column allows; none for a column without choices. */
  options: readonly string[]
  named: (label: string) => { label: string } | { 'aria-label': string }
  faultOf: (field: string) => string | undefined
  onChange: (comparison: ComparisonDraft) => void
}) {
  const { column, operator, value, values } = comparison
  const hint = operator === 'domainIn' ? 'example.com' : t('Enter after each value')
  if (takesValues(operator))
    return (
      <TagsInput
        {...named(t('Values'))}
        placeholder={values.length > 0 ? '' : hint}
        data={options}
        value={values.map(String)}
        error={faultOf('values')}
        maxTags={maxWhereValues}
        splitChars={[',', ';', '\n', '\t']}
        acceptValueOnBlur
        onChange={(changed) => onChange({ ...comparison, values: changed })}
      />
    )
  if (!takesValue(operator)) return null
  return isOfTime(operator) ? (
    <TimeValue
      value={String(value)}
      {...(no === undefined ? {} : { no })}
      fault={faultOf('value')}
      onChange={(changed) => onChange({ ...comparison, value: changed })}
    />
  ) : isDate && operator !== 'contains' ? (
    <DateValueField
      {...named(t('Value'))}
      value={String(value)}
      error={faultOf('value')}
      onChange={(changed) => onChange({ ...comparison, value: changed })}
    />
  ) : (
    <ValueField
      {...named(t('Value'))}
      column={column}
      options={options}
      value={String(value)}
      fault={faultOf('value')}
      onChange={(changed) => onChange({ ...comparison, value: changed })}
    />
  )
}

/** A field for the value of a comparison. It offers the values that the column has, with the number of their records. */
function ValueField({
  column,
  options,
  value,
  fault,
  onChange,
  ...named
}: {
  label?: string
  'aria-label'?: string
  column: string
  options: readonly string[]
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}) {
  const values = useValuesOf(column)
  const records = new Map(values.map((each) => [each.value, each.records]))
  return (
    <Autocomplete
      {...named}
      value={value}
      error={fault}
      data={[...new Set([...records.keys(), ...options])]}
      limit={20}
      maxDropdownHeight={240}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      renderOption={({ option }) => (
        <Group gap="md" justify="space-between" wrap="nowrap" flex={1}>
          <Text size="sm" truncate maw={260}>
            {option.value}
          </Text>
          {records.has(option.value) && (
            <Text size="xs" c="dimmed" className="numbers">
              {t('{get, plural, one {# record} other {# records}}', { get: records.get(option.value) ?? 0 })}
            </Text>
          )}
        </Group>
      )}
      onChange={onChange}
    />
  )
}
