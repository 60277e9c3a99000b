import {
  inTestOrganization,
  type SignedIn,
  type TestMembership,
} from '../../../domain/account/sessions/session.ts'
import { closedError } from '../../../domain/cell/departure.ts'
import { DomainError } from '../../../domain/errors.ts'
import { sessionTokenOf } from '../account/sessions/session-cookie.ts'
import { type Auth, changesOrganization, leastRoleOf, type Route } from '../route.ts'
import type { Check, GuardOptions } from './call.ts'

/** Refuses requests without a valid session, and people who may not call the route. */
export function admitPerson(
  route: Route,
  { may }: Auth & { readonly kind: 'session' },
  { authenticate, admitRole }: Pick<GuardOptions, 'authenticate' | 'admitRole'>,
): Check {
  const leastRole = leastRoleOf(route)
  return async (call, next) => {
    const { ctx } = call
    const person = await authenticate.execute(sessionTokenOf(ctx.req))
    ctx.state.organizationId = person.user.organizationId
    assertSecondFactor(route, person)
    // Checks the user's role before the switch to test mode, because roles are those of the real
    // organization.
    if (leastRole !== null) await admitRole.execute(person, leastRole)
    if (may !== undefined && !may(person)) throw new DomainError('FORBIDDEN')
    assertOpen(route, person)
    call.signedIn = inTestMode(route, person)
    const { id, organizationId, role } = call.signedIn.user
    const sessionId = person.session.id
    call.caller = { kind: 'person', id, organizationId, projectIds: null, role, scopes: null, sessionId }
    ctx.state.organizationId = organizationId
    await next()
  }
}

/**
 * Refuses a person who must first set up two-factor sign-in, except on the routes for the set-up itself.
 */
export function assertSecondFactor(
  { allowsSetUp = false }: Pick<Route, 'allowsSetUp'>,
  { mustSetUpSecondFactor = false }: SignedIn,
): void {
  if (mustSetUpSecondFactor && !allowsSetUp) throw new DomainError('SECOND_FACTOR_REQUIRED')
}

/** Refuses changes of an organization that is to be deleted. */
function assertOpen(route: Route, { deletesAt }: SignedIn): void {
  if (deletesAt !== undefined && changesOrganization(route)) throw closedError(deletesAt)
}

/** Switches a signed-in person to their test organization if the route allows it. */
export function inTestMode(route: Route, person: SignedIn): SignedIn {
  assertTestMode(route, person.test ?? null)
  return route.testMode === 'real' ? person : inTestOrganization(person)
}

/** Refuses a request for a test organization, or for a real one, if the route does not allow it. */
export function assertTestMode({ testMode }: Route, test: TestMembership | null): void {
  if (testMode === 'only' && test === null) throw new DomainError('TEST_MODE_NEEDED')
  if (testMode === 'refused' && test !== null) throw new DomainError('TEST_MODE_REFUSED')
}
