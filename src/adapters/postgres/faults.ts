import { DomainError, type ErrorCode } from '../../domain/errors.ts'

/** The server said that it ended the session itself, so the transaction in it was rolled back. */
const endedByServer = new Set(['57P01', '57P02', '57P03', '53300', '25006'])

/** What a pooler says before it has given a statement to any server; PgBouncer has one code for all that it says. */
const saidByPooler =
  /query_wait_timeout|server login|server_login|cannot connect to server|no more connections|client_login_timeout|shutting down/i

/** Another transaction held what this one needed for too long, or the two waited for each other. */
const lockTimeout = '55P03'
export const deadlock = '40P01'
/**
 * What was under way when the wait was too long: only here is it another request with the same key that is waited for.
 */
const claimingKeys = /\bfunction claim_keys\(/
export const uniqueViolation = '23505'

/** The database, or the way to it, is gone: whatever else is tried now gets the same answer. */
export class DatabaseGone extends DomainError {
  constructor(code: Extract<ErrorCode, 'OVERLOADED' | 'OUTCOME_UNKNOWN'>, cause: unknown) {
    super(code)
    this.cause = cause
  }
}

/** Another transaction was in the way, so this one was rolled back: it may be tried again. */
class GaveWay extends DomainError {
  constructor(cause: unknown) {
    super('OVERLOADED')
    this.cause = cause
  }
}

/**
 * Turns what the database or its driver throws into an error that callers can act on. Only where the
 * server cannot have taken the statement may we say that nothing was written.
 */
export function asDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error
  const { name, message, code, syscall, where } = wordsOf(error)
  if (code === lockTimeout && claimingKeys.test(where)) return new DomainError('IDEMPOTENCY_IN_PROGRESS')
  if (code === lockTimeout || code === deadlock) return new GaveWay(error)
  const neverSent =
    name === 'KnexTimeoutError' ||
    endedByServer.has(code) ||
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    message.includes('not queryable') ||
    (isConnectionException(code) && saidByPooler.test(message))
  if (neverSent) return new DatabaseGone('OVERLOADED', error)
  const cutOff =
    syscall !== '' ||
    isConnectionException(code) ||
    /Connection terminated|Query read timeout|ECONNRESET|EPIPE/.test(`${message} ${code}`)
  return cutOff ? new DatabaseGone('OUTCOME_UNKNOWN', error) : error
}

/**
 * SQLSTATE class 08. PgBouncer answers 08P01 while its server is away, which is no fault of the protocol: a process
 * that took it for one ended.
 */
function isConnectionException(code: string): boolean {
  return /^08[0-9A-Z]{3}$/.test(code)
}

/**
 * Of a connection that was never opened: it was given no statement, so nothing was written. A proxy in front of the
 * database takes every connection and closes it when there is no server behind, which looks like one that was cut off.
 */
export function asOpeningError(error: unknown): unknown {
  const translated = asDomainError(error)
  return translated instanceof DatabaseGone || wordsOf(error).message.includes('timeout expired')
    ? new DatabaseGone('OVERLOADED', error)
    : translated
}

/** Whether the session was over with it: of what was sent after the statement that it answers, nothing was begun. */
export function endedSession(error: unknown): boolean {
  const { code, message } = wordsOf(error)
  const { severity } = (thrownByDriver(error) ?? {}) as { readonly severity?: string }
  return (
    (severity === 'FATAL' && endedByServer.has(code)) ||
    (isConnectionException(code) && saidByPooler.test(message))
  )
}

/** Of a statement that only read, or whose transaction was not to be committed yet, nothing can have been written. */
export function asReadError(error: unknown): unknown {
  const translated = asDomainError(error)
  return translated instanceof DatabaseGone ? new DatabaseGone('OVERLOADED', translated.cause) : translated
}

/** The five characters of an error that the server reported; empty for any other. */
export function sqlState(error: unknown): string {
  const { code } = wordsOf(error)
  return /^[0-9A-Z]{5}$/.test(code) ? code : ''
}

type Words = Readonly<Record<'name' | 'message' | 'code' | 'syscall' | 'where', string>>

/** By shape and not by class: some errors of the system are not instances of this realm's Error. */
function wordsOf(error: unknown): Words {
  const {
    name = '',
    message = '',
    code = '',
    syscall = '',
    where = '',
  } = (thrownByDriver(error) ?? {}) as Partial<Words>
  return { name, message, code, syscall, where }
}

/** Objection wraps what its queries throw. */
function thrownByDriver(error: unknown): unknown {
  const thrown = error instanceof GaveWay ? error.cause : error
  return (thrown as { nativeError?: unknown } | null)?.nativeError ?? thrown
}
