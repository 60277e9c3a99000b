import { DomainError } from '../../domain/errors.ts'

/** A mailbox that the server, or our own rule for private hosts, did not open. */
export function imapRefused(words: string): DomainError {
  const message = `The IMAP server cannot be used: ${words}`
  return new DomainError('VALIDATION_FAILED', {
    message,
    errors: [{ pointer: '/imap', code: 'IMAP_REFUSED', message }],
  })
}
