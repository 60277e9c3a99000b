import { departureError } from '../../../domain/cell/departure.ts'
import { DomainError } from '../../../domain/errors.ts'
import { digest } from '../../security/secret.ts'
import { actorOf } from '../request/caller/actor.ts'
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
 * Throws the refusal that names the other cell if a credential unknown in this cell belongs to an organization
 * that moved there. Otherwise passes the original error on.
 */
export function nameOtherCell({ auth }: Route, { departures }: Services): Check {
  return async ({ credential, params: { token = '' } }, next) => {
    try {
      await next()
    } catch (error) {
      const isUnknown =
        error instanceof DomainError && (error.kind === 'unauthenticated' || error.kind === 'not_found')
      // A request with a session has neither a key nor a token that could belong to a moved organization.
      if (!isUnknown || (credential.digest === '' && token === '')) throw error
      if (error.kind === 'not_found' && auth.kind !== 'none') throw error
      const departure = await departures.ofCredential(credential.digest || digest(token))
      throw departure === null ? error : departureError(departure)
    }
  }
}
