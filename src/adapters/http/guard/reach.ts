import { thingsIn } from '../../../domain/account/reach.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Route } from '../route.ts'
import type { Services } from '../services.ts'
import type { GuardedCall, ValidRequest } from './call.ts'

/**
 * Throws NOT_FOUND if an API key that is limited to projects names a thing outside of them, or calls a route
 * about the whole organization, such as the list of senders. This is the only check of the things that requests
 * name. Routes with `listsReach` leave out things outside the projects themselves.
 */
export async function assertInReach(
  { listsReach = false }: Route,
  { caller }: GuardedCall,
  { params, query, body }: ValidRequest,
  { projectStore }: Services,
): Promise<void> {
  if (caller.projectIds === null || listsReach) return
  const things = [...thingsIn(params), ...thingsIn(query), ...thingsIn(body)]
  const isHeld = things.length > 0 && (await projectStore.hold(caller, things)).every((held) => held)
  if (!isHeld) throw new DomainError('NOT_FOUND')
}
