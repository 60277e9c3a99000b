import type { RefusalScope } from '../../../domain/job/recipient/temporary-refusal-record.ts'

interface TemporaryReply {
  readonly code: number
  /** The first line of a temporary SMTP reply, with the enhanced status code if the server sent one. */
  readonly said: string
  /** The SMTP command that the server answered with this reply. */
  readonly command: string
}

/**
 * Returns what a temporary SMTP reply is about: one recipient, or the server and the connection to it. RFC
 * 3463 gives the meaning of enhanced status codes. Greylisting is about the recipient whatever its code,
 * because a retry succeeds.
 */
export function scopeOfReply({ code, said, command }: TemporaryReply): RefusalScope {
  if (code === 421) return 'server'
  if (/gr[ea]y.{0,2}list/i.test(said)) return 'recipient'
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  const [, subject, detail] = /\b4\.(\d{1,3})\.(\d{1,3})\b/.exec(said) ?? []
  switch (subject) {
    // The enhanced SMTP status codes 4.1.7 and 4.1.8 are about the address of the sender.
    case '1':
      return isAboutMessage && detail !== '7' && detail !== '8' ? 'recipient' : 'server'
    // Enhanced SMTP status codes 4.2.x are about the mailbox, 4.6.x about the content of the message.
    case '2':
    case '6':
      return isAboutMessage ? 'recipient' : 'server'
    // The enhanced SMTP status codes 4.4.2 and 4.4.5 are a bad connection and congestion of the server. Other
    // codes 4.4.x are about the route to the recipient.
    case '4':
      return isAboutMessage && detail !== '5' && detail !== '2' ? 'recipient' : 'server'
    // Enhanced SMTP status codes 4.3.x, 4.5.x and 4.7.x are about the mail system, the protocol and the
    // policy.
    case '3':
    case '5':
    case '7':
      return 'server'
    default:
      return isAboutMessage && code !== 452 ? 'recipient' : 'server'
  }
}

/**
 * Returns the seconds that an SMTP reply names in words, such as "try again in 300 seconds"; null if it names
 * none.
 */
export function secondsNamedIn(said: string): number | null {
  const [, count, unit = ''] =
    /\b(?:in|after|wait|for)\s+(\d{1,5})\s*(s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b/i.exec(said) ?? []
  if (count === undefined) return null
  const perUnit = { s: 1, m: 60, h: 3600 }[unit.charAt(0).toLowerCase()] ?? 1
  return Number(count) * perUnit
}
