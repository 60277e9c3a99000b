/**
 * Returns the subject of an e-mail that continues a conversation: that of the previous e-mail after "Re: ", because
 * mail programs group conversations by subject. The own subject of the e-mail has no effect then. It is used after
 * "Re: " if the previous subject is no longer known (null).
 */
export function subjectInThread(own: string, previous: string | null): string {
  const subject = previous ?? own
  return /^\s*re:/i.test(subject) ? subject : `Re: ${subject}`
}
