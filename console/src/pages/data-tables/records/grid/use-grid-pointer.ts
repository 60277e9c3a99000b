import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import type { CellPosition, GridSelection } from './use-grid-selection.ts'

/** Delay in ms before a click on a cell opens its record, because a double click edits the cell instead. */
const clickMs = 250

/**
 * Returns the mouse handlers of the record grid: a click makes a cell active and then calls `onClicked` with
 * its row, a double click edits the cell.
 */
export function useGridPointer(
  table: RefObject<HTMLElement | null>,
  selection: GridSelection,
  onClicked: (row: number) => void,
) {
  const click = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(click.current), [])
  const cancelClick = () => clearTimeout(click.current)
  const handlers = {
    onMouseDown: (event: MouseEvent) => {
      // Keeps the focus on the grid element when the user presses the mouse on a cell.
      if (placeOf(event.target) !== null) event.preventDefault()
    },
    onClick: (event: MouseEvent) => {
      const place = placeOf(event.target)
      if (place === null) return
      selection.go(place, event.shiftKey)
      cancelClick()
      if (selection.editing !== null) return (document.activeElement as HTMLElement | null)?.blur()
      table.current?.focus({ preventScroll: true })
      if (!event.shiftKey && event.detail < 2) click.current = setTimeout(() => onClicked(place.row), clickMs)
    },
    onDoubleClick: (event: MouseEvent) => {
      const place = placeOf(event.target)
      if (place === null) return
      cancelClick()
      selection.go(place)
      selection.edit({ ...place, begun: null })
    },
  }
  return { cancelClick, handlers }
}

/**
 * Returns the position of the clicked cell in the grid; null for a cell being edited and for other elements.
 */
function placeOf(target: EventTarget): CellPosition | null {
  if (!(target instanceof HTMLElement) || target.closest('input, select') !== null) return null
  const cell = target.closest<HTMLElement>('[data-column]')
  return cell === null ? null : { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) }
}
