import type { TableRecord } from '../../../../api/schema.ts'
import { t } from '../../../../languages/text.ts'
import { CellEditor, type MoveAfterEdit } from './cell-editor.tsx'
import { CellText } from './cell-text.tsx'
import { type ColumnPlace, cellPlace } from './column-places.ts'
import classes from './record-grid.module.css'
import { type CellPosition, type GridSelection, isActive, isCorner, isInArea } from './use-grid-selection.ts'

/** The functions that the editor of a grid cell calls when the user saves, leaves or cancels the edit. */
export interface CellEditing {
  readonly onSave: (record: TableRecord, column: string, text: string) => Promise<unknown>
  readonly onLeave: (leave: MoveAfterEdit) => void
  readonly onCancel: () => void
}

export const cellId = ({ row, column }: CellPosition) => `record-cell-${row}-${column + 1}`

/** One cell of the record grid, or its editor while the user edits it. */
export function RecordCell({
  record,
  place,
  position,
  selection,
  isMarked,
  onSave,
  onLeave,
  onCancel,
}: {
  record: TableRecord
  place: ColumnPlace
  position: CellPosition
  selection: GridSelection
  /** Whether the cell is marked while it is empty. */
  isMarked: boolean
} & CellEditing) {
  const { row, column } = position
  const { editing } = selection
  const cell = record.data[place.name] ?? null
  const isMismatch = record.mismatches?.includes(place.name) === true
  const isToFill = isMarked && (cell === null || cell === '')
  return (
    <div
      role="gridcell"
      id={cellId(position)}
      aria-colindex={column + 2}
      aria-invalid={isMismatch || isToFill || undefined}
      className={classes.cell}
      data-active={isActive(selection, position) || undefined}
      data-area={isInArea(selection, position) || undefined}
      data-misfit={isMismatch || undefined}
      data-to-fill={isToFill || undefined}
      title={titleOf(place, isMismatch, isToFill)}
      style={cellPlace(place)}
      data-row={row}
      data-column={column}
    >
      {editing?.row === row && editing.column === column ? (
        <CellEditor
          column={place}
          cell={cell}
          begun={editing.begun}
          onSave={(text) => onSave(record, place.name, text)}
          onDone={onLeave}
          onCancel={onCancel}
        />
      ) : (
        <CellText cell={cell} />
      )}
      {isCorner(selection, position) && <span className={classes.fill} data-fill="" aria-hidden />}
    </div>
  )
}

function titleOf({ type }: ColumnPlace, isMismatch: boolean, isToFill: boolean): string | undefined {
  if (isToFill) return t('A message needs this cell, which is empty')
  return isMismatch ? t('The value does not fit the type of the column: {type}', { type }) : undefined
}
