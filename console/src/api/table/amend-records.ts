import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { TableRecord } from '../schema.ts'
import type { RecordPage } from './newest-records.ts'

type Pages = InfiniteData<RecordPage, string | null>

/**
 * Returns a function that applies a change to all cached lists of the table's records. It applies the change again when
 * a request for records ends that was running meanwhile, because the answer may hold the values before the change.
 */
export function useAmend(dataTableId: string) {
  const client = useQueryClient()
  const lists: readonly QueryKey[] = [
    ['records', dataTableId],
    ['record-search', dataTableId],
  ]
  return (amend: (items: TableRecord[]) => TableRecord[]) => {
    const apply = () => {
      for (const queryKey of lists)
        client.setQueriesData<Pages>({ queryKey }, (data) =>
          data === undefined
            ? undefined
            : { ...data, pages: data.pages.map((page) => ({ ...page, items: amend(page.items) })) },
        )
    }
    apply()
    const cache = client.getQueryCache()
    for (const queryKey of [...lists, ['newest-records', dataTableId]])
      for (const loading of cache.findAll({ queryKey, fetchStatus: 'fetching' })) {
        const stop = cache.subscribe(({ query, type }) => {
          const runs = type !== 'removed' && query.state.fetchStatus === 'fetching'
          if (query !== loading || runs) return
          stop()
          apply()
        })
      }
  }
}
