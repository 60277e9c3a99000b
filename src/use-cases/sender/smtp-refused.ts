import { DomainError } from '../../domain/errors.ts'

/** An account that the server, or our own rule for private hosts, did not let in. */
export function smtpRefused(words: string): DomainError {
  const message = `The SMTP server cannot be used: ${words}`
  return new DomainError('VALIDATION_FAILED', {
    message,
    errors: [{ pointer: '/smtp', code: 'SMTP_REFUSED', message }],
  })
}
