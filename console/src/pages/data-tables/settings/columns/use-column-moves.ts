import { useEffect, useRef, useState } from 'react'
import type { DataTable } from '../../../../api/schema.ts'
import { useChangeColumn } from '../../../../api/table/columns.ts'
import { t } from '../../../../languages/text.ts'
import type { Direction } from './column-row.tsx'

/** Moves columns of a table up and down in their list, and announces each move to screen readers. */
export function useColumnMoves({ id, columns }: DataTable) {
  const move = useChangeColumn(id)
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef<{ readonly column: string; readonly direction: Direction } | null>(null)
  const [news, setNews] = useState('')

  // Moves the focus with a moved column, so that keyboard users need not search for it. The buttons take the focus only
  // when the move has ended.
  useEffect(() => {
    if (moved.current === null || move.isPending) return
    const { column, direction } = moved.current
    moved.current = null
    const index = columns.findIndex(({ name }) => name === column)
    if (index === -1 || move.isError) return
    const row = list.current?.children[index]
    const button = row?.querySelector<HTMLButtonElement>(`[data-move=${direction}]:not(:disabled)`)
    const other = row?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)')
    ;(button ?? other)?.focus()
    setNews(
      t('The column {column} is now number {index} of {count}', {
        column,
        index: index + 1,
        count: columns.length,
      }),
    )
  }, [columns, move.isPending, move.isError])

  const go = (column: string, index: number, direction: Direction) => {
    moved.current = { column, direction }
    move.mutate({
      column,
      changes: { position: direction === 'up' ? index - 1 : index + 1 },
      revision: null,
    })
  }

  return { list, news, move, go }
}
