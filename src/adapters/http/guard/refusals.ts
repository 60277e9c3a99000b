import { TableBusy } from '../../../domain/arrival/table-busy.ts'
import { DomainError } from '../../../domain/errors.ts'
import { EdgeError, entryOf } from '../errors.ts'
import { sentRequest } from '../request/body/sent-request.ts'
import { actorOf } from '../request/caller/actor.ts'
import type { Answer } from '../response.ts'
import type { Route } from '../route.ts'
import type { Services } from '../services.ts'
import type { Check, GuardedCall } from './call.ts'

/** Writes the audit entry of a refused attempt, such as a failed sign-in, and passes the refusal on. */
export function noteRefusals({ audit }: Services): Check {
  return async (call, next) => {
    try {
      await next()
    } catch (error) {
      await noteRefusalOf(call, error, audit)
      throw error
    }
  }
}

/**
 * Writes the audit entry of a refused request, with the person who sent it as the actor. Ignores errors that
 * are no refusals.
 */
export function noteRefusalOf(
  { ctx, signedIn, key }: GuardedCall,
  error: unknown,
  audit: Services['audit'],
): Promise<void> {
  const { organizationId } = ctx.state
  return audit.noteRefusal({ error, organizationId, by: () => actorOf(ctx, signedIn, key) })
}

/**
 * Collects the refusals of requests with an API key, for the page of the key. It only puts them into memory, so a
 * refusal costs no statement of its own. Faults of the service (5xx) are no refusals.
 */
export function noteKeyRefusals({ path }: Route, { credentials, clock }: Services): Check {
  return async (call, next) => {
    try {
      await next()
    } catch (error) {
      const refused = call.credential.kind === 'apiKey' && call.credential.digest !== '' && refusalOf(error)
      if (refused)
        credentials.noteRefusal(call.credential.digest, {
          ...refused,
          method: call.ctx.method,
          ipAddress: call.ctx.ip,
          path,
          at: clock.realNow(),
        })
      throw error
    }
  }
}

function refusalOf(error: unknown): { readonly httpStatus: number; readonly code: string } | null {
  if (!(error instanceof DomainError || error instanceof EdgeError)) return null
  const { code, status: httpStatus } = entryOf(error.code)
  return httpStatus >= 500 ? null : { code, httpStatus }
}

/**
 * `WrongBodyForm` is thrown for a body of another form than the route takes. The validation errors are
 * computed only if they are returned to the client, as for a strict table, because that takes 20 µs.
 */
export class WrongBodyForm {
  readonly #validate: () => unknown
  #refusal: DomainError | EdgeError | null = null

  constructor(validate: () => unknown) {
    this.#validate = validate
  }

  refusal(): DomainError | EdgeError {
    if (this.#refusal !== null) return this.#refusal
    try {
      this.#validate()
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof EdgeError)) throw error
      this.#refusal = error
      return error
    }
    throw new Error('The body was expected to be invalid, but the validation accepted it')
  }
}

/**
 * Tries to hold a refused request as an arrival and answers it accordingly. Throws the refusal if the request
 * cannot be held.
 */
export async function salvaged(
  salvage: NonNullable<Route['salvage']>,
  { ctx, params, credential }: GuardedCall,
  thrown: unknown,
): Promise<Answer> {
  if (!(thrown instanceof WrongBodyForm || isWorthSalvaging(thrown))) throw thrown
  const refusal =
    thrown instanceof WrongBodyForm
      ? { error: () => thrown.refusal(), known: null }
      : { error: () => thrown, known: thrown }
  const answer = await salvage(sentRequest(ctx, params, credential), refusal)
  if (answer === null) throw refusal.error()
  return answer
}

/** Returns whether this route would try to hold a request as an arrival that was refused with this error. */
export function isHeldByRoute({ salvage }: Route, error: unknown): boolean {
  return salvage !== undefined && (error instanceof WrongBodyForm || isWorthSalvaging(error))
}

/**
 * Returns whether a refused request may be held as an arrival. Requests that can be repeated unchanged, or
 * that the credential does not permit, are not held. A request for an open table that is busy with an import is held,
 * because most sources repeat nothing.
 */
function isWorthSalvaging(error: unknown): error is DomainError | EdgeError {
  if (error instanceof EdgeError) return error.code !== 'INTERNAL'
  if (error instanceof TableBusy) return error.isOpen
  return (
    error instanceof DomainError &&
    // INVALID_SIGNATURE is found after the credential was accepted, so an unsigned delivery can be held.
    (!isAboutCredential(error) || error.code === 'INVALID_SIGNATURE') &&
    error.kind !== 'overloaded' &&
    error.kind !== 'throttled' &&
    error.code !== 'IDEMPOTENCY_IN_PROGRESS'
  )
}

function isAboutCredential(error: unknown): boolean {
  return error instanceof DomainError && (error.kind === 'unauthenticated' || error.kind === 'forbidden')
}
