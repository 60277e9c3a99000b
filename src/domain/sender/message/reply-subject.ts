/**
 * Returns the subject of a reply, as mail programs write it. Some programs group conversations by subject.
 */
export function replySubject(subject: string): string {
  return /^\s*re:/i.test(subject) ? subject : `Re: ${subject}`
}
