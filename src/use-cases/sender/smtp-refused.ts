import { DomainError } from '../../domain/errors.ts'

/**
 * Returns the error for an SMTP account that its server, or the service's rule for private hosts, refused.
 */
export function smtpRefused(serverResponse: string): DomainError {
  const message = `The SMTP server cannot be used: ${serverResponse}`
  return new DomainError('VALIDATION_FAILED', {
    message,
    errors: [{ pointer: '/smtp', code: 'SMTP_REFUSED', message }],
  })
}
