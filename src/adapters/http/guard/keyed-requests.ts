import { Readable } from 'node:stream'
import { DomainError } from '../../../domain/errors.ts'
import { assertSameContent, type Idempotency } from '../../../domain/idempotency.ts'
import { type EarlierRequest, RequestClaims } from '../../../ports/request-claims.ts'
import { currentRequest } from '../../system/request-writes.ts'
import { EdgeError } from '../errors.ts'
import { HashedUpload } from '../request/body/hashed-upload.ts'
import { fingerprintOf, replayHeaders } from '../request/idempotency.ts'
import type { Answer } from '../response.ts'
import type { Route } from '../route.ts'
import type { Services } from '../services.ts'
import type { ValidRequest } from './call.ts'

/**
 * Returns the handler of a route that carries out a request with an Idempotency-Key once. The key is claimed before the
 * request is handled, and its answer is stored afterwards. A refused request frees its key. Requests without a key are
 * handled as on any other route.
 */
export function keyedHandler(route: Route, services: Services): Route['handle'] {
  if (route.idempotent !== true) return (request) => route.handle(request)
  return (request) => {
    const { idempotency } = request
    return idempotency === null
      ? route.handle(request)
      : answerOnce(route, { ...request, idempotency }, services)
  }
}

async function answerOnce(
  route: Route,
  request: ValidRequest & { readonly idempotency: Idempotency },
  { requestClaims: claims, timers }: Services,
): Promise<Answer> {
  const { caller, params } = request
  const { key, fingerprint } = request.idempotency
  const upload = route.upload === undefined ? null : new HashedUpload(request.upload)
  const fingerprintAtEnd = async () =>
    upload === null ? fingerprint : fingerprintOf([fingerprint, await upload.digest()])
  const claim = await claims.claim({
    organizationId: caller.organizationId,
    route: `${route.operationId} ${fingerprintOf([params, caller.kind, caller.id])}`,
    key,
    fingerprint: upload === null ? fingerprint : null,
  })
  if (!('id' in claim)) return replayed(claim, fingerprintAtEnd, request)
  const stopRenewing = timers.every((RequestClaims.leaseSeconds * 1000) / 3, () => {
    claims.renew(claim).catch(() => {})
  })
  try {
    const opened = upload === null ? request : { ...request, upload: () => upload.open() }
    const answer = await claims.within(claim, () => route.handle(opened))
    // A request that has succeeded does not fail if its answer cannot be stored. A repeat is then told so.
    await claims.keepAnswer(claim, await fingerprintAtEnd(), textOf(answer)).catch(() => {})
    return answer
  } catch (error) {
    await claims.release(claim, mayHaveWritten(error)).catch(() => {})
    throw error
  } finally {
    stopRenewing()
  }
}

/** Returns the stored answer of an earlier request with the same key, or throws if there is none. */
async function replayed(
  earlier: EarlierRequest,
  fingerprint: () => Promise<string>,
  { stillAdmitted }: ValidRequest,
): Promise<Answer> {
  if (earlier.fingerprint !== null) {
    assertSameContent(earlier.fingerprint, await fingerprint())
    // The session or API key may have ended while a file was arriving.
    await stillAdmitted()
  }
  if (earlier.isInProgress) throw new DomainError('IDEMPOTENCY_IN_PROGRESS')
  if (earlier.answer === null) throw answerIsLost()
  const answer = JSON.parse(earlier.answer) as Answer
  return { ...answer, headers: { ...answer.headers, ...replayHeaders(true) } }
}

function answerIsLost(): DomainError {
  return new DomainError('CONFLICT', {
    message:
      'The first request with this Idempotency-Key was carried out at least in part, and its answer is not stored. Read the resource, and use another key for another request',
    errors: [{ pointer: '#header/Idempotency-Key', code: 'ANSWER_LOST' }],
  })
}

function textOf({ status, body, headers = {} }: Answer): string {
  if (body instanceof Readable || Buffer.isBuffer(body)) throw new Error('Only answers in JSON can be stored')
  return JSON.stringify({ status, headers, ...(body !== undefined && { body }) })
}

/** Returns whether a failed request may have written something. */
function mayHaveWritten(error: unknown): boolean {
  const isRefusal =
    error instanceof EdgeError || (error instanceof DomainError && error.code !== 'OUTCOME_UNKNOWN')
  return !isRefusal || currentRequest()?.hasWritten === true
}
