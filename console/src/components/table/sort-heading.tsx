import { Table, Text, UnstyledButton } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { t } from '../../languages/text.ts'

/** The direction in which a column orders the rows, as `aria-sort` names it. */
export type SortDirection = 'none' | 'ascending' | 'descending'

/** The heading of a column by which users sort a table. */
export interface SortableHeading {
  readonly label: string
  readonly direction: SortDirection
  readonly onSort: () => void
}

/** A heading of a table that sorts its rows. On phones, where rows are cards without headings, it takes no focus. */
export function SortHeading({ label, direction, onSort }: SortableHeading) {
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <Table.Th aria-sort={direction}>
      <UnstyledButton
        className="sort-heading"
        title={t('Sort by {name}', { name: label })}
        onClick={onSort}
        fz="inherit"
        fw="inherit"
      >
        {label}
        {direction !== 'none' && (
          <Text span lh={0} ml={4}>
            <Arrow size={14} aria-hidden />
          </Text>
        )}
      </UnstyledButton>
    </Table.Th>
  )
}
