import { Text } from '@mantine/core'
import type { Cells } from '../../../api/schema.ts'
import classes from './record-grid.module.css'

/** More than fits: a cell may hold a megabyte, and its row is one line. */
const mostShown = 300

/** A cell in one line; null as a dash. */
export function CellText({ cell }: { cell: Cells[string] | null }) {
  if (cell === null)
    return (
      <Text span inherit c="dimmed" role="img" aria-label="null">
        –
      </Text>
    )
  return <span className={classes.text}>{String(cell).slice(0, mostShown)}</span>
}
