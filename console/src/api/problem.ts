import { t } from '../languages/text.ts'
import type { Problem } from './schema.ts'

/**
 * `ApiProblem` is a refusal of the API. It holds the problem body, which screens show in words with the
 * request id.
 */
export class ApiProblem extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.name = 'ApiProblem'
    this.problem = problem
  }
}

export function isProblem(error: unknown, code?: string): error is ApiProblem {
  return error instanceof ApiProblem && (code === undefined || error.problem.code === code)
}

/** Returns true if the API refused an edit because the edited thing no longer has the revision that the user saw. */
export function isOutdated(error: unknown): boolean {
  return isProblem(error, 'CONFLICT') && (error.problem.errors ?? []).some(({ code }) => code === 'OUTDATED')
}

/** Returns true if an error of the API means that the requested thing does not exist or was deleted (404). */
export function isGone(error: unknown): boolean {
  return isProblem(error) && error.problem.status === 404
}

/**
 * `Unreachable` is a request without an answer from the API: the service is down, or a proxy answered
 * instead.
 */
export class Unreachable extends Error {
  constructor(cause?: unknown) {
    super(t('Spindle cannot be reached. Check that the service is running, then try again.'), { cause })
    this.name = 'Unreachable'
  }
}

/**
 * Returns true if a repeated request may succeed: after a server error, a rate limit, or a failure to reach
 * the API.
 */
export function isRetryable(error: unknown): boolean {
  return !isProblem(error) || error.problem.status >= 500 || error.problem.status === 429
}

/** Returns true if an error of the API is about some of these fields alone, so that a form shows it at the fields. */
export function isAboutFields(error: unknown, fields: readonly string[]): boolean {
  const pointers = [...faultsByPointer(error).keys()]
  return pointers.length > 0 && pointers.every((pointer) => fields.includes(pointer.slice(1)))
}

/**
 * Returns the messages for form fields by the JSON pointer that the API gives, such as `/steps/0/subject`.
 */
export function faultsByPointer(error: unknown): ReadonlyMap<string, string> {
  const errors = isProblem(error) ? (error.problem.errors ?? []) : []
  return new Map(errors.map(({ pointer, message, code }) => [pointer, message ?? code]))
}
