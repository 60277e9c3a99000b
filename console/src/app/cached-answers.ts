import { QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * Keeps all cached answers of the API while the page is hidden. A hidden page does not use its answers, so they
 * would be removed after some minutes, and the page would be built again without the text that the user has typed.
 */
export function useCachedAnswers(isHidden: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isHidden) return
    const queries = client.getQueryCache().getAll()
    const releases = queries.map(({ options, queryKey }) =>
      new QueryObserver(client, { ...options, queryKey, enabled: false }).subscribe(() => {}),
    )
    return () => {
      for (const release of releases) release()
    }
  }, [client, isHidden])
}
