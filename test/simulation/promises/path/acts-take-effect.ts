import type { KnownAct } from '../../model/path/recipient-acts.ts'
import { each, type Promised } from '../promise.ts'

/** The tolerance in milliseconds: the service compares times of a statement, and a message is sent some gates later. */
const slackMs = 2_000

/**
 * Compares the e-mails of a job with the acts on their recipients, until the next act on the same recipient. Accepts a
 * message that was marked before the act was answered.
 */
export const actsTakeEffect: Promised = {
  promise:
    'Nothing is sent to a recipient that a user stopped, of a step that it was to skip or was moved over, or before the end of its wait',
  when: 'quiet',
  holds: ({ model }) =>
    each(model.acts.all, (act) => {
      const { jobId, recordId, action, answered } = act
      const until = model.acts.nextAfter(act)
      const wrong = model.sent.all.find(
        (one) =>
          one.jobId === jobId &&
          one.recordId === recordId &&
          one.marked > answered &&
          one.marked < until &&
          isForbidden(act, one.position, one.at),
      )
      if (wrong === undefined) return null
      return `${wrong.step} of ${wrong.spinner} was sent to ${wrong.address} at ${wrong.at.toISOString()}, after the act ${action.kind} at position ${act.position}`
    }),
}

function isForbidden({ action, position, wasInWait }: KnownAct, sentAt: number | null, at: Date): boolean {
  switch (action.kind) {
    case 'stop':
      return true
    case 'wait':
      return at.getTime() < action.until.getTime() - slackMs
    case 'skip':
      return sentAt === position && !wasInWait
    case 'move':
      return sentAt !== null && sentAt < action.step
    case 'retry':
      return false
  }
}
