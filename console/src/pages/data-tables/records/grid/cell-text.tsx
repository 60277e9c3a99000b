import { Text } from '@mantine/core'
import type { Cells } from '../../../../api/schema.ts'
import classes from './record-grid.module.css'

/**
 * Maximum number of characters drawn per cell of the record grid. A cell may hold a megabyte, but its row is
 * one line.
 */
const maxShown = 300

/** Shows the value of a cell in one line; null is shown as a dash. */
export function CellText({ cell }: { cell: Cells[string] | null }) {
  if (cell === null)
    return (
      <Text span inherit c="dimmed" role="img" aria-label="null">
        –
      </Text>
    )
  return <span className={classes.text}>{String(cell).slice(0, maxShown)}</span>
}
