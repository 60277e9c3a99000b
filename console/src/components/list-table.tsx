import { Paper, Table } from '@mantine/core'
import type { ReactNode } from 'react'

/** A table of things in a frame, which scrolls sideways on narrow screens, also by keyboard. */
export function ListTable({
  columns,
  minWidth,
  children,
}: {
  /** The headings of the columns. */
  columns: readonly string[]
  /** The width in px below which the table scrolls sideways. */
  minWidth: number
  /** The rows of the table. */
  children: ReactNode
}) {
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={minWidth} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing="sm" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              {columns.map((heading) => (
                <Table.Th key={heading}>{heading}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
