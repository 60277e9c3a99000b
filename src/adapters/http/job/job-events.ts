import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { hasEnded, type JobView } from '../../../domain/job/job.ts'
import { withErrorsHandled } from '../../streams/stream-errors.ts'
import { presentJob } from './job-presenter.ts'

const pollEveryMs = 500
/**
 * The milliseconds between checks of the session that receives a job's events. An ended session receives
 * events for at most this time.
 */
const askEveryMs = 5_000
/**
 * The milliseconds without an event after which a comment line is sent, because proxies close silent
 * connections.
 */
const breatheEveryMs = 15_000

/**
 * Returns the states of a job as server-sent events: one at once, one at every change, and a last one when
 * the job ends.
 */
export function jobEvents(
  first: JobView,
  look: () => Promise<JobView | null>,
  mayLook: () => Promise<boolean>,
  gone: AbortSignal,
): Readable {
  async function* events(): AsyncIterable<string> {
    let job: JobView | null = first
    let lastData = ''
    let reportedAt = 0
    let requestedAt = Date.now()
    while (job !== null) {
      const data = JSON.stringify(presentJob(job))
      if (data !== lastData) yield `event: job\ndata: ${data}\n\n`
      else if (Date.now() - reportedAt > breatheEveryMs) yield ': still here\n\n'
      if (data !== lastData || Date.now() - reportedAt > breatheEveryMs) reportedAt = Date.now()
      lastData = data
      if (hasEnded(job.status)) return
      await setTimeout(pollEveryMs, undefined, { signal: gone }).catch(() => {})
      if (gone.aborted) return
      if (Date.now() - requestedAt > askEveryMs) {
        if (!(await mayLook())) return
        requestedAt = Date.now()
      }
      job = await look()
    }
  }
  return withErrorsHandled(Readable.from(events(), { objectMode: false }))
}
