import { useDidUpdate, useThrottledValue } from '@mantine/hooks'
import { hashKey, type InfiniteData, type Query, useQueryClient } from '@tanstack/react-query'
import { hasEnded, progressQuery, recipientsQuery } from '../../../api/job/jobs.ts'
import type { Job } from '../../../api/schema.ts'

const atMostEveryMs = 1_500
/** To find those in one state takes the database much longer than to list them all. */
const filteredAtMostEveryMs = 5_000
/** A longer list is had again as a whole only once, at the end. */
const mostPagesWhileLive = 4

/**
 * What hangs on a job's counts is had again when they have changed, and at once when it has ended. The
 * counts stand still while the page is hidden, and so does this.
 */
export function useFollowingLists(job: Job): void {
  const client = useQueryClient()
  const ended = hasEnded(job)
  const counts = JSON.stringify(job.counts)
  const seen = useThrottledValue(counts, atMostEveryMs)
  const seenOfOneState = useThrottledValue(counts, filteredAtMostEveryMs)
  const follow = (isOfThese: (query: Query) => boolean) =>
    client.invalidateQueries({
      queryKey: ['jobs', job.id, 'recipients'],
      predicate: (query) => isOfThese(query) && (ended || pagesOf(query) <= mostPagesWhileLive),
    })
  const ofAll = hashKey(recipientsQuery(job.id).queryKey)
  useDidUpdate(() => {
    void client.invalidateQueries({ queryKey: progressQuery(job.id).queryKey })
    void follow(({ queryHash }) => queryHash === ofAll)
  }, [ended || seen])
  useDidUpdate(() => {
    void follow(({ queryHash }) => queryHash !== ofAll)
  }, [ended || seenOfOneState])
}

function pagesOf({ state }: Query): number {
  return (state.data as InfiniteData<unknown> | undefined)?.pages.length ?? 0
}
