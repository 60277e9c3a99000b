import { useEffect, useMemo, useRef, useState } from 'react'
import type { Column, TableRecord } from '../../../../api/schema.ts'
import { type ColumnPlace, naturalWidths, placesOf } from './column-places.ts'
import type { CellPosition } from './use-grid-selection.ts'
import { type Span, useView, visibleColumns, visibleRows } from './visible-range.ts'

export const rowHeight = 40
export const timeWidth = 196
/** Number of rows before the end of the list at which the next page of records is loaded. */
const nearEnd = 60

/** The records that the grid lists, and how the list grows while the user scrolls. */
export interface RecordList {
  /** The accessible name of the record grid. */
  readonly label: string
  readonly records: readonly TableRecord[]
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
  readonly columns: Span
}

/**
 * Measures the record grid, and chooses the rows and columns to draw. Asks for more records near the end of
 * the list.
 */
export function useGridView(columns: readonly Column[], list: RecordList) {
  const { records, canLoadMore, onNearEnd, onAtTop } = list
  const viewport = useRef<HTMLDivElement>(null)
  const view = useView(viewport, rowHeight)
  // Measures the widths of the grid's columns only once; otherwise they would change with every page of
  // records.
  const [natural] = useState(() => naturalWidths(columns, records))
  const places = useMemo(
    () => placesOf(columns, natural, view.width - timeWidth),
    [columns, natural, view.width],
  )
  const rows = visibleRows(view, rowHeight, records.length)
  const isNearEnd = rows.to > records.length - nearEnd
  useEffect(() => {
    if (isNearEnd && canLoadMore) onNearEnd()
  }, [isNearEnd, canLoadMore, onNearEnd])
  const isAtTop = view.top === 0
  useEffect(() => onAtTop(isAtTop), [isAtTop, onAtTop])
  const lastPlace = places.at(-1)
  return {
    viewport,
    places,
    rows,
    columns: visibleColumns(view, timeWidth, places),
    totalWidth: timeWidth + (lastPlace === undefined ? 0 : lastPlace.left + lastPlace.width),
    /** The number of rows that the keys Page Up and Page Down move by. */
    page: Math.max(1, Math.floor(view.height / rowHeight) - 2),
    /** Scrolls a cell of the record grid into view. */
    show: (position: CellPosition) => {
      if (viewport.current !== null) scrollTo(viewport.current, position.row, places[position.column])
    },
  }
}

function scrollTo(viewport: HTMLElement, row: number, place: ColumnPlace | undefined): void {
  const top = row * rowHeight
  // Subtracts the height of the header, which covers the top of the grid's viewport.
  const lowest = viewport.scrollTop + viewport.clientHeight - 2 * rowHeight - 14
  if (top < viewport.scrollTop) viewport.scrollTop = top
  else if (top > lowest) viewport.scrollTop += top - lowest
  if (place === undefined) {
    viewport.scrollLeft = 0
    return
  }
  const right = timeWidth + place.left + place.width
  if (place.left < viewport.scrollLeft) viewport.scrollLeft = place.left
  else if (right > viewport.scrollLeft + viewport.clientWidth)
    viewport.scrollLeft = right - viewport.clientWidth
}
