import { Button, Popover, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import type { Column } from '../../../../api/schema.ts'
import { segmentsQuery } from '../../../../api/table/segments.ts'
import { useKey } from '../../../../components/keys/use-key.ts'
import { DateValueField } from '../../../../components/time/fields/date-value-field.tsx'
import { t } from '../../../../languages/text.ts'
import { type Filter, operatorWords, takesValue } from './filter-words.ts'

/** A button that opens a form for one condition of the search. */
export function AddFilter({
  dataTableId,
  columns,
  disabled,
  onAdd,
}: {
  dataTableId: string
  columns: readonly Column[]
  disabled: boolean
  onAdd: (filter: Filter) => void
}) {
  const [opened, setOpened] = useState(false)
  const [column, setColumn] = useState<string | null>(null)
  const [operator, setOperator] = useState('equals')
  const [value, setValue] = useState('')
  useKey('f', () => setOpened(true), !disabled)
  const isWhole = column !== null && (!takesValue(operator) || value.trim() !== '')
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (column === null || !isWhole) return
    onAdd({ column, operator, ...(takesValue(operator) ? { value: value.trim() } : {}) })
    setOpened(false)
    setValue('')
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus withinPortal width={300}>
      <Popover.Target>
        <Button
          size="sm"
          variant="default"
          disabled={disabled}
          leftSection={<ListFilter size={16} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t('Filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={add}>
          <Stack gap="xs">
            <SegmentChoice
              dataTableId={dataTableId}
              onChoose={(segmentId) => {
                onAdd({ segmentId })
                setOpened(false)
              }}
            />
            <Select
              label={t('Column')}
              searchable
              data={columns.map(({ name }) => name)}
              value={column}
              comboboxProps={{ withinPortal: false }}
              onChange={setColumn}
            />
            <Select
              label={t('Condition')}
              data={Object.entries(operatorWords).map(([name, label]) => ({ value: name, label }))}
              value={operator}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              onChange={(next) => setOperator(next ?? 'equals')}
            />
            {takesValue(operator) && (
              <FilterValue
                column={columns.find(({ name }) => name === column)}
                operator={operator}
                value={value}
                onChange={setValue}
              />
            )}
            <Button type="submit" disabled={!isWhole}>
              {t('Add filter')}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Chooses a segment as the filter. Shows nothing if the table has no segments. */
function SegmentChoice({
  dataTableId,
  onChoose,
}: {
  dataTableId: string
  onChoose: (segmentId: string) => void
}) {
  const { data: segments = [] } = useQuery(segmentsQuery(dataTableId))
  if (segments.length === 0) return null
  return (
    <Select
      label={t('The segment')}
      placeholder={t('Choose a segment, or a column below')}
      data={segments.map(({ id, name }) => ({ value: id, label: name }))}
      value={null}
      comboboxProps={{ withinPortal: false }}
      onChange={(segmentId) => segmentId !== null && onChoose(segmentId)}
    />
  )
}

function FilterValue({
  column,
  operator,
  value,
  onChange,
}: {
  column: Column | undefined
  operator: string
  value: string
  onChange: (value: string) => void
}) {
  if (column?.type === 'choice' && operator !== 'contains')
    return (
      <Select
        label={t('Value')}
        data={[...(column.options ?? [])]}
        value={value === '' ? null : value}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  if (operator === 'before' || operator === 'after')
    return (
      <DateValueField
        label={t('Value')}
        description={t('A date, or a time from now such as now-7d')}
        value={value}
        takesRelative
        isInPopover
        onChange={onChange}
      />
    )
  if (column?.type === 'date' && operator !== 'contains')
    return <DateValueField label={t('Value')} value={value} isInPopover onChange={onChange} />
  return (
    <TextInput
      label={t('Value')}
      value={value}
      maxLength={1_000}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
