import { Box, Button } from '@mantine/core'
import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Column, TableRecord } from '../../../api/schema.ts'
import type { RecordSearch } from '../../../api/table/record-search.ts'
import { naturalWidths, placesOf } from './column-places.ts'
import type { MoveAfterEdit } from './edit/cell-editor.tsx'
import { cellsIn, textOf } from './edit/clipboard.ts'
import type { Pasted } from './edit/use-edits.ts'
import { type CellPosition, positionAfter, useGrid } from './edit/use-grid.ts'
import { GridHeader } from './grid-header.tsx'
import classes from './record-grid.module.css'
import { cellId, RecordRow } from './record-row.tsx'
import { useView, visibleColumns, visibleRows } from './visible-range.ts'

const rowHeight = 40
const timeWidth = 196
const nearEnd = 60
/** Delay in ms before a click on a cell opens its record, because a double click edits the cell instead. */
const clickMs = 250

/**
 * The grid of a table's records draws only its visible part, so it may have any length and width. All rows
 * have one height, so a jump of a million rows costs as much as one of ten. The focus stays on the grid
 * element, because the active cell may not be drawn.
 */
export function RecordGrid({
  columns,
  records,
  arrived,
  isBehind,
  isComplete,
  canLoadMore,
  sort,
  label,
  selected,
  onSelect,
  onSort,
  onSave,
  onPaste,
  onNearEnd,
  onAtTop,
  onOpen,
  onLook,
  onLeave,
  onUndo,
}: {
  columns: readonly Column[]
  records: readonly TableRecord[]
  arrived: ReadonlySet<string> | undefined
  isBehind: boolean
  isComplete: boolean
  canLoadMore: boolean
  sort: RecordSearch['sort']
  label: string
  selected: ReadonlySet<string>
  onSelect: (ids: readonly string[], isOn: boolean) => void
  onSort: (column: string) => void
  onSave: (record: TableRecord, column: string, text: string) => Promise<unknown>
  onPaste: (record: readonly TableRecord[], names: readonly string[], cells: Pasted) => void
  onNearEnd: () => void
  onAtTop: (isAtTop: boolean) => void
  onOpen: (record: TableRecord) => void
  /** Called with the record of the active cell after a click (`isMeant` is true) or a move by keyboard. */
  onLook: (record: TableRecord | undefined, isMeant: boolean) => void
  /** Called when the user presses Escape in the record grid. */
  onLeave: () => void
  onUndo: () => void
}) {
  const viewport = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const click = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(click.current), [])
  const view = useView(viewport, rowHeight)
  // Measures the widths of the grid's columns only once; otherwise they would change with every page of
  // records.
  const [natural] = useState(() => naturalWidths(columns, records))
  const places = useMemo(
    () => placesOf(columns, natural, view.width - timeWidth),
    [columns, natural, view.width],
  )
  const ids = useMemo(() => records.map(({ id }) => id), [records])
  const grid = useGrid(ids, columns.length)
  const lastPlace = places.at(-1)
  const totalWidth = timeWidth + (lastPlace === undefined ? 0 : lastPlace.left + lastPlace.width)
  const rows = visibleRows(view, rowHeight, records.length)
  const { from, to } = visibleColumns(view, timeWidth, places)
  const isNearEnd = rows.to > records.length - nearEnd
  useEffect(() => {
    if (isNearEnd && canLoadMore) onNearEnd()
  }, [isNearEnd, canLoadMore, onNearEnd])
  const isAtTop = view.top === 0
  useEffect(() => onAtTop(isAtTop), [isAtTop, onAtTop])

  const show = ({ row, column }: CellPosition) => {
    const element = viewport.current
    if (element === null) return
    const top = row * rowHeight
    // Subtracts the height of the header, which covers the top of the grid's viewport.
    const lowest = element.scrollTop + element.clientHeight - 2 * rowHeight - 14
    if (top < element.scrollTop) element.scrollTop = top
    else if (top > lowest) element.scrollTop += top - lowest
    const place = places[column]
    if (place === undefined) {
      element.scrollLeft = 0
      return
    }
    const right = timeWidth + place.left + place.width
    if (place.left < element.scrollLeft) element.scrollLeft = place.left
    else if (right > element.scrollLeft + element.clientWidth)
      element.scrollLeft = right - element.clientWidth
  }
  const go = (place: CellPosition, stretched = false) => {
    grid.go(place, stretched)
    show({
      row: Math.max(0, Math.min(records.length - 1, place.row)),
      column: Math.min(columns.length - 1, place.column),
    })
  }
  const begin = (begun: string | null) => {
    clearTimeout(click.current)
    if (grid.active.column >= 0 && records.length > 0) grid.edit({ ...grid.active, begun })
  }
  const leave = (way: MoveAfterEdit) => {
    grid.edit(null)
    const { row, column } = grid.active
    if (way === 'stay') {
      // Returns the focus from the closed editor to the grid, so that the keyboard works at the clicked cell.
      if (document.activeElement === document.body) table.current?.focus({ preventScroll: true })
      return
    }
    table.current?.focus({ preventScroll: true })
    if (way === 'down') go({ row: row + 1, column })
    else go({ row, column: column + (way === 'right' ? 1 : -1) })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (grid.editing !== null || event.target !== table.current) return
    // Cancels a pending click, so that a user who continues by keyboard does not open the record.
    clearTimeout(click.current)
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    const { active, area } = grid
    const record = records[active.row]
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 2)
    const next = positionAfter(event, shiftKey ? grid.head : active, {
      rows: records.length,
      columns: columns.length,
      page,
    })
    const far = ctrlKey || metaKey
    if (next !== null) {
      go(next, shiftKey)
      if (!shiftKey) onLook(records[Math.max(0, Math.min(records.length - 1, next.row))], false)
    } else if (key === ' ' && record !== undefined) {
      onSelect(ids.slice(area.top, area.bottom + 1), !selected.has(record.id))
    } else if (key === 'Enter' && record !== undefined && (far || active.column < 0)) onOpen(record)
    else if (key === 'Enter' || key === 'F2') begin(null)
    else if (key === 'Escape') {
      grid.go(active)
      onLeave()
    } else if (key === 'a' && far) {
      onSelect(ids, true)
    } else if (key === 'z' && far) onUndo()
    else if ((key === 'Delete' || key === 'Backspace') && active.column >= 0) {
      const height = area.bottom - area.top + 1
      const width = area.right - area.left + 1
      paste(Array.from({ length: height }, () => Array.from({ length: width }, () => '')))
    } else if (key.length === 1 && !far && !altKey) begin(key)
    else return
    event.preventDefault()
  }
  const paste = (cells: Pasted) => {
    const { area } = grid
    const named = columns.slice(area.left).map(({ name }) => name)
    onPaste(records.slice(area.top, area.top + cells.length), named, cells)
  }
  // Keeps the row being edited drawn while the user scrolls; otherwise the typed text would be lost.
  const drawn = records.slice(rows.from, rows.to).map((_, place) => rows.from + place)
  if (grid.editing !== null && !drawn.includes(grid.editing.row)) drawn.push(grid.editing.row)

  return (
    <Box pos="relative">
      {isBehind && (
        <Button
          className={classes.behind ?? ''}
          size="xs"
          radius="xl"
          leftSection={<ArrowUp size={14} aria-hidden />}
          onClick={() => viewport.current?.scrollTo({ top: 0 })}
        >
          New records
        </Button>
      )}
      <Box
        ref={viewport}
        className={classes.viewport ?? ''}
        role="region"
        aria-label="Records"
        __vars={{
          '--time-width': `${timeWidth}px`,
          '--row-width': `${totalWidth}px`,
          '--row-height': `${rowHeight}px`,
          // Limits the height of the record grid to its rows and a scroll bar.
          '--most-height': `${(records.length + 1) * rowHeight + 18}px`,
        }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: only the visible part of the table is drawn; a <table> would report that part as the whole. */}
        <div
          ref={table}
          role="grid"
          tabIndex={0}
          aria-label={label}
          aria-rowcount={isComplete ? records.length + 1 : -1}
          aria-colcount={columns.length + 1}
          aria-multiselectable
          aria-activedescendant={
            grid.active.row >= rows.from && grid.active.row < rows.to
              ? cellId(grid.active.row, grid.active.column)
              : undefined
          }
          className={classes.table}
          onKeyDown={onKeyDown}
          onMouseDown={(event) => {
            // Keeps the focus on the grid element when the user presses the mouse on a cell.
            if (placeOf(event.target) !== null) event.preventDefault()
          }}
          onClick={(event) => {
            const place = placeOf(event.target)
            if (place === null) return
            grid.go(place, event.shiftKey)
            clearTimeout(click.current)
            if (grid.editing !== null) return (document.activeElement as HTMLElement | null)?.blur()
            table.current?.focus({ preventScroll: true })
            if (!event.shiftKey && event.detail < 2)
              click.current = setTimeout(() => onLook(records[place.row], true), clickMs)
          }}
          onDoubleClick={(event) => {
            const place = placeOf(event.target)
            if (place === null) return
            clearTimeout(click.current)
            grid.go(place)
            grid.edit({ ...place, begun: null })
          }}
          onCopy={(event) => {
            if (grid.editing !== null || grid.active.column < 0) return
            event.clipboardData.setData('text/plain', textOf(records, columns, grid.area))
            event.preventDefault()
          }}
          onPaste={(event) => {
            if (grid.editing !== null || grid.active.column < 0) return
            paste(cellsIn(event.clipboardData.getData('text/plain')))
            event.preventDefault()
          }}
        >
          <GridHeader places={places} from={from} to={to} sort={sort} onSort={onSort} />
          <div role="rowgroup" style={{ height: records.length * rowHeight, position: 'relative' }}>
            {drawn.map((index) => {
              const record = records[index]
              if (record === undefined) return null
              const isIn = index >= grid.area.top && index <= grid.area.bottom
              return (
                <RecordRow
                  key={record.id}
                  record={record}
                  index={index}
                  places={places}
                  from={from}
                  to={to}
                  hasArrived={arrived?.has(record.id) === true}
                  isSelected={selected.has(record.id)}
                  active={grid.active.row === index ? grid.active.column : null}
                  areaLeft={isIn && grid.isArea ? grid.area.left : null}
                  areaRight={isIn && grid.isArea ? grid.area.right : null}
                  editing={grid.editing?.row === index ? grid.editing : null}
                  onSave={onSave}
                  onLeave={leave}
                  onCancel={() => {
                    grid.edit(null)
                    table.current?.focus({ preventScroll: true })
                  }}
                  onSelect={(isOn) => onSelect([record.id], isOn)}
                  onOpen={onOpen}
                />
              )
            })}
          </div>
        </div>
      </Box>
    </Box>
  )
}

/**
 * Returns the position of the clicked cell in the grid; null for a cell being edited and for other elements.
 */
function placeOf(target: EventTarget): CellPosition | null {
  if (!(target instanceof HTMLElement) || target.closest('input, select') !== null) return null
  const cell = target.closest<HTMLElement>('[data-column]')
  return cell === null ? null : { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) }
}
