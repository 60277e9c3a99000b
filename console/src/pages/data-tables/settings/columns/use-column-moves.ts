import { useEffect, useRef, useState } from 'react'
import type { DataTable } from '../../../../api/schema.ts'
import { useChangeColumn } from '../../../../api/table/columns.ts'
import type { Direction } from './column-row.tsx'

interface Move {
  readonly column: string
  readonly direction: Direction
  /** The position that the column gets, counted from 0. */
  readonly position: number
}

/** Moves columns of a table up and down in their list, and announces each move to screen readers. */
export function useColumnMoves({ id, columns }: DataTable) {
  const move = useChangeColumn(id)
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef<Move | null>(null)
  const [news, setNews] = useState('')

  // Moves the focus with a moved column, so that keyboard users need not search for it. A poll of the table may show
  // the new position before the answer to the move arrives.
  useEffect(() => {
    if (moved.current === null) return
    const { column, direction, position } = moved.current
    if (columns[position]?.name !== column) return
    moved.current = null
    const row = list.current?.children[position]
    const button = row?.querySelector<HTMLButtonElement>(`[data-move=${direction}]:not(:disabled)`)
    const other = row?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)')
    ;(button ?? other)?.focus()
    setNews(`The column ${column} is now number ${position + 1} of ${columns.length}`)
  }, [columns])

  const go = (column: string, index: number, direction: Direction) => {
    const position = direction === 'up' ? index - 1 : index + 1
    const wanted = { column, direction, position }
    moved.current = wanted
    move.mutate(
      { column, position },
      {
        onError: () => {
          if (moved.current === wanted) moved.current = null
        },
      },
    )
  }

  return { list, news, move, go }
}
