import { useEffect, useMemo, useRef, useState } from 'react'
import type { TableRecord } from '../../../../api/schema.ts'
import { withWidth } from '../columns/column-layout.ts'
import type { GridColumns } from '../columns/use-grid-columns.ts'
import { type ColumnPlace, naturalWidths, placesOf } from './column-places.ts'
import type { ColumnGesture } from './header/use-column-pointer.ts'
import type { CellPosition } from './use-grid-selection.ts'
import { type Span, useView, visibleColumns, visibleRows } from './visible-range.ts'

export const rowHeight = 40
export const timeWidth = 212
/** Number of rows before the end of the list at which the next page of records is loaded. */
const nearEnd = 60

/** The records that the grid lists, and how the list grows while the user scrolls. */
export interface RecordList {
  /** The accessible name of the record grid. */
  readonly label: string
  readonly records: readonly TableRecord[]
  /** The columns whose cells are marked while they are empty, by record id. */
  readonly marked?: ReadonlyMap<string, string>
  /** The ids of records that arrived while the list was open; undefined in a search. */
  readonly arrived: ReadonlySet<string> | undefined
  /** Whether the service has newer records that the list does not contain yet. */
  readonly isBehind: boolean
  readonly isComplete: boolean
  readonly canLoadMore: boolean
  readonly onNearEnd: () => void
  readonly onAtTop: (isAtTop: boolean) => void
}

/** Describes which rows and columns of the record grid are drawn, and where. */
export interface GridView {
  readonly places: readonly ColumnPlace[]
  readonly rows: Span
  /** The indexes of the columns that stay in place while the grid scrolls sideways. */
  readonly frozen: readonly number[]
  /** The width in px of the time column and the frozen columns; 0 if no column is frozen. */
  readonly frozenWidth: number
  /** The indexes of the scrolling columns that are drawn. */
  readonly drawn: readonly number[]
}

/**
 * Measures the record grid, and chooses the rows and columns to draw. Asks for more records near the end of
 * the list.
 */
export function useGridView(columns: GridColumns, gesture: ColumnGesture | null, list: RecordList) {
  const { records, canLoadMore, onNearEnd, onAtTop } = list
  const viewport = useRef<HTMLDivElement>(null)
  const view = useView(viewport, rowHeight)
  // Measures the widths of the grid's columns only once; otherwise they would change with every page of
  // records.
  const [natural] = useState(() => naturalWidths(columns.all, records))
  const sized = gesture?.kind === 'size' ? gesture : null
  const places = useMemo(() => {
    const visible = sized === null ? columns.visible : withWidth(columns.visible, sized.name, sized.width)
    return placesOf(visible, natural, view.width - timeWidth)
  }, [columns.visible, sized, natural, view.width])
  const frozenWidth = widthOfFrozen(places, columns.frozen, view.width)
  const frozen = places.flatMap((_, index) => (frozenWidth > 0 && index < columns.frozen ? [index] : []))
  const rows = visibleRows(view, rowHeight, records.length)
  const isNearEnd = rows.to > records.length - nearEnd
  useEffect(() => {
    if (isNearEnd && canLoadMore) onNearEnd()
  }, [isNearEnd, canLoadMore, onNearEnd])
  const isAtTop = view.top === 0
  useEffect(() => onAtTop(isAtTop), [isAtTop, onAtTop])
  const lastPlace = places.at(-1)
  const { from, to } = visibleColumns(view, timeWidth, places)
  return {
    viewport,
    places,
    rows,
    frozen,
    frozenWidth,
    drawn: places.flatMap((_, index) =>
      index >= Math.max(from, frozen.length) && index < to ? [index] : [],
    ),
    totalWidth: timeWidth + (lastPlace === undefined ? 0 : lastPlace.left + lastPlace.width),
    /** The number of rows that the keys Page Up and Page Down move by. */
    page: Math.max(1, Math.floor(view.height / rowHeight) - 2),
    /** Scrolls a cell of the record grid into view. */
    show: (position: CellPosition) => {
      if (viewport.current === null) return
      scrollToRow(viewport.current, position.row)
      if (position.column >= frozen.length || frozenWidth === 0)
        scrollToColumn(viewport.current, places[position.column], frozenWidth)
    },
  }
}

/** The part of the grid's width that frozen columns may take; the other columns need the rest. */
const maxFrozenPart = 0.7

/**
 * Returns the width in px of the time column and the frozen columns. Returns 0 if no column is frozen, or if
 * the screen is too narrow to freeze them.
 */
function widthOfFrozen(places: readonly ColumnPlace[], count: number, space: number): number {
  const last = places[Math.min(count, places.length) - 1]
  if (last === undefined) return 0
  const width = timeWidth + last.left + last.width
  return width > space * maxFrozenPart ? 0 : width
}

function scrollToRow(viewport: HTMLElement, row: number): void {
  const top = row * rowHeight
  // Subtracts the height of the header, which covers the top of the grid's viewport.
  const lowest = viewport.scrollTop + viewport.clientHeight - 2 * rowHeight - 14
  if (top < viewport.scrollTop) viewport.scrollTop = top
  else if (top > lowest) viewport.scrollTop += top - lowest
}

function scrollToColumn(viewport: HTMLElement, place: ColumnPlace | undefined, frozenWidth: number): void {
  if (place === undefined) {
    viewport.scrollLeft = 0
    return
  }
  const right = timeWidth + place.left + place.width
  // Scrolls a column out from under the frozen columns. Without frozen columns, the time column is left of it.
  const left = frozenWidth === 0 ? place.left : timeWidth + place.left - frozenWidth
  if (left < viewport.scrollLeft) viewport.scrollLeft = left
  else if (right > viewport.scrollLeft + viewport.clientWidth)
    viewport.scrollLeft = right - viewport.clientWidth
}
