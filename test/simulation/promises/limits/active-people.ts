import type { Model } from '../../model/model.ts'
import type { Sent } from '../../model/sent.ts'

/**
 * The tolerance in milliseconds when the simulator checks times between messages. The service counts a message
 * from its mark, some virtual milliseconds before it is sent.
 */
const slackMs = 60_000

/**
 * Returns the simulated e-mails that are the first of their spinner to a record. The contact policy's limit of
 * active people applies to these.
 */
export function firstEmails({ sent }: Model): readonly Sent[] {
  const begun = new Set<string>()
  return sent.all.filter(({ kind, spinner, recordId }) => {
    // Identifies a record by its id. The simulator's name in its cells changes when duplicates are merged into it.
    const name = `${spinner} ${recordId}`
    if (kind !== 'email' || begun.has(name)) return false
    begun.add(name)
    return true
  })
}

/**
 * Returns earlier e-mails to other people who certainly had steps left when an e-mail was sent, because they
 * got another e-mail of the same job later.
 */
export function activePeopleAt(model: Model, email: Sent): readonly Sent[] {
  const emails = model.sent.all.filter(({ kind }) => kind === 'email')
  return emails.filter(
    (one) =>
      one.told === 'sent' &&
      // Compares the numbers of events instead of times, because a clock that was set back gives a later e-mail
      // an earlier time.
      one.moment < email.moment &&
      email.at.getTime() - one.at.getTime() > slackMs &&
      one.moment > model.erasedAt(one.address, email.moment) &&
      emails.some(
        ({ jobId, recordId, moment }) =>
          moment > email.moment && jobId === one.jobId && recordId === one.recordId,
      ),
  )
}
