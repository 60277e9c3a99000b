import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { View, Where } from '../../../../api/schema.ts'
import type { RecordSearch } from '../../../../api/table/record-search.ts'

export interface RequestedRecords {
  readonly recordSearch: RecordSearch
  readonly ask: (requested: RecordSearch) => void
  /** The id of the opened view; undefined if the address of the page names none. */
  readonly viewId: string | undefined
  /** Opens a view; null shows all records. */
  readonly openView: (view: View | null) => void
}

/** Returns the search of the table and its opened view, which are kept in the address of the page. */
export function useRecordSearch(): RequestedRecords {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const q = typeof search['q'] === 'string' ? search['q'] : ''
  const said = search['where']
  const sorted = typeof search['sort'] === 'string' ? search['sort'] : null
  const isDescending = search['desc'] === true
  const key = JSON.stringify(said ?? null)
  const recordSearch = useMemo(
    (): RecordSearch => ({
      q,
      where: JSON.parse(key) as Where | null,
      sort: sorted === null ? null : { column: sorted, order: isDescending ? 'desc' : 'asc' },
    }),
    [q, key, sorted, isDescending],
  )
  const go = (next: RecordSearch, view: object) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        q: next.q === '' ? undefined : next.q,
        where: next.where ?? undefined,
        sort: next.sort?.column,
        desc: next.sort?.order === 'desc' ? true : undefined,
        ...view,
      }),
      replace: true,
      resetScroll: false,
    })
  return {
    recordSearch: recordSearch,
    ask: (next) => go(next, {}),
    viewId: typeof search['view'] === 'string' ? search['view'] : undefined,
    openView: (view) => {
      const next: RecordSearch =
        view === null
          ? { q: '', where: null, sort: null }
          : { q: view.q, where: view.where as Where | null, sort: view.sort }
      go(next, { view: view?.id })
    },
  }
}
