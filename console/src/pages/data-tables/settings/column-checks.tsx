import { Checkbox, Divider, SimpleGrid, Stack } from '@mantine/core'
import { t } from '../../../languages/text.ts'

/** Checkboxes for the columns of a table, to mark them one by one or all together. */
export function ColumnChecks({
  names,
  marked,
  onChange,
}: {
  names: readonly string[]
  marked: readonly string[]
  onChange: (marked: readonly string[]) => void
}) {
  return (
    <Stack gap="sm">
      <Checkbox
        label={t('Make all columns visible to spinners ({count} of {count2} are visible)', {
          count: marked.length,
          count2: names.length,
        })}
        checked={marked.length === names.length}
        indeterminate={marked.length > 0 && marked.length < names.length}
        onChange={(event) => onChange(event.currentTarget.checked ? names : [])}
      />
      <Divider />
      <Checkbox.Group value={[...marked]} onChange={onChange} aria-label={t('Columns visible to spinners')}>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
          {names.map((name) => (
            <Checkbox key={name} value={name} label={name} styles={{ label: { overflowWrap: 'anywhere' } }} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </Stack>
  )
}
