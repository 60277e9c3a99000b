import { Checkbox } from '@mantine/core'
import { Maximize2 } from 'lucide-react'
import type { TableRecord } from '../../../../api/schema.ts'
import { dateFormat } from '../../../../components/time/date-format.ts'
import { t } from '../../../../languages/text.ts'
import type { ColumnPlace } from './column-places.ts'
import { type CellEditing, cellId, RecordCell } from './record-cell.tsx'
import classes from './record-grid.module.css'
import { type GridSelection, isActive } from './use-grid-selection.ts'
import type { GridView } from './use-grid-view.ts'

const arrivalTime = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

/**
 * One record of the grid in one line. Its first cell selects and opens the record; a click on another cell
 * makes that cell active.
 */
export function RecordRow({
  record,
  index,
  view,
  selection,
  marked,
  hasArrived,
  isChosen,
  onChoose,
  onOpen,
  ...editing
}: {
  record: TableRecord
  index: number
  view: GridView
  selection: GridSelection
  /** The column whose cell is marked while it is empty. */
  marked: string | undefined
  hasArrived: boolean
  isChosen: boolean
  onChoose: (isOn: boolean) => void
  onOpen: (record: TableRecord) => void
} & CellEditing) {
  const { places, frozen } = view
  const name = nameOf(record, places)
  const edited = selection.editing?.row === index ? selection.editing.column : undefined
  const isEditedDrawn = edited === undefined || edited < frozen.length || view.drawn.includes(edited)
  const drawn = isEditedDrawn ? view.drawn : [...view.drawn, edited]
  const cell = (column: number) => {
    const place = places[column]
    if (place === undefined) return null
    return (
      <RecordCell
        key={place.name}
        record={record}
        place={place}
        position={{ row: index, column }}
        selection={selection}
        isMarked={place.name === marked}
        {...editing}
      />
    )
  }
  const first = (
    <RowHeader
      record={record}
      name={name}
      index={index}
      selection={selection}
      isChosen={isChosen}
      onChoose={onChoose}
      onOpen={onOpen}
    />
  )
  return (
    <div
      role="row"
      // Counts the rows of the grid for screen readers: the header is row 1, so the first record is row 2.
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      aria-label={name}
      className={classes.row}
      data-arrived={hasArrived || undefined}
      data-selected={isChosen || undefined}
      style={{ transform: `translateY(calc(${index} * var(--row-height)))` }}
    >
      {frozen.length === 0 ? (
        first
      ) : (
        <div role="presentation" className={classes.frozen} style={{ width: view.frozenWidth }}>
          {first}
          {frozen.map(cell)}
        </div>
      )}
      {drawn.map(cell)}
    </div>
  )
}

/** The first cell of a row, which selects and opens its record. */
function RowHeader({
  record,
  name,
  index,
  selection,
  isChosen,
  onChoose,
  onOpen,
}: {
  record: TableRecord
  name: string
  index: number
  selection: GridSelection
  isChosen: boolean
  onChoose: (isOn: boolean) => void
  onOpen: (record: TableRecord) => void
}) {
  return (
    <div
      role="rowheader"
      id={cellId({ row: index, column: -1 })}
      aria-colindex={1}
      className={classes.time}
      data-active={isActive(selection, { row: index, column: -1 }) || undefined}
    >
      <Checkbox
        size="xs"
        tabIndex={-1}
        aria-label={t('Select {name}', { name })}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <OpenButton record={record} name={name} onOpen={onOpen} />
    </div>
  )
}

function OpenButton({
  record,
  name,
  onOpen,
}: {
  record: TableRecord
  name: string
  onOpen: (record: TableRecord) => void
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.open}
      title={t('Open the record')}
      aria-label={name}
      onClick={() => onOpen(record)}
    >
      <time dateTime={record.createdAt}>{dateFormat(arrivalTime).format(new Date(record.createdAt))}</time>
      <Maximize2 size={13} aria-hidden />
    </button>
  )
}

/** Number of cells that the accessible name of a record contains. */
const cellsInName = 2

/** Returns the accessible name of a record: its first non-empty cells and the time of its arrival. */
function nameOf({ data, createdAt }: TableRecord, places: readonly ColumnPlace[]): string {
  const said = places
    .map(({ name }) => data[name] ?? '')
    .filter((cell) => cell !== '')
    .slice(0, cellsInName)
  return [
    ...said.map(String),
    t('arrived {time}', { time: dateFormat(arrivalTime).format(new Date(createdAt)) }),
  ].join(', ')
}
