import { Alert, List, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { CsvStart } from '../csv-start.ts'

const mostNamed = 5

/** Rows for which the service will refuse the file, said before it is sent. */
export function RaggedRows({ start: { ragged, header } }: { start: CsvStart }) {
  if (ragged.length === 0) return null
  const more = ragged.length - mostNamed
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert />}
      title={
        ragged.length === 1 ? 'A row does not fit the header' : `${ragged.length} rows do not fit the header`
      }
      role="status"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <List size="sm">
        {ragged.slice(0, mostNamed).map(({ line, cells }) => (
          <List.Item key={line}>
            Line {line} has {cells.length} {cells.length === 1 ? 'cell' : 'cells'}; the header has{' '}
            {header.length}.
          </List.Item>
        ))}
        {more > 0 && <List.Item>And {more} more.</List.Item>}
      </List>
      <Text size="sm" mt="xs">
        All rows are imported or none, so this file will be refused as it is. Correct it and choose it again.
      </Text>
    </Alert>
  )
}
