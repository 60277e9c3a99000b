import type { ClipboardEvent } from 'react'
import type { Column, TableRecord } from '../../../../api/schema.ts'
import { cellsIn, type Pasted, textOf } from '../edit/clipboard.ts'
import type { Edits } from '../edit/use-edits.ts'
import type { GridSelection } from './use-grid-selection.ts'

/** Returns the handlers that copy the selected area of the record grid, paste into it, and empty it. */
export function gridClipboard(
  columns: readonly Column[],
  records: readonly TableRecord[],
  { active, area, editing }: GridSelection,
  edits: Edits,
) {
  const isOnCells = editing === null && active.column >= 0
  const paste = (cells: Pasted) => {
    const named = columns.slice(area.left).map(({ name }) => name)
    void edits.paste(records.slice(area.top, area.top + cells.length), named, cells)
  }
  return {
    clear: () => {
      const row = Array.from({ length: area.right - area.left + 1 }, () => '')
      paste(Array.from({ length: area.bottom - area.top + 1 }, () => row))
    },
    handlers: {
      onCopy: (event: ClipboardEvent) => {
        if (!isOnCells) return
        event.clipboardData.setData('text/plain', textOf(records, columns, area))
        event.preventDefault()
      },
      onPaste: (event: ClipboardEvent) => {
        if (!isOnCells) return
        paste(cellsIn(event.clipboardData.getData('text/plain')))
        event.preventDefault()
      },
    },
  }
}
