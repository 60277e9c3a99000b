import type { Outcome } from '../../../domain/job/recipient/recipient.ts'

/** Looked at again after this by itself; whoever sees to the sender is not waited for. */
const againAfterSeconds = 15 * 60

/** Nothing was sent, and nothing can be before somebody has seen to the sender. */
export function needsAttention(words: string): Extract<Outcome, { kind: 'waits' }> {
  const reason = `The sender needs attention: ${words}`
  return { kind: 'waits', seconds: againAfterSeconds, code: 'SENDER_NEEDS_ATTENTION', reason }
}
