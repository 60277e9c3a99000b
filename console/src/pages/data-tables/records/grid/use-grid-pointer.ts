import { useCallbackRef } from '@mantine/hooks'
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import type { Area, CellPosition, GridSelection, HeldArea } from './use-grid-selection.ts'

/** Delay in ms before a click on a cell opens its record, because a double click edits the cell instead. */
const clickMs = 250

/**
 * A drag of the mouse over cells: it selects an area, or fills the cells next to `source` with its values. Both areas
 * keep their records while others arrive above them.
 */
interface Drag {
  readonly from: CellPosition
  readonly source: HeldArea | null
  /** The rows next to the source that the drag fills; null if it has not left the source. */
  target: HeldArea | null
  isMoved: boolean
}

interface PointerActions {
  readonly onClicked: (row: number) => void
  /** Scrolls a cell under the dragged mouse into view. */
  readonly show: (place: CellPosition) => void
  readonly onFill: (source: Area, target: Area) => void
}

/**
 * Returns the mouse handlers of the record grid: a click makes a cell active and then calls `onClicked` with
 * its row, a double click edits the cell, a drag selects an area, and a drag of the area's corner fills cells.
 */
export function useGridPointer(
  table: RefObject<HTMLElement | null>,
  selection: GridSelection,
  actions: PointerActions,
) {
  const click = useRef<ReturnType<typeof setTimeout>>(undefined)
  const drag = useRef<Drag | null>(null)
  useEffect(() => () => clearTimeout(click.current), [])
  useDragEnd(drag, (source, target) => {
    const [from, to] = [selection.areaOf(source), selection.areaOf(target)]
    if (from !== null && to !== null) actions.onFill(from, to)
  })
  const cancelClick = () => clearTimeout(click.current)
  const stretch = (place: CellPosition) => {
    if (drag.current === null) return
    drag.current.isMoved = true
    cancelClick()
    const held = drag.current.source
    if (held === null) selection.go(place, true)
    else {
      const source = selection.areaOf(held)
      if (source === null) return
      // Fills rows only, so the filled area has the columns of its source.
      const [top, bottom] = [Math.min(source.top, place.row), Math.max(source.bottom, place.row)]
      const target = besides(source, top, bottom)
      drag.current.target = target && selection.hold(target)
      selection.go({ row: top, column: source.left })
      selection.go({ row: bottom, column: source.right }, true)
    }
    actions.show(selection.within(place))
  }
  const handlers = {
    onMouseDown: (event: MouseEvent) => {
      const place = placeOf(event.target)
      if (place === null) return
      // Keeps the focus on the grid element when the user presses the mouse on a cell.
      event.preventDefault()
      // Cancels the delayed opening of a clicked record, which would move the cells under the mouse.
      cancelClick()
      if (event.button !== 0 || event.shiftKey || selection.editing !== null) return
      const isCorner = (event.target as HTMLElement).dataset['fill'] !== undefined
      const source = isCorner ? selection.hold(selection.area) : null
      drag.current = { from: place, source, target: null, isMoved: false }
    },
    onMouseOver: (event: MouseEvent) => {
      const started = drag.current
      const place = placeOf(event.target)
      if (started === null || place === null || event.buttons % 2 === 0) return
      const isSame = place.row === started.from.row && place.column === started.from.column
      if (isSame && !started.isMoved) return
      if (!started.isMoved && started.source === null) selection.go(started.from)
      stretch(place)
      table.current?.focus({ preventScroll: true })
    },
    onClick: (event: MouseEvent) => {
      const place = placeOf(event.target)
      if (place === null || (event.target as HTMLElement).dataset['fill'] !== undefined) return
      selection.go(place, event.shiftKey)
      cancelClick()
      // Takes the focus from an open editor, which then saves its text.
      table.current?.focus({ preventScroll: true })
      if (selection.editing === null && !event.shiftKey && event.detail < 2)
        click.current = setTimeout(() => actions.onClicked(place.row), clickMs)
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

/** Ends a drag when the mouse button is released anywhere, and fills cells if the area's corner was dragged. */
function useDragEnd(
  drag: RefObject<Drag | null>,
  onFill: (source: HeldArea, target: HeldArea) => void,
): void {
  const fill = useCallbackRef(onFill)
  useEffect(() => {
    const onMouseUp = () => {
      const { source = null, target = null } = drag.current ?? {}
      drag.current = null
      if (source !== null && target !== null) fill(source, target)
    }
    window.addEventListener('mouseup', onMouseUp)
    return () => window.removeEventListener('mouseup', onMouseUp)
  }, [drag, fill])
}

/** Returns the rows that lie below or above an area; null if there are none. */
function besides(source: Area, top: number, bottom: number): Area | null {
  if (top < source.top) return { ...source, top, bottom: source.top - 1 }
  return bottom > source.bottom ? { ...source, top: source.bottom + 1, bottom } : null
}

/**
 * Returns the position of the clicked cell in the grid; null for a cell being edited and for other elements.
 */
function placeOf(target: EventTarget): CellPosition | null {
  if (!(target instanceof HTMLElement) || target.closest('input, select') !== null) return null
  const cell = target.closest<HTMLElement>('[data-column]')
  return cell === null ? null : { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) }
}
