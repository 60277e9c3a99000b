import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Where } from '../../../../api/schema.ts'
import type { RecordSearch } from '../../../../api/table/record-search.ts'

/** Returns the search of the table, which is kept in the address of the page. */
export function useRecordSearch(): readonly [RecordSearch, (asked: RecordSearch) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const q = typeof search['q'] === 'string' ? search['q'] : ''
  const said = search['where']
  const sorted = typeof search['sort'] === 'string' ? search['sort'] : null
  const isDescending = search['desc'] === true
  const key = JSON.stringify(said ?? null)
  const asked = useMemo(
    (): RecordSearch => ({
      q,
      where: JSON.parse(key) as Where | null,
      sort: sorted === null ? null : { column: sorted, descending: isDescending },
    }),
    [q, key, sorted, isDescending],
  )
  const ask = (next: RecordSearch) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        q: next.q === '' ? undefined : next.q,
        where: next.where ?? undefined,
        sort: next.sort?.column,
        desc: next.sort?.descending ? true : undefined,
      }),
      replace: true,
      resetScroll: false,
    })
  return [asked, ask]
}
