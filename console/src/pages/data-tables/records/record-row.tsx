import { Checkbox } from '@mantine/core'
import { Maximize2 } from 'lucide-react'
import type { TableRecord } from '../../../api/schema.ts'
import { cellPlace } from './cell-place.ts'
import { CellText } from './cell-text.tsx'
import type { ColumnPlace } from './column-places.ts'
import { CellEditor, type MoveAfterEdit } from './edit/cell-editor.tsx'
import type { Editing } from './edit/use-grid.ts'
import classes from './record-grid.module.css'
import type { Span } from './visible-range.ts'

const moments = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

export const cellId = (row: number, column: number) => `record-cell-${row}-${column + 1}`

/**
 * One record of the grid in one line. Its first cell selects and opens the record; a click on another cell
 * makes that cell active.
 */
export function RecordRow({
  record,
  index,
  places,
  from,
  to,
  hasArrived,
  isSelected,
  active,
  areaLeft,
  areaRight,
  editing,
  onSave,
  onLeave,
  onCancel,
  onSelect,
  onOpen,
}: {
  record: TableRecord
  index: number
  places: readonly ColumnPlace[]
  hasArrived: boolean
  isSelected: boolean
  /** The index of the active cell's column; null if the active cell is in another row. */
  active: number | null
  areaLeft: number | null
  areaRight: number | null
  editing: Editing | null
  onSave: (record: TableRecord, column: string, text: string) => Promise<unknown>
  onLeave: (leave: MoveAfterEdit) => void
  onCancel: () => void
  onSelect: (isOn: boolean) => void
  onOpen: (record: TableRecord) => void
} & Span) {
  const name = nameOf(record, places)
  const drawn = places.slice(from, to).map((_, no) => from + no)
  if (editing !== null && !drawn.includes(editing.column)) drawn.push(editing.column)
  return (
    <div
      role="row"
      // Counts the rows of the grid for screen readers: the header is row 1, so the first record is row 2.
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-label={name}
      className={classes.row}
      data-arrived={hasArrived || undefined}
      data-selected={isSelected || undefined}
      style={{ transform: `translateY(calc(${index} * var(--row-height)))` }}
    >
      <div
        role="rowheader"
        id={cellId(index, -1)}
        aria-colindex={1}
        className={classes.time}
        data-active={active === -1 || undefined}
      >
        <Checkbox
          size="xs"
          tabIndex={-1}
          aria-label={`Select ${name}`}
          checked={isSelected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
        <button
          type="button"
          tabIndex={-1}
          className={classes.open}
          title="Open the record"
          aria-label={name}
          onClick={() => onOpen(record)}
        >
          <time dateTime={record.createdAt}>{moments.format(new Date(record.createdAt))}</time>
          <Maximize2 size={13} aria-hidden />
        </button>
      </div>
      {drawn.map((column) => {
        const place = places[column]
        if (place === undefined) return null
        const isOpen = editing?.column === column
        const isMisfit = record.misfits?.includes(place.name) === true
        return (
          <div
            key={place.name}
            role="gridcell"
            id={cellId(index, column)}
            aria-colindex={column + 2}
            aria-invalid={isMisfit || undefined}
            className={classes.cell}
            data-active={active === column || undefined}
            data-area={
              (areaLeft !== null && areaRight !== null && column >= areaLeft && column <= areaRight) ||
              undefined
            }
            data-misfit={isMisfit || undefined}
            title={isMisfit ? `The value does not fit the type of the column: ${place.type}` : undefined}
            style={cellPlace(place)}
            data-row={index}
            data-column={column}
          >
            {isOpen ? (
              <CellEditor
                column={place}
                cell={record.data[place.name] ?? null}
                begun={editing.begun}
                onSave={(text) => onSave(record, place.name, text)}
                onDone={onLeave}
                onCancel={onCancel}
              />
            ) : (
              <CellText cell={record.data[place.name] ?? null} />
            )}
          </div>
        )
      })}
    </div>
  )
}

const cellsInName = 2

/** Returns the accessible name of a record: its first non-empty cells and the time of its arrival. */
function nameOf({ data, createdAt }: TableRecord, places: readonly ColumnPlace[]): string {
  const said = places
    .map(({ name }) => data[name] ?? '')
    .filter((cell) => cell !== '')
    .slice(0, cellsInName)
  return [...said.map(String), `arrived ${moments.format(new Date(createdAt))}`].join(', ')
}
