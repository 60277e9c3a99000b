import { useMemo, useState } from 'react'
import type { DataTable, View } from '../../../../api/schema.ts'
import {
  type ColumnLayout,
  type LaidColumn,
  laidColumns,
  layoutOf,
  mostFrozen,
  type Side,
  withHidden,
  withMoved,
  withWidth,
} from './column-layout.ts'

/** The columns of the record grid, and how the user changes them. */
export interface GridColumns {
  readonly all: readonly LaidColumn[]
  readonly visible: readonly LaidColumn[]
  /** The number of visible columns at the left that stay in place while the grid scrolls sideways. */
  readonly frozen: number
  readonly layout: ColumnLayout | null
  /** Whether the layout differs from the one of the opened view. */
  readonly isChanged: boolean
  readonly hide: (name: string, hidden: boolean) => void
  readonly showAll: () => void
  readonly move: (name: string, target: string, side: Side) => void
  readonly resize: (name: string, width: number | null) => void
  readonly freeze: (count: number) => void
  /** Returns to the layout of the opened view, or to all columns of the table if no view is open. */
  readonly reset: () => void
}

/**
 * Holds the layout of the grid's columns. Changes of an opened view last until the user saves them in the view
 * or leaves the page. If no view is open, the browser stores the layout for this table.
 */
export function useGridColumns(
  { id, columns }: Pick<DataTable, 'id' | 'columns'>,
  view: View | undefined,
): GridColumns {
  const key = view?.id ?? ''
  const [drafts, setDrafts] = useState<Readonly<Record<string, ColumnLayout | null>>>(() => {
    const stored = storedLayout(id)
    return stored === null ? {} : { '': stored }
  })
  const kept = view?.layout ?? null
  const draft = drafts[key]
  const layout = draft === undefined ? kept : draft
  const frozen = layout?.frozen ?? 0
  const all = useMemo(() => laidColumns(columns, layout), [columns, layout])
  const visible = useMemo(() => all.filter(({ hidden }) => !hidden), [all])
  const put = (laid: readonly LaidColumn[], count = frozen) => {
    const next = layoutOf(columns, laid, count)
    setDrafts({ ...drafts, [key]: next })
    if (view === undefined) storeLayout(id, next)
  }
  return {
    all,
    visible,
    frozen,
    layout,
    isChanged: draft !== undefined && JSON.stringify(draft) !== JSON.stringify(kept),
    hide: (name, hidden) => {
      const next = withHidden(all, frozen, name, hidden)
      put(next.laid, next.frozen)
    },
    showAll: () => put(all.map((one) => ({ ...one, hidden: false }))),
    move: (name, target, side) => put(withMoved(all, name, target, side)),
    resize: (name, width) => put(withWidth(all, name, width)),
    freeze: (count) => put(all, Math.min(mostFrozen, count)),
    reset: () => {
      const { [key]: _, ...others } = drafts
      setDrafts(others)
      if (view === undefined) storeLayout(id, null)
    },
  }
}

const storedUnder = (dataTableId: string) => `spindle-columns-${dataTableId}`

/** Returns the layout of a table's columns that this browser stores; null if it stores none. */
function storedLayout(dataTableId: string): ColumnLayout | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedUnder(dataTableId)) ?? 'null')
    return isLayout(stored) ? stored : null
  } catch {
    return null
  }
}

function isLayout(value: unknown): value is ColumnLayout {
  if (typeof value !== 'object' || value === null) return false
  const { columns, frozen } = value as Partial<ColumnLayout>
  return (
    typeof frozen === 'number' &&
    Array.isArray(columns) &&
    columns.every(
      ({ name, hidden, width }) =>
        typeof name === 'string' &&
        typeof hidden === 'boolean' &&
        (width === null || typeof width === 'number'),
    )
  )
}

function storeLayout(dataTableId: string, layout: ColumnLayout | null): void {
  try {
    if (layout === null) localStorage.removeItem(storedUnder(dataTableId))
    else localStorage.setItem(storedUnder(dataTableId), JSON.stringify(layout))
  } catch {
    // A browser may refuse to store anything. The layout then lasts as long as the page.
  }
}
