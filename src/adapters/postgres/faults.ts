import { DomainError, type ErrorCode } from '../../domain/errors.ts'

/** SQLSTATEs by which the server says that it ended the session, so the transaction in it was rolled back. */
const endedByServer = new Set(['57P01', '57P02', '57P03', '53300', '25006'])

/**
 * Matches messages with which a pooler reports that it has given a statement to no server. PgBouncer has one
 * SQLSTATE for all of its messages.
 */
const saidByPooler =
  /query_wait_timeout|server login|server_login|cannot connect to server|no more connections|client_login_timeout|shutting down/i

/**
 * SQLSTATEs of a statement that was rolled back because of locks: one for a wait that took too long, one for
 * a deadlock.
 */
const lockTimeout = '55P03'
export const deadlock = '40P01'
/**
 * Matches errors in the SQL function claim_keys. A lock time-out in it means that another request with the
 * same Idempotency-Key is in progress; elsewhere it has other causes.
 */
const claimingKeys = /\bfunction claim_keys\(/
export const uniqueViolation = '23505'

/**
 * The error of a statement when the database, or the network to it, is gone. Other statements would fail with
 * the same error.
 */
export class DatabaseGone extends DomainError {
  constructor(code: Extract<ErrorCode, 'OVERLOADED' | 'OUTCOME_UNKNOWN'>, cause: unknown) {
    super(code)
    this.cause = cause
  }
}

/**
 * The error of a transaction that was rolled back because another one held a lock; the caller may retry it.
 */
export class LockConflict extends DomainError {
  constructor(cause: unknown) {
    super('OVERLOADED')
    this.cause = cause
  }
}

/**
 * Translates an error of the database or its driver into one that callers can act on. The result says that
 * nothing was written only if the server cannot have received the statement.
 */
export function asDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error
  const { name, message, code, syscall, where } = wordsOf(error)
  if (code === lockTimeout && claimingKeys.test(where)) return new DomainError('IDEMPOTENCY_IN_PROGRESS')
  if (code === lockTimeout || code === deadlock) return new LockConflict(error)
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
 * Returns whether a SQLSTATE is of class 08. PgBouncer answers 08P01 while its server is away; this is no
 * protocol error, and must not end the process.
 */
function isConnectionException(code: string): boolean {
  return /^08[0-9A-Z]{3}$/.test(code)
}

/**
 * Translates the error of a connection that was never opened: it was given no statement, so nothing was
 * written. A proxy in front of the database accepts every connection and closes it if there is no server
 * behind, which looks like a lost connection.
 */
export function asOpeningError(error: unknown): unknown {
  const translated = asDomainError(error)
  return translated instanceof DatabaseGone || wordsOf(error).message.includes('timeout expired')
    ? new DatabaseGone('OVERLOADED', error)
    : translated
}

/**
 * Returns whether an error ended the database session. Statements that were sent on the connection after the
 * failed one were then never begun.
 */
export function endedSession(error: unknown): boolean {
  const { code, message } = wordsOf(error)
  const { severity } = (thrownByDriver(error) ?? {}) as { readonly severity?: string }
  return (
    (severity === 'FATAL' && endedByServer.has(code)) ||
    (isConnectionException(code) && saidByPooler.test(message))
  )
}

/**
 * Translates the error of a statement that only read, or whose transaction had not reached its commit:
 * nothing was written.
 */
export function asReadError(error: unknown): unknown {
  const translated = asDomainError(error)
  return translated instanceof DatabaseGone ? new DatabaseGone('OVERLOADED', translated.cause) : translated
}

/** Returns the SQLSTATE of an error that the server reported (five characters); empty for any other error. */
export function sqlState(error: unknown): string {
  const { code } = wordsOf(error)
  return /^[0-9A-Z]{5}$/.test(code) ? code : ''
}

type Words = Readonly<Record<'name' | 'message' | 'code' | 'syscall' | 'where', string>>

/**
 * Reads the name, message and other fields of an error whatever its class, because some system errors are not
 * instances of this realm's Error.
 */
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

/** Returns the error as the `pg` driver has thrown it, without the error of Objection that wraps it. */
function thrownByDriver(error: unknown): unknown {
  const thrown = error instanceof LockConflict ? error.cause : error
  return (thrown as { nativeError?: unknown } | null)?.nativeError ?? thrown
}
