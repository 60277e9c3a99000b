import { Paper, Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../languages/text.ts'
import { type SortableHeading, SortHeading } from './sort-heading.tsx'
import { WideTable } from './wide-table.tsx'

/** A table of things in a frame. */
export function ListTable({
  label,
  columns,
  hasActions = false,
  minWidth,
  isCardsOnPhones = false,
  children,
}: {
  /** The accessible name of the table. */
  label: string
  /** The headings of the columns. */
  columns: readonly (string | SortableHeading)[]
  /** Whether the last column, whose heading is not shown, has buttons for each row. */
  hasActions?: boolean
  /** The width in px below which the table scrolls sideways. */
  minWidth: number
  /** Whether each row is a card on a phone, instead of a table that scrolls sideways. */
  isCardsOnPhones?: boolean
  /** The rows of the table. */
  children: ReactNode
}) {
  return (
    <Paper withBorder {...(isCardsOnPhones ? { className: 'card-list' } : {})}>
      <WideTable label={label} minWidth={minWidth} verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            {columns.map((heading) =>
              typeof heading === 'string' ? (
                <Table.Th key={heading}>{heading}</Table.Th>
              ) : (
                <SortHeading key={heading.label} {...heading} />
              ),
            )}
            {hasActions && (
              <Table.Th>
                <VisuallyHidden>{t('Actions')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </WideTable>
    </Paper>
  )
}
