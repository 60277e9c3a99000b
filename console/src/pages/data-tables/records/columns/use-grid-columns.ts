import { useMemo, useState } from 'react'
import { maxFrozen } from '../../../../api/limits.ts'
import type { DataTable, View } from '../../../../api/schema.ts'
import { useArrangeColumns } from '../../../../api/table/record-search.ts'
import {
  type ColumnLayout,
  type LaidColumn,
  laidColumns,
  layoutOf,
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
  readonly hide: (name: string, isHidden: boolean) => void
  readonly showAll: () => void
  readonly move: (name: string, target: string, side: Side) => void
  readonly resize: (name: string, width: number | null) => void
  readonly freeze: (count: number) => void
  /** Notes that the service has stored this layout in the opened view. Keeps changes that the user made since. */
  readonly noteSaved: (saved: ColumnLayout | null) => void
  /** Returns to the layout of the opened view, or to all columns of the table if no view is open. */
  readonly reset: () => void
}

/** The place of the user's own layout among the drafts, which are held by the id of their view. */
const ownDraft = 'own'

/**
 * Holds the layout of the grid's columns. Changes of an opened view last until the user saves them in the view
 * or leaves the page. If no view is open, the service stores the layout for this user. The page shows a change
 * at once, before the service has answered, so that the next change starts from it.
 */
export function useGridColumns(
  { id, columns }: Pick<DataTable, 'id' | 'columns'>,
  view: View | undefined,
  own: ColumnLayout | null,
): GridColumns {
  const { mutate: arrange } = useArrangeColumns(id)
  const [drafts, setDrafts] = useState<Readonly<Record<string, ColumnLayout | null>>>({})
  const place = view?.id ?? ownDraft
  const storedLayout = view === undefined ? own : view.layout
  const layout = drafts[place] === undefined ? storedLayout : drafts[place]
  const frozen = layout?.frozen ?? 0
  const all = useMemo(() => laidColumns(columns, layout), [columns, layout])
  const visible = useMemo(() => all.filter(({ isHidden }) => !isHidden), [all])
  const drop = (draft: ColumnLayout | null | undefined) =>
    setDrafts((before) => {
      const { [place]: present, ...others } = before
      return present === draft ? others : before
    })
  const keepDraft = (next: ColumnLayout | null) => {
    setDrafts((others) => ({ ...others, [place]: next }))
    if (view === undefined) arrange(next, { onError: () => drop(next) })
  }
  const put = (laid: readonly LaidColumn[], count = frozen) => keepDraft(layoutOf(columns, laid, count))
  return {
    all,
    visible,
    frozen,
    layout,
    isChanged: view === undefined ? layout !== null : JSON.stringify(layout) !== JSON.stringify(storedLayout),
    hide: (name, isHidden) => {
      const next = withHidden(all, frozen, name, isHidden)
      put(next.laid, next.frozen)
    },
    showAll: () => put(all.map((column) => ({ ...column, isHidden: false }))),
    move: (name, target, side) => put(withMoved(all, name, target, side)),
    resize: (name, width) => put(withWidth(all, name, width)),
    freeze: (count) => put(all, Math.min(maxFrozen, count)),
    noteSaved: drop,
    reset: () => (view === undefined ? keepDraft(null) : drop(drafts[place])),
  }
}
