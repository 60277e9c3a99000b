import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Job } from '../schema.ts'
import { useVisible } from '../use-visible.ts'
import { hasEnded, jobQuery } from './jobs.ts'

const pollEveryMs = 2_000

/**
 * A job as it changes, told by the service's events until it ends. While none come (a proxy holds them
 * back, too many pages watch, the service is down) it is asked for instead. Neither happens
 * while the page is hidden: a browser has six connections for all tabs of one service, and a stream keeps one of them.
 */
export function useLiveJob(jobId: string) {
  const client = useQueryClient()
  const visible = useVisible()
  const [told, setTold] = useState(false)
  const query = useQuery({
    ...jobQuery(jobId),
    refetchInterval: ({ state: { data } }) =>
      told || data === undefined || hasEnded(data) ? false : pollEveryMs,
  })
  const live = query.data !== undefined && !hasEnded(query.data)
  useEffect(() => {
    if (!live || !visible) return
    const events = new EventSource(`/api/v1/jobs/${encodeURIComponent(jobId)}/events`)
    events.addEventListener('job', ({ data }: MessageEvent<string>) => {
      const job = JSON.parse(data) as Job
      // Left open, it would connect again after the service has closed it.
      if (hasEnded(job)) events.close()
      setTold(true)
      client.setQueryData(jobQuery(jobId).queryKey, job)
    })
    events.addEventListener('error', () => setTold(false))
    return () => {
      events.close()
      setTold(false)
    }
  }, [client, jobId, live, visible])
  return query
}
