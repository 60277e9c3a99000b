import { DomainError } from '../../domain/errors.ts'

/** The server said that it ended the session itself, so the transaction in it was rolled back. */
const endedByServer = new Set(['57P01', '57P02', '57P03', '53300', '25006'])
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
  if (!(error instanceof Error) || error instanceof DomainError) return error
  const code = (error as { code?: string }).code ?? ''
  const overloaded =
    error.name === 'KnexTimeoutError' ||
    endedByServer.has(code) ||
    neverConnected.has(code) ||
    code === '55P03' ||
    // The password exchange of a server that is going down.
    /terminated due to connection timeout/.test(error.message)
  if (overloaded) return new DomainError('OVERLOADED')
  if (/Connection terminated|ECONNRESET|EPIPE|not queryable/.test(`${error.message} ${code}`)) {
    return new DomainError('OUTCOME_UNKNOWN')
  }
  return error
}

export function sqlState(error: unknown): string | null {
  return error instanceof Error ? ((error as { code?: string }).code ?? null) : null
}
