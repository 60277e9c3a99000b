import { DomainError, type ErrorCode, type ErrorDetails } from '../../errors.ts'
import type { AuditEvent } from './audit-entry.ts'

export type Attempt = Omit<AuditEvent, 'by'>

/**
 * The error for a refused attempt that the audit log stores. The HTTP layer writes the entry in its own
 * transaction, because the use case's transaction is rolled back. It does so only on routes that limit
 * attempts.
 */
export class RefusedAttempt extends DomainError {
  readonly attempt: Attempt

  constructor(code: ErrorCode, details: ErrorDetails, attempt: Attempt) {
    super(code, details)
    this.attempt = attempt
  }
}
