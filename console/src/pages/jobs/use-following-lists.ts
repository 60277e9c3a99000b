import { useDidUpdate, useThrottledValue } from '@mantine/hooks'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { hasEnded, progressQuery } from '../../api/jobs.ts'
import type { Job } from '../../api/schema.ts'

const atMostEveryMs = 1_500
/** A longer list is had again as a whole only once, at the end. */
const mostPagesWhileLive = 4

/** What hangs on a job's counts is had again when they have changed. */
export function useFollowingLists(job: Job): void {
  const client = useQueryClient()
  const seen = useThrottledValue(JSON.stringify([job.status, job.counts]), atMostEveryMs)
  useDidUpdate(() => {
    void client.invalidateQueries({ queryKey: progressQuery(job.id).queryKey })
    void client.invalidateQueries({
      queryKey: ['jobs', job.id, 'recipients'],
      predicate: ({ state }) =>
        hasEnded(job) ||
        ((state.data as InfiniteData<unknown> | undefined)?.pages.length ?? 0) <= mostPagesWhileLive,
    })
  }, [seen])
}
