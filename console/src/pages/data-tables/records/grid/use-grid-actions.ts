import { type KeyboardEvent, useMemo, useRef } from 'react'
import { useMay } from '../../../../api/account/session.ts'
import type { Column, TableRecord } from '../../../../api/schema.ts'
import type { Edits } from '../edit/use-edits.ts'
import type { ChosenRecords } from '../use-chosen-records.ts'
import type { OpenedRecord } from '../use-opened-record.ts'
import type { MoveAfterEdit } from './cell-editor.tsx'
import { gridClipboard } from './grid-clipboard.ts'
import { pressKey } from './grid-keyboard.ts'
import { useGridPointer } from './use-grid-pointer.ts'
import { type CellPosition, useGridSelection } from './use-grid-selection.ts'
import type { useGridView } from './use-grid-view.ts'

/**
 * Connects the keyboard, the mouse and the clipboard of the record grid with its selection, and with the
 * records that the user chooses, opens and edits.
 */
export function useGridActions({
  columns,
  records,
  view,
  chosen,
  opened,
  edits,
}: {
  columns: readonly Column[]
  records: readonly TableRecord[]
  view: ReturnType<typeof useGridView>
  chosen: ChosenRecords
  opened: OpenedRecord
  edits: Edits
}) {
  const table = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => records.map(({ id }) => id), [records])
  const names = columns.map(({ name }) => name)
  const own = useGridSelection(ids, names)
  // Viewers select cells to copy them, but open no editor.
  const selection = useMay('editor') ? own : { ...own, edit: () => {} }
  const { active, area } = selection
  const clipboard = gridClipboard(columns, records, selection, edits)
  const pointer = useGridPointer(table, selection, {
    onClicked: (row) => opened.look(records[row], true),
    show: view.show,
    onFill: clipboard.fill,
  })

  const focus = () => table.current?.focus({ preventScroll: true })
  const go = (place: CellPosition, stretched = false) => {
    selection.go(place, stretched)
    view.show(selection.within(place))
  }
  const cancel = () => {
    selection.edit(null)
    focus()
  }
  const leave = (way: MoveAfterEdit) => {
    const { row, column } = active
    if (way === 'stay') {
      selection.edit(null)
      // Gives the focus to the grid if a click on an empty part of the page has closed the editor.
      if (document.activeElement === document.body) focus()
      return
    }
    cancel()
    if (way === 'down') go({ row: row + 1, column })
    else go({ row, column: column + (way === 'right' ? 1 : -1) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (selection.editing !== null || event.target !== table.current) return
    // Cancels the delayed opening of a clicked record, so that it does not open after the user has continued
    // by keyboard.
    pointer.cancelClick()
    const size = { rows: records.length, columns: columns.length, page: view.page }
    pressKey(event, selection, records[active.row], size, {
      go,
      onMoved: (row) => opened.look(records[row], false),
      onToggle: ({ id }) => chosen.choose(ids.slice(area.top, area.bottom + 1), !chosen.ids.has(id)),
      onSelectAll: () => chosen.choose(ids, true),
      onOpen: opened.open,
      onEdit: (begun) => {
        if (active.column >= 0 && records.length > 0) selection.edit({ ...active, begun })
      },
      onLeave: opened.close,
      onUndo: () => void edits.undo(),
      onRedo: () => void edits.redo(),
      onFillDown: clipboard.fillDown,
      onClear: clipboard.clear,
    })
  }
  return {
    table,
    selection,
    leave,
    cancel,
    handlers: { onKeyDown, ...pointer.handlers, ...clipboard.handlers },
  }
}
