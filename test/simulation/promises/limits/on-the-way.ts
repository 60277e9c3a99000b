import type { Model } from '../../model/model.ts'
import type { Sent } from '../../model/sent.ts'

/** The tolerance of the comparison, because a message counts from its mark, some gates before it is sent. */
const slackMs = 60_000

/** Returns all e-mails that are the first to their record by their spinner, which the rules about new people are for. */
export function firstEmails({ sent }: Model): readonly Sent[] {
  const begun = new Set<string>()
  return sent.all.filter(({ kind, spinner, recordId }) => {
    // The name that a record gives itself changes when duplicates are merged into it; its id does not.
    const name = `${spinner} ${recordId}`
    if (kind !== 'email' || begun.has(name)) return false
    begun.add(name)
    return true
  })
}

/**
 * Returns e-mails that were sent before an e-mail to people who certainly were on the way when it was sent, because they
 * got another e-mail of the same job later.
 */
export function onTheWayAt(model: Model, email: Sent): readonly Sent[] {
  const emails = model.sent.all.filter(({ kind }) => kind === 'email')
  return emails.filter(
    (one) =>
      one.told === 'sent' &&
      // A clock that is set back gives a later e-mail an earlier time.
      one.moment < email.moment &&
      email.at.getTime() - one.at.getTime() > slackMs &&
      one.moment > model.erasedAt(one.address, email.moment) &&
      emails.some(
        ({ jobId, recordId, moment }) =>
          moment > email.moment && jobId === one.jobId && recordId === one.recordId,
      ),
  )
}
