import { AsyncLocalStorage } from 'node:async_hooks'
import { DomainError, type ErrorCode } from '../../domain/errors.ts'

/** What is known of one request while it is worked on. */
export interface RequestUnderWay {
  hasWritten: boolean
}

/** One for all containers of a process. Follows the work of a request over its promises, timers and callbacks. */
const requests = new AsyncLocalStorage<RequestUnderWay>()

/** Errors whose text tells the caller that nothing was written, so that the request can be sent again as it is. */
const sayNothingWasWritten: ReadonlySet<ErrorCode> = new Set([
  'OVERLOADED',
  'ORGANIZATION_MOVING',
  'ORGANIZATION_MOVED',
])

const partWasWritten =
  'The service could not finish the request after a part of it had been written; the rest may or may not have been written'

/**
 * Runs the work of one request, and decides what its caller is told if it breaks off:
 *
 * - An error that says that nothing was written is thrown as it is only if nothing was. If a part of the request has been
 *   committed before, the caller gets OUTCOME_UNKNOWN instead, because sending the request again as it is could do that
 *   part twice.
 * - Work after the commit that only hastens what a later sweep or turn does anyway does not fail the request: its port
 *   or edge drops the failure (forgiving attempts, waking the runtime for a test clock).
 * - Work after the commit that the answer promises (waiting for marked messages after a pause) fails the request. A
 *   repeat of the request does that work again, also if it finds nothing else to change.
 *
 * Adapters note what they write with `noteWritten`. Writes that the caller did not ask for, such as counted attempts and
 * staged rows, run `besideRequest`.
 */
export async function asOneRequest<Result>(work: () => Promise<Result>): Promise<Result> {
  const request = { hasWritten: false }
  try {
    return await requests.run(request, work)
  } catch (error) {
    throw request.hasWritten ? afterWriting(error) : error
  }
}

/** Notes that a part of the present request is committed. Has no effect outside of a request. */
export function noteWritten(request: RequestUnderWay | null = requestUnderWay()): void {
  if (request !== null) request.hasWritten = true
}

/** Returns the request that the present work belongs to; null for work of the runtime and of shared commits. */
export function requestUnderWay(): RequestUnderWay | null {
  return requests.getStore() ?? null
}

/** Runs work whose writes are no part of what the present request asks for. */
export function besideRequest<Result>(work: () => Result): Result {
  return requests.exit(work)
}

function afterWriting(error: unknown): unknown {
  if (!(error instanceof DomainError && sayNothingWasWritten.has(error.code))) return error
  const unknown = new DomainError('OUTCOME_UNKNOWN', { message: partWasWritten })
  unknown.organizationId = error.organizationId
  unknown.cause = error
  return unknown
}
