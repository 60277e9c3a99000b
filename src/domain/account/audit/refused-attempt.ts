import { DomainError, type ErrorCode, type ErrorDetails } from '../../errors.ts'
import type { AuditEvent } from './audit-entry.ts'

export type Attempt = Omit<AuditEvent, 'by'>

/**
 * A refusal that the audit notes. The HTTP layer writes the entry in its own transaction, because the
 * transaction of the use case has been rolled back by then. It does so only on routes that count attempts.
 */
export class RefusedAttempt extends DomainError {
  readonly attempt: Attempt

  constructor(code: ErrorCode, details: ErrorDetails, attempt: Attempt) {
    super(code, details)
    this.attempt = attempt
  }
}
