import type { KeyboardEvent } from 'react'
import type { TableRecord } from '../../../../api/schema.ts'
import type { CellPosition, GridSelection } from './use-grid-selection.ts'

/** The actions of the record grid that keys start. */
interface KeyActions {
  /** Moves the active cell, or extends the selected area, and scrolls the cell into view. */
  readonly go: (place: CellPosition, stretched: boolean) => void
  /** Called with the row of the active cell after a move. */
  readonly onMoved: (row: number) => void
  /** Selects all records of the selected area; deselects them if the active record is selected. */
  readonly onToggle: (active: TableRecord) => void
  readonly onSelectAll: () => void
  readonly onOpen: (active: TableRecord) => void
  /** Starts editing the active cell with the typed letter, or with its existing value (null). */
  readonly onEdit: (begun: string | null) => void
  readonly onLeave: () => void
  readonly onUndo: () => void
  readonly onRedo: () => void
  /** Fills the selected area with the values of its first row. */
  readonly onFillDown: () => void
  /** Empties the cells of the selected area in the record grid. */
  readonly onClear: () => void
}

/** The number of rows and columns of the record grid, and of rows that Page Up and Page Down move by. */
interface GridSize {
  readonly rows: number
  readonly columns: number
  readonly page: number
}

/**
 * Runs the action of a key that was pressed in the record grid, where `record` is the record of the active
 * cell. Keys without an action are left to the browser.
 */
export function pressKey(
  event: KeyboardEvent,
  selection: GridSelection,
  record: TableRecord | undefined,
  size: GridSize,
  actions: KeyActions,
): void {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  const { active, head } = selection
  const far = ctrlKey || metaKey
  const next = positionAfter(event, shiftKey ? head : active, size)
  if (next !== null) {
    actions.go(next, shiftKey)
    if (!shiftKey) actions.onMoved(selection.within(next).row)
  } else if (key === ' ' && record !== undefined) actions.onToggle(record)
  else if (key === 'Enter' && record !== undefined && (far || active.column < 0)) actions.onOpen(record)
  else if (key === 'Enter' || key === 'F2') actions.onEdit(null)
  else if (key === 'Escape') {
    selection.go(active)
    actions.onLeave()
  } else if (key === 'a' && far) actions.onSelectAll()
  else if ((key === 'y' && far) || (key.toLowerCase() === 'z' && far && shiftKey)) actions.onRedo()
  else if (key === 'z' && far) actions.onUndo()
  else if (key === 'd' && far) actions.onFillDown()
  else if ((key === 'Delete' || key === 'Backspace') && active.column >= 0) actions.onClear()
  else if (key.length === 1 && !far && !altKey) actions.onEdit(key)
  else return
  event.preventDefault()
}

/** Returns the cell of the grid to which a key moves; null for keys that do not move. */
function positionAfter(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: CellPosition,
  { rows, columns, page }: GridSize,
): CellPosition | null {
  const far = ctrlKey || metaKey
  switch (key) {
    case 'ArrowUp':
      return { row: far ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: far ? rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: far ? -1 : column - 1 }
    case 'ArrowRight':
      return { row, column: far ? columns - 1 : column + 1 }
    case 'PageUp':
      return { row: row - page, column }
    case 'PageDown':
      return { row: row + page, column }
    case 'Home':
      return far ? { row: 0, column: -1 } : { row, column: -1 }
    case 'End':
      return far ? { row: rows - 1, column: columns - 1 } : { row, column: columns - 1 }
    default:
      return null
  }
}
