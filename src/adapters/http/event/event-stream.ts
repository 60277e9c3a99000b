import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { EventFollower } from '../../../use-cases/event/follow-events.ts'
import { withErrorsHandled } from '../../streams/stream-errors.ts'
import { checkAdmittedEveryMs } from '../request/while-admitted.ts'
import { presentEvent } from './event-presenter.ts'

const pollEveryMs = 500
/** The milliseconds without an event after which a comment line is sent, because proxies close silent connections. */
const heartbeatEveryMs = 15_000

/** Returns events as server-sent events, until the client disconnects or may no longer read events. */
export function eventStream(
  follower: Pick<EventFollower, 'next'>,
  mayRead: () => Promise<boolean>,
  gone: AbortSignal,
): Readable {
  async function* lines(): AsyncIterable<string> {
    // Sends a comment at once, so that the client knows that the stream has begun.
    yield ': events\n\n'
    let sentAt = Date.now()
    let checkedAt = Date.now()
    const mayContinue = async () => {
      if (gone.aborted || !(await mayRead())) return false
      checkedAt = Date.now()
      return true
    }
    const isCheckDue = () => gone.aborted || Date.now() - checkedAt > checkAdmittedEveryMs
    while (!isCheckDue() || (await mayContinue())) {
      const events = await follower.next()
      for (const event of events) {
        // A slow client takes events of one list for longer than the time between two checks.
        if (isCheckDue() && !(await mayContinue())) return
        yield `id: ${event.id}\ndata: ${JSON.stringify(presentEvent(event))}\n\n`
      }
      if (events.length === 0 && Date.now() - sentAt > heartbeatEveryMs) yield ': still here\n\n'
      if (events.length > 0 || Date.now() - sentAt > heartbeatEveryMs) sentAt = Date.now()
      if (events.length === 0) await setTimeout(pollEveryMs, undefined, { signal: gone }).catch(() => {})
    }
  }
  return withErrorsHandled(Readable.from(lines(), { objectMode: false }))
}
