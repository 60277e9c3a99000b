import type { Outcome } from '../../../domain/job/recipient/recipient.ts'

/** The seconds after which the message is tried again, whether or not somebody has fixed the sender. */
const againAfterSeconds = 15 * 60

/** Returns the outcome for a sender that somebody has to fix. Nothing was sent. */
export function needsAttention(words: string): Extract<Outcome, { kind: 'waits' }> {
  const reason = `The sender needs attention: ${words}`
  return { kind: 'waits', seconds: againAfterSeconds, code: 'SENDER_NEEDS_ATTENTION', reason }
}
