import { SimpleGrid } from '@mantine/core'
import { useSearchParam } from '../search-param.ts'
import { DateTimeField } from '../time/fields/date-time-field.tsx'

/** The fields that restrict a list to times from a moment and before another one, which stay beside each other. */
export function TimeFilters({
  from,
  before,
  since = 'since',
  until = 'until',
}: {
  /** The label of the field for the first moment. */
  from: string
  /** The label of the field for the moment that ends the times. */
  before: string
  /** The URL parameter that holds the first moment. */
  since?: string
  /** The URL parameter that holds the moment that ends the times. */
  until?: string
}) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" flex="1 0 min(25rem, 100%)" maw={492}>
      <TimeFilter label={from} param={since} />
      <TimeFilter label={before} param={until} />
    </SimpleGrid>
  )
}

/** A field that restricts a list to times from or up to a moment, which a URL parameter of the page holds. */
function TimeFilter({ label, param }: { label: string; param: string }) {
  const [at = '', setAt] = useSearchParam(param)
  return (
    <DateTimeField label={label} value={at} onDone={(value) => setAt(value === '' ? undefined : value)} />
  )
}
