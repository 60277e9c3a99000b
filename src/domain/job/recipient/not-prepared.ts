import { causeOf, type ReasonCause } from './reason.ts'
import type { Outcome } from './recipient.ts'

const pauseSeconds = 60

/**
 * Returns the outcome of a message for which this service could not read its own data, such as a secret. The
 * message did not leave, so the recipient waits, and the attempt does not count.
 */
export function notPrepared(reason?: string): Outcome & { readonly kind: 'waits' } {
  const cause: ReasonCause = causeOf('SENDING_NOT_PREPARED')
  return { kind: 'waits', seconds: pauseSeconds, ...cause, reason: reason ?? cause.reason }
}
