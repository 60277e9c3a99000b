import { Table, Text } from '@mantine/core'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { CsvStart } from '../csv-start.ts'
import type { HeaderFault } from './header-match.ts'

const mostColumns = 50

/** The first rows of a file; what does not fit is marked. */
export function PreviewTable({ start, faults }: { start: CsvStart; faults: readonly HeaderFault[] }) {
  const wrong = new Set(faults.map((fault) => (fault.kind === 'missing' ? null : fault.place)))
  const header = start.header.slice(0, mostColumns).map((name, index) => ({ name, place: index + 1 }))
  return (
    <Table.ScrollContainer
      minWidth={0}
      scrollAreaProps={{
        viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'The first rows of the file' },
      }}
    >
      <Table
        captionSide="bottom"
        horizontalSpacing="md"
        style={{ whiteSpace: 'nowrap' }}
        aria-label="The first rows of the file"
      >
        <Table.Caption px="md" pb="sm" ta="left">
          {captionOf(start)}
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th c="dimmed">Line</Table.Th>
            {header.map(({ name, place }) => (
              <Table.Th key={place} {...(wrong.has(place) && { c: 'var(--mantine-color-error)' })}>
                {wrong.has(place) && <CircleAlert size={14} role="img" aria-label="Does not fit:" />}{' '}
                {name === '' ? '(no name)' : name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {start.rows.map(({ cells, line }) => (
            <Table.Tr
              key={line}
              {...(cells.length !== start.header.length && { bg: 'var(--mantine-color-yellow-light)' })}
            >
              <Table.Th scope="row" fw={400} className="numbers">
                {line}{' '}
                {cells.length !== start.header.length && (
                  <TriangleAlert size={14} role="img" aria-label={wordsOfRagged(cells, start.header)} />
                )}
              </Table.Th>
              {header.map(({ place }) => (
                <Table.Td key={place} maw={280}>
                  <Text size="sm" truncate>
                    {cells[place - 1] ?? ''}
                  </Text>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function wordsOfRagged(cells: readonly string[], header: readonly string[]): string {
  return cells.length < header.length ? 'has too few cells' : 'has too many cells'
}

function captionOf({ header, rows, rowCount }: CsvStart): string {
  if (rows.length === 0) return 'Only a header, and no rows.'
  const count = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`
  const extent =
    rowCount === null
      ? `The first ${count}.`
      : rowCount > rows.length
        ? `The first ${rows.length} of ${rowCount.toLocaleString('en')} rows.`
        : `All ${count}.`
  const columns = header.length > mostColumns ? ` Only the first ${mostColumns} columns are shown.` : ''
  return `${extent}${columns}`
}
