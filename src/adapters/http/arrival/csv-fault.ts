import { DomainError } from '../../../domain/errors.ts'

/** Something is wrong with the file itself; the message names the line. */
export function csvFault(code: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { message, errors: [{ pointer: '', code, message }] })
}
