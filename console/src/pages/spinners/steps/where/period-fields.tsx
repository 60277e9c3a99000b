import { Group, NativeSelect, NumberInput } from '@mantine/core'
import { t } from '../../../../languages/text.ts'
import { LeafSelect, type OfferedSegments } from './leaf-select.tsx'
import { OperatorSelect } from './operator-select.tsx'
import { type Unit, unitWords } from './time-from-now.ts'
import type { LeafDraft, PeriodDraft } from './where-draft.ts'

/** Edits whether a column is in a period that begins or ends now: its column, direction and length. */
export function PeriodFields({
  period,
  no,
  place,
  columns,
  faults,
  mayNest,
  onChange,
  ...offered
}: OfferedSegments & {
  period: PeriodDraft
  /** The number of the part among several of a condition; then labels are invisible. */
  no?: string
  place: string
  columns: readonly string[]
  faults: ReadonlyMap<string, string>
  mayNest: boolean
  onChange: (leaf: LeafDraft) => void
}) {
  const faultOf = (field: string) =>
    faults.get(`${place}/and/0/${field}`) ?? faults.get(`${place}/and/1/${field}`)
  const named = (label: string) =>
    no === undefined ? { label } : { 'aria-label': t('{label} of condition {no}', { label, no }) }
  return (
    <Group gap="xs" align="flex-start" grow preventGrowOverflow={false}>
      <LeafSelect
        {...named(t('Column'))}
        {...offered}
        leaf={period}
        columns={columns}
        fault={faultOf('column')}
        onChange={onChange}
      />
      <OperatorSelect {...named(t('Comparison'))} leaf={period} mayNest={mayNest} onChange={onChange} />
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <NumberInput
          {...named(t('How many'))}
          w={72}
          min={1}
          max={9_999}
          allowDecimal={false}
          hideControls
          value={period.count}
          error={faultOf('value')}
          onChange={(many) => onChange({ ...period, count: Math.min(Math.max(Number(many), 1), 9_999) })}
        />
        <NativeSelect
          {...named(t('Unit'))}
          data={Object.entries(unitWords).map(([value, label]) => ({ value, label }))}
          value={period.unit}
          onChange={(event) => onChange({ ...period, unit: event.currentTarget.value as Unit })}
        />
      </Group>
    </Group>
  )
}
