import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { DomainError } from '../../domain/errors.ts'

/** The state of one API request while it is handled. */
export interface ApiRequestState {
  /** The organization of the request's credential; null if the credential names none. */
  readonly organizationId: string | null
  /** Whether any write of the request is committed. */
  hasWritten: boolean
  /** The claim of the request's idempotency key; null if the request has no such claim. */
  claim: CommitMark | null
}

/** Marks the claim of a request as committed, before the request writes for the first time. */
export interface CommitMark {
  /** Marks the claim in an open transaction that has written, so that both are committed together. */
  readonly within: (connection: pg.Client) => Promise<void>
  /** Marks the claim in a transaction of its own, before a write that commits by itself. */
  readonly ahead: () => Promise<void>
}

/**
 * The API request to which the running code belongs, kept across promises, timers and callbacks. All
 * containers of a process share this storage.
 */
const requests = new AsyncLocalStorage<ApiRequestState>()

const partWasWritten =
  'The request failed after a part of it had been written; the rest may or may not have been written'

/**
 * Runs the work of one request and decides which error its caller gets if the work fails:
 *
 * - An error that says that nothing was written is thrown unchanged only if that is true. If a part of the
 *   request has been committed, the caller gets OUTCOME_UNKNOWN instead, because sending the same request
 *   again could do that part twice.
 * - Work after the commit that only speeds up what a later sweep or turn does anyway does not fail the
 *   request. Its port or edge drops the failure (forgiving attempts, waking the runtime for a test clock).
 * - Work after the commit that the answer promises (waiting for marked messages after a pause) fails the
 *   request. A repeat of the request does that work again, even if it finds nothing else to change.
 *
 * Adapters note what they write with `markWritten`. Writes that the caller did not ask for, such as counted
 * attempts and staged rows, run in `outsideRequest`.
 */
export async function runRequest<Result>(
  organizationId: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  const request: ApiRequestState = { organizationId, hasWritten: false, claim: null }
  try {
    return await requests.run(request, work)
  } catch (error) {
    throw request.hasWritten ? afterWriting(error) : error
  }
}

/** Notes that a part of the current request is committed. Has no effect outside of a request. */
export function markWritten(request: ApiRequestState | null = currentRequest()): void {
  if (request !== null) request.hasWritten = true
}

/** Returns the API request to which the running code belongs; null in the runtime and in shared commits. */
export function currentRequest(): ApiRequestState | null {
  return requests.getStore() ?? null
}

/** Runs work whose writes do not count as writes of the current request. */
export function outsideRequest<Result>(work: () => Result): Result {
  return requests.exit(work)
}

function afterWriting(error: unknown): unknown {
  if (!(error instanceof DomainError && saysNothingWasWritten(error))) return error
  const unknown = new DomainError('OUTCOME_UNKNOWN', { message: partWasWritten })
  unknown.organizationId = error.organizationId
  unknown.cause = error
  return unknown
}

/** Returns whether an error says that nothing was written. A caller may send the same request again after it. */
function saysNothingWasWritten({ kind, code }: DomainError): boolean {
  return kind === 'elsewhere' || (kind === 'overloaded' && code !== 'OUTCOME_UNKNOWN')
}
