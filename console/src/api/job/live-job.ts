import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Job } from '../schema.ts'
import { useVisible } from '../use-visible.ts'
import { hasEnded, jobQuery } from './jobs.ts'

const pollEveryMs = 2_000

/**
 * Keeps a job up to date by the service's events until the job ends. Without events (a proxy delays them, too
 * many pages listen, or the service is down), it polls every 2 seconds. It does neither while the page is
 * hidden, because a stream takes one of the browser's six connections to the service.
 */
export function useLiveJob(jobId: string) {
  const client = useQueryClient()
  const visible = useVisible()
  const [reported, setReported] = useState(false)
  const query = useQuery({
    ...jobQuery(jobId),
    refetchInterval: ({ state: { data } }) =>
      reported || data === undefined || hasEnded(data) ? false : pollEveryMs,
  })
  const live = query.data !== undefined && !hasEnded(query.data)
  useEffect(() => {
    if (!live || !visible) return
    const events = new EventSource(`/api/v1/jobs/${encodeURIComponent(jobId)}/progress/stream`)
    events.addEventListener('job', ({ data }: MessageEvent<string>) => {
      const job = JSON.parse(data) as Job
      // Closes the event stream after the job has ended; otherwise the browser would reconnect when the
      // service closes it.
      if (hasEnded(job)) events.close()
      setReported(true)
      client.setQueryData(jobQuery(jobId).queryKey, job)
    })
    events.addEventListener('error', () => setReported(false))
    return () => {
      events.close()
      setReported(false)
    }
  }, [client, jobId, live, visible])
  return query
}
