import { each, type Promised } from '../promise.ts'

/** The tolerance in milliseconds: the service compares times of a statement, and a message is sent some gates later. */
const slackMs = 2_000

/** Accepts a message that was marked before the note of absence was read. */
export const holdsLast: Promised = {
  promise: 'Somebody who is absent gets no further message of the job before the end of the absence',
  when: 'quiet',
  holds: ({ model }) => {
    const certain = model.holds.filter(({ isCertain }) => isCertain)
    return each(certain, ({ jobId, recordId, until, ended }) => {
      const early = model.sent.all.find(
        (one) =>
          one.jobId === jobId &&
          one.recordId === recordId &&
          one.marked > ended &&
          one.at.getTime() < until.getTime() - slackMs,
      )
      return early === undefined
        ? null
        : `${early.step} of ${early.spinner} was sent to ${early.address} at ${early.at.toISOString()}, who was absent until ${until.toISOString()}`
    })
  },
}
