import type { Outcome } from '../../../domain/job/recipient/recipient.ts'

/**
 * The seconds after which a message is tried again whose sender a user has to fix, even if the sender is not
 * fixed.
 */
const againAfterSeconds = 15 * 60

/** Returns the outcome of a message whose sender a user has to fix. The message was not sent and waits. */
export function needsAttention(words: string): Extract<Outcome, { kind: 'waits' }> {
  const reason = `The sender needs attention: ${words}`
  return { kind: 'waits', seconds: againAfterSeconds, code: 'SENDER_NEEDS_ATTENTION', reason }
}
