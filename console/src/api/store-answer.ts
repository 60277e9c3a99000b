import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Stores the answer to a change in the cache. Cancels a poll that began before the change, because its answer would
 * replace the new one.
 */
export async function storeAnswer<Answer>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Answer, Error>,
  answer: NoInfer<Answer>,
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, () => answer)
}
