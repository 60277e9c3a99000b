import type { KnownHold } from '../../model/mail/holds.ts'
import type { Model } from '../../model/model.ts'
import type { Sent } from '../../model/sent.ts'
import { each, type Promised } from '../promise.ts'

const hour = 3_600

/** The tolerance in seconds between a mark and its message. */
const slackSeconds = 1

/**
 * The attempts of each recipient to send a message whose last outcome was a refusal, and the number of messages that were
 * compared before.
 */
interface Seen {
  readonly refused: Map<string, readonly Sent[]>
  count: number
}

const seenBy = new WeakMap<Model, Seen>()

function isOf(hold: KnownHold, { jobId, recordId }: Sent): boolean {
  return hold.jobId === jobId && hold.recordId === recordId
}

/** Compares the time between two attempts to send an e-mail with the number of temporary refusals in a row before. */
export const pausesGrow: Promised = {
  promise:
    'A message that a server defers is retried after 1, 2, 4, … up to 60 minutes, or half of this at least',
  when: 'quiet',
  holds: ({ model }) => {
    const seen = seenBy.get(model) ?? { refused: new Map(), count: 0 }
    seenBy.set(model, seen)
    const added = model.sent.all.slice(seen.count).filter(({ kind }) => kind === 'email')
    seen.count = model.sent.all.length
    return each(added, (message) => {
      const name = `${message.jobId} ${message.recordId}`
      // A recipient that was moved to another step, and back, begins again, and so does one that was held meanwhile, also
      // while the message was in transit.
      const held = model.holds.findLast((hold) => isOf(hold, message))?.ended ?? 0
      const refusals: readonly Sent[] = seen.refused.get(name) ?? []
      const earlier = refusals.filter(({ marked }) => marked > held)
      const before = earlier.every(({ step }) => step === message.step) ? earlier : []
      const isRefused = message.temporaryRefusal?.scope === 'recipient'
      seen.refused.set(name, isRefused ? [...before, message] : [])
      const last = before.at(-1)
      if (last === undefined) return null
      const pause = Math.min(60 * 2 ** (before.length - 1), hour) / 2
      const passed =
        Math.max(message.at.getTime() - last.at.getTime(), message.elapsedMs - last.elapsedMs) / 1000
      return passed >= pause - slackSeconds
        ? null
        : `${message.step} of ${message.spinner} was sent to ${message.address} ${passed} seconds after refusal ${before.length} in a row`
    })
  },
}
