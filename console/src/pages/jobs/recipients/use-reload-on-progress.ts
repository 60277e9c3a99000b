import { useDidUpdate, useThrottledValue } from '@mantine/hooks'
import { hashKey, type InfiniteData, type Query, useQueryClient } from '@tanstack/react-query'
import { hasEnded, progressQuery, recipientsQuery } from '../../../api/job/jobs.ts'
import type { Job } from '../../../api/schema.ts'

const atMostEveryMs = 1_500
/**
 * Minimum interval in ms between reloads of a filtered recipient list, which costs the database much more
 * than the full list.
 */
const filteredAtMostEveryMs = 5_000
/**
 * Maximum number of loaded pages of recipients that are reloaded while the job runs. Longer lists are
 * reloaded once, at the end.
 */
const maxPagesWhileLive = 4

/**
 * Reloads the progress and the recipients when the job's counts change, and at once when the job ends. Does
 * nothing while the page is hidden, because the counts are then not refreshed.
 */
export function useReloadOnProgress(job: Job): void {
  const client = useQueryClient()
  const ended = hasEnded(job)
  const counts = JSON.stringify(job.counts)
  const seen = useThrottledValue(counts, atMostEveryMs)
  const seenOfOneStatus = useThrottledValue(counts, filteredAtMostEveryMs)
  const follow = (isOfThese: (query: Query) => boolean) =>
    client.invalidateQueries({
      queryKey: ['jobs', job.id, 'recipients'],
      predicate: (query) => isOfThese(query) && (ended || pagesOf(query) <= maxPagesWhileLive),
    })
  const ofAll = hashKey(recipientsQuery(job.id).queryKey)
  useDidUpdate(() => {
    void client.invalidateQueries({ queryKey: progressQuery(job.id).queryKey })
    void follow(({ queryHash }) => queryHash === ofAll)
  }, [ended || seen])
  useDidUpdate(() => {
    void follow(({ queryHash }) => queryHash !== ofAll)
  }, [ended || seenOfOneStatus])
}

function pagesOf({ state }: Query): number {
  return (state.data as InfiniteData<unknown> | undefined)?.pages.length ?? 0
}
