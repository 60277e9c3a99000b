import type { Problem } from './schema.ts'

/** What the API said where it refused: its flat body, to be shown in words with the request's id. */
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

/** There is no such thing, or there is no more. */
export function isGone(error: unknown): boolean {
  return isProblem(error) && error.problem.status === 404
}

/** Nothing came back, or nothing that the API says: the service is down, or a proxy answered for it. */
export class Unreachable extends Error {
  constructor(cause?: unknown) {
    super('The service cannot be reached. Check that it is running, then try again.', { cause })
    this.name = 'Unreachable'
  }
}

/** Whatever is not the API's decision may be otherwise next time. */
export function mayPass(error: unknown): boolean {
  return !isProblem(error) || error.problem.status >= 500 || error.problem.status === 429
}

/** What a form field has wrong, by the JSON pointer that the API gives: `/steps/0/subject`. */
export function faultsByPointer(error: unknown): ReadonlyMap<string, string> {
  const errors = isProblem(error) ? (error.problem.errors ?? []) : []
  return new Map(errors.map(({ pointer, message, code }) => [pointer, message ?? code]))
}
