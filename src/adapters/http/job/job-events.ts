import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { hasEnded, type JobView } from '../../../domain/job/job.ts'
import { withErrorsHandled } from '../../streams/stream-errors.ts'
import { presentJob } from './job-presenter.ts'

const lookEveryMs = 500
/** A session that has ended sees no more after so long. */
const askEveryMs = 5_000
/** Proxies cut off what is silent for long. */
const breatheEveryMs = 15_000

/** A job as server-sent events: at once, at every change, and at its end. */
export function jobEvents(
  first: JobView,
  look: () => Promise<JobView | null>,
  mayLook: () => Promise<boolean>,
  gone: AbortSignal,
): Readable {
  async function* events(): AsyncIterable<string> {
    let job: JobView | null = first
    let told = ''
    let toldAt = 0
    let askedAt = Date.now()
    while (job !== null) {
      const data = JSON.stringify(presentJob(job))
      if (data !== told) yield `event: job\ndata: ${data}\n\n`
      else if (Date.now() - toldAt > breatheEveryMs) yield ': still here\n\n'
      if (data !== told || Date.now() - toldAt > breatheEveryMs) toldAt = Date.now()
      told = data
      if (hasEnded(job.status)) return
      await setTimeout(lookEveryMs, undefined, { signal: gone }).catch(() => {})
      if (gone.aborted) return
      if (Date.now() - askedAt > askEveryMs) {
        if (!(await mayLook())) return
        askedAt = Date.now()
      }
      job = await look()
    }
  }
  return withErrorsHandled(Readable.from(events(), { objectMode: false }))
}
