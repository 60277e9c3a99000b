import { memo } from 'react'
import type { TableRecord } from '../../../api/schema.ts'
import { cellPlace } from './cell-place.ts'
import { CellText } from './cell-text.tsx'
import type { ColumnPlace } from './column-places.ts'
import classes from './record-grid.module.css'
import type { Span } from './use-in-sight.ts'

const moments = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** One record in one line; its button reaches over the whole of it. */
export const RecordRow = memo(function RecordRow({
  record,
  index,
  places,
  from,
  to,
  hasArrived,
  onOpen,
}: {
  record: TableRecord
  index: number
  places: readonly ColumnPlace[]
  hasArrived: boolean
  onOpen: (record: TableRecord) => void
} & Span) {
  return (
    <div
      role="row"
      // The header is the first.
      aria-rowindex={index + 2}
      className={classes.row}
      data-arrived={hasArrived || undefined}
      style={{ transform: `translateY(calc(${index} * var(--row-height)))` }}
    >
      <div role="cell" aria-colindex={1} className={classes.time}>
        <button
          type="button"
          className={classes.open}
          title="Open the record"
          aria-label={nameOf(record, places)}
          onClick={() => onOpen(record)}
        >
          <time dateTime={record.createdAt}>{moments.format(new Date(record.createdAt))}</time>
        </button>
      </div>
      {places.slice(from, to).map((place, no) => (
        <div
          key={place.name}
          role="cell"
          aria-colindex={from + no + 2}
          className={classes.cell}
          style={cellPlace(place)}
        >
          <CellText cell={record.data[place.name] ?? null} />
        </div>
      ))}
    </div>
  )
})

const cellsInName = 2

/** What tells it from the others for those who hear it: its first cells that say something, and when it came. */
function nameOf({ data, createdAt }: TableRecord, places: readonly ColumnPlace[]): string {
  const said = places
    .map(({ name }) => data[name] ?? '')
    .filter((cell) => cell !== '')
    .slice(0, cellsInName)
  return [...said.map(String), `arrived ${moments.format(new Date(createdAt))}`].join(', ')
}
