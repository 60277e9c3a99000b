import { DomainError, type ErrorCode, type ErrorDetails } from '../../errors.ts'
import type { AuditEvent } from './audit-entry.ts'

export type Attempt = Omit<AuditEvent, 'by'>

/**
 * Somebody tried what they may not, and this says what. The edge notes it, in a transaction of its own: that of the
 * use case is rolled back by then. It does so on routes that count attempts, and on no other.
 */
export class RefusedAttempt extends DomainError {
  readonly attempt: Attempt

  constructor(code: ErrorCode, details: ErrorDetails, attempt: Attempt) {
    super(code, details)
    this.attempt = attempt
  }
}
