/** As mail programs write it, whose conversations go by the subject too. */
export function replySubject(subject: string): string {
  return /^\s*re:/i.test(subject) ? subject : `Re: ${subject}`
}
