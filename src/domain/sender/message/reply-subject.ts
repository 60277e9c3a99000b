/** Returns the subject of a reply, such as "Re: Offer". Some mail programs group conversations by subject. */
export function replySubject(subject: string): string {
  return /^\s*re:/i.test(subject) ? subject : `Re: ${subject}`
}
