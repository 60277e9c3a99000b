import type { ClipboardEvent } from 'react'
import type { Column, TableRecord } from '../../../../api/schema.ts'
import { type Pasted, tiled } from '../edit/cell-edits.ts'
import { cellsIn, textOf } from '../edit/clipboard.ts'
import type { Edits } from '../edit/use-edits.ts'
import type { Area, GridSelection } from './use-grid-selection.ts'

/**
 * Returns the handlers that copy the selected area of the record grid, paste into it, empty it, and fill other
 * cells with its values.
 */
export function gridClipboard(
  columns: readonly Column[],
  records: readonly TableRecord[],
  { active, area, editing }: GridSelection,
  edits: Edits,
) {
  const isOnCells = editing === null && active.column >= 0
  const pasteInto = ({ top, left }: Pick<Area, 'top' | 'left'>, cells: Pasted) => {
    const named = columns.slice(left).map(({ name }) => name)
    void edits.paste(records.slice(top, top + cells.length), named, cells)
  }
  const paste = (cells: Pasted) => pasteInto(area, tiled(cells, heightOf(area), widthOf(area)))
  /** Repeats the values of an area in the rows of another area, which has the same columns. */
  const fill = (source: Area, target: Area) => {
    if (target.bottom < target.top || source.right < source.left) return
    const cells = cellsIn(textOf(records, columns, source))
    // Fills upwards from the last row of the source, so that the pattern continues.
    const shift = target.top > source.top ? 0 : -(heightOf(target) % heightOf(source))
    const row = (no: number) => cells.at((no + shift) % cells.length) ?? []
    pasteInto(
      target,
      Array.from({ length: heightOf(target) }, (_, no) => row(no)),
    )
  }
  return {
    clear: () => paste([['']]),
    fill,
    /** Fills the selected area with the values of its first row; one row takes the values of the row above it. */
    fillDown: () => {
      if (!isOnCells) return
      const isOne = area.top === area.bottom
      const first = isOne ? area.top - 1 : area.top
      if (first >= 0) fill({ ...area, top: first, bottom: first }, { ...area, top: first + 1 })
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

const heightOf = ({ top, bottom }: Area) => bottom - top + 1
const widthOf = ({ left, right }: Area) => right - left + 1
