import type { TableRecord } from '../../../../api/schema.ts'
import type { ChosenRecords } from '../use-chosen-records.ts'
import type { CellEditing } from './record-cell.tsx'
import { RecordRow } from './record-row.tsx'
import type { GridSelection } from './use-grid-selection.ts'
import { type GridView, type RecordList, rowHeight } from './use-grid-view.ts'

/** Draws the visible records of the grid in a box of the height of all records. */
export function GridRows({
  list,
  view,
  selection,
  chosen,
  onOpen,
  ...editing
}: {
  list: RecordList
  view: GridView
  selection: GridSelection
  chosen: ChosenRecords
  onOpen: (record: TableRecord) => void
} & CellEditing) {
  const { records, arrived, marked } = list
  const { from, to } = view.rows
  // Keeps the row being edited drawn while the user scrolls; otherwise the typed text would be lost.
  const drawn = records.slice(from, to).map((_, place) => from + place)
  const edited = selection.editing?.row
  if (edited !== undefined && !drawn.includes(edited)) drawn.push(edited)
  return (
    <div role="rowgroup" style={{ height: records.length * rowHeight, position: 'relative' }}>
      {drawn.map((index) => {
        const record = records[index]
        if (record === undefined) return null
        return (
          <RecordRow
            key={record.id}
            record={record}
            index={index}
            view={view}
            selection={selection}
            marked={marked?.get(record.id)}
            hasArrived={arrived?.has(record.id) === true}
            isChosen={chosen.ids.has(record.id)}
            onChoose={(isOn) => chosen.choose([record.id], isOn)}
            onOpen={onOpen}
            {...editing}
          />
        )
      })}
    </div>
  )
}
