import { DomainError } from '../../domain/errors.ts'

/** The server said that it ended the session itself, so the transaction in it was rolled back. */
const endedByServer = new Set(['57P01', '57P02', '57P03', '53300', '25006'])
export const lockTimeout = '55P03'
/** There was no session yet. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
])

/** Turns what the database or its driver throws into an error that callers can act on. */
export function asDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error
  const { name, message, code } = wordsOf(error)
  const nothingWritten =
    name === 'KnexTimeoutError' || endedByServer.has(code) || neverConnected.has(code) || code === lockTimeout
  if (nothingWritten) return new DomainError('OVERLOADED')
  if (/Connection terminated|ECONNRESET|EPIPE|not queryable/.test(`${message} ${code}`)) {
    return new DomainError('OUTCOME_UNKNOWN')
  }
  return error
}

export function sqlState(error: unknown): string {
  return wordsOf(error).code
}

/** By shape and not by class: some errors of the system are not instances of this realm's Error. */
function wordsOf(error: unknown): { readonly name: string; readonly message: string; readonly code: string } {
  const {
    name = '',
    message = '',
    code = '',
  } = (error ?? {}) as Partial<Record<'name' | 'message' | 'code', string>>
  return { name, message, code }
}
