import type { Model } from '../../model/model.ts'
import type { Sent } from '../../model/sent.ts'

/**
 * The tolerance in milliseconds when the simulator checks times between messages. The service counts a message
 * from its mark, some virtual milliseconds before it is sent.
 */
const slackMs = 60_000

/** The answers of mail servers after which a message has certainly not been sent, so that its person is free again. */
const released = new Set<Sent['outcome']>(['failed', 'transient', 'temporaryRefusal'])

/**
 * Returns the simulated e-mails that are the first of their job to a record, with those of its retries. The contact
 * policy's limit of active people and the rule about exclusive spinners apply to these. A message that was certainly
 * not sent is followed by another first one.
 */
export function firstEmails(model: Model): readonly Sent[] {
  const begun = new Set<string>()
  return model.sent.all.filter(({ kind, jobId, recordId, outcome: told }) => {
    // Identifies a record by its id. The simulator's name in its cells changes when duplicates are merged into it.
    const name = `${model.rootOf(jobId)} ${recordId}`
    if (kind !== 'email' || begun.has(name)) return false
    if (!released.has(told)) begun.add(name)
    return true
  })
}

/**
 * Returns earlier e-mails to other people who certainly had steps left when an e-mail was sent, because another e-mail to
 * them was marked later, of the same job or of a retry that had begun before. An e-mail that was marked before and left
 * later, by a process that stood still, may have counted as unconfirmed, so that its recipient had ended.
 */
export function activePeopleAt(model: Model, email: Sent): readonly Sent[] {
  const emails = model.sent.all.filter(({ kind }) => kind === 'email')
  const later = emails.filter(({ marked }) => marked > email.marked)
  const goesOn = (one: Sent) =>
    later.some(
      ({ jobId, recordId }) =>
        recordId === one.recordId &&
        (jobId === one.jobId ||
          (model.rootOf(jobId) === model.rootOf(one.jobId) && model.triggeredAt(jobId) < email.marked)),
    )
  return emails.filter(
    (one) =>
      one.outcome === 'sent' &&
      // Compares the numbers of events instead of times, because a clock that was set back gives a later e-mail
      // an earlier time.
      one.moment < email.moment &&
      email.at.getTime() - one.at.getTime() > slackMs &&
      one.moment > model.erasedAt(one.address, email.moment) &&
      goesOn(one),
  )
}
