import { causeOf, type ReasonCause } from '../../reason.ts'
import type { Outcome } from './recipient.ts'

const pauseSeconds = 60

/**
 * Returns the outcome of a step that this service could not prepare, for example because it could not read a secret.
 * Nothing was sent, so the recipient waits, and the attempt does not count.
 */
export function notPrepared(reason?: string): Outcome & { readonly kind: 'waits' } {
  const cause: ReasonCause = causeOf('SENDING_NOT_PREPARED')
  return { kind: 'waits', seconds: pauseSeconds, ...cause, reason: reason ?? cause.reason }
}
