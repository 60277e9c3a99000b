import { sessionEnd } from './account/session-end.ts'
import { fetchOnce } from './first-answers.ts'
import { ApiProblem, Unreachable } from './problem.ts'
import type { Problem } from './schema.ts'
import { serviceReach } from './service-reach.ts'
import { type Called, typedCalls } from './typed-calls.ts'

/**
 * Headers of every request of the console. The API accepts a change by cookie only with this header, which
 * other sites cannot send.
 */
export const consoleHeaders = { 'X-Spindle-Console': '1' }

export const api = typedCalls({ headers: consoleHeaders, fetch: fetchOnce })

/** Returns the options of a request whose path has parameters. */
export function atPath<Path>(path: Path) {
  return { params: { path } }
}

/**
 * Returns the options of a request that is refused with CONFLICT if the thing at its path no longer has the given
 * revision. Null permits any revision.
 */
export function atRevision<Path>(path: Path, revision: number | null) {
  return { params: { path, ...ifMatch(revision) } }
}

/** Returns the parameters of a request that is refused if the thing has another revision. Null permits any revision. */
export function ifMatch(revision: number | null) {
  return revision === null ? {} : { header: { 'If-Match': `"${revision}"` } }
}

/** An answer of the API with the revision in its header `ETag`. */
export interface Revised<Data> {
  readonly data: Data
  readonly revision: number
}

/** Returns the data of an API call with their revision, or throws the problem of its answer. */
export async function revisedAnswerOf<Data>(call: Promise<Called<Data>>): Promise<Revised<Data>> {
  const data = await answerOf(call)
  const { response } = await call
  return { data, revision: Number(/\d+/.exec(response.headers.get('ETag') ?? '')) }
}

/** A change of a thing that another user may have changed since the user of the console read it. */
export interface Edit<Changes> {
  readonly changes: Changes
  /** The revision that the user saw; null to replace later changes too. */
  readonly revision: number | null
}

/** Returns the data of an API call, or throws the problem of its answer. */
export async function answerOf<Data>(call: Promise<Called<Data>>): Promise<Data> {
  const session = sessionEnd.present()
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw unreachable(cause)
  })
  if (!response.ok) throw refusal({ body: error, session })
  return data as Data
}

/** Returns the error of a request without an answer, and checks whether the service answers at all. */
export function unreachable(cause?: unknown): Unreachable {
  serviceReach.check()
  return new Unreachable(cause)
}

/**
 * Returns the problem in an API answer as an error. If the problem says that the session has ended, informs
 * the whole console.
 */
export function refusal({ body, session }: { body: unknown; session: number | null }): Error {
  if (!isProblemBody(body)) return unreachable()
  const { code } = body
  if (session !== null && (code.startsWith('SESSION_') || code === 'UNAUTHENTICATED'))
    sessionEnd.tell(code, session)
  return new ApiProblem(body)
}

function isProblemBody(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'requestId' in body
}
