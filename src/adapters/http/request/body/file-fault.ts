import type { RowFault } from '../../../../domain/arrival/import/row-fault.ts'
import { DomainError } from '../../../../domain/errors.ts'

/** Returns the error for a fault in the content of an uploaded file. The message names the line. */
export function fileFault(code: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { message, errors: [{ pointer: '', code, message }] })
}

export function faultOfLine(line: number, { code, message }: RowFault): DomainError {
  return fileFault(code, `Line ${line} ${message}`)
}
