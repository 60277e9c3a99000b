import { closedError } from '../../../domain/account/deletion/organization-deletion.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { Throttled } from '../../../domain/account/sessions/throttle.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Members } from '../../../use-cases/account/team/members.ts'
import { clientAddressOf } from '../request/caller/address.ts'
import { sessionTokenOf } from '../request/caller/session-cookie.ts'
import { changesOrganization, minRoleOf, type Route } from '../route.ts'
import type { Services } from '../services.ts'
import type { Check, GuardOptions } from './call.ts'
import { inOrganizationOfRoute, isAboutRealOrganization } from './organization-of-route.ts'

/** Refuses requests without a valid session, and people who may not call the route. */
export function admitPerson(
  route: Route,
  { services: { sessions, members }, secureCookies }: Pick<GuardOptions, 'services' | 'secureCookies'>,
): Check {
  const admit = admission(route, members)
  return async (call, next) => {
    const { ctx } = call
    const person = await sessions.authenticate(sessionTokenOf(ctx.req, secureCookies))
    ctx.state.organizationId = person.user.organizationId
    call.signedIn = await admit(person)
    const { id, organizationId, role } = call.signedIn.user
    const sessionId = person.session.id
    call.caller = { kind: 'user', id, organizationId, projectIds: null, role, scopes: null, sessionId }
    ctx.state.organizationId = organizationId
    await next()
  }
}

/** Refuses a request if its address has used up the attempts of a kind, such as sign-ins. */
export function limitAttempts(what: Throttled, { throttle }: Services): Check {
  return async ({ ctx }, next) => {
    await throttle.attempt(what, 'perAddress', clientAddressOf(ctx.ip))
    await next()
  }
}

/** Runs the request of a person at the time of the organization in which the route acts. */
export function runAtTimeOfPerson(route: Route, { testTime }: Pick<GuardOptions, 'testTime'>): Check {
  if (isAboutRealOrganization(route)) return (_call, next) => next()
  const changes = route.method !== 'GET'
  return ({ signedIn }, next) => testTime.run(signedIn.test ?? null, changes, next)
}

/**
 * Returns the function that refuses a person who may not call a route, now or no longer, and otherwise returns the
 * person, in the test organization if the session is in test mode.
 */
export function admission(route: Route, members: Members): (person: SignedIn) => Promise<SignedIn> {
  const minRole = minRoleOf(route)
  const may = route.auth.kind === 'session' ? route.auth.may : undefined
  return async (person) => {
    assertSecondFactor(route, person)
    // Checks the user's role before the switch to test mode, because roles are those of the real
    // organization.
    if (minRole !== null) await members.admit(person, minRole)
    if (may !== undefined && !may(person)) throw new DomainError('FORBIDDEN')
    assertOpen(route, person)
    return inOrganizationOfRoute(route, person)
  }
}

/**
 * Refuses a person who must first set up two-factor sign-in, except on the routes for the set-up itself.
 */
function assertSecondFactor(
  { allowsSetUp = false }: Pick<Route, 'allowsSetUp'>,
  { mustSetUpSecondFactor = false }: SignedIn,
): void {
  if (mustSetUpSecondFactor && !allowsSetUp) throw new DomainError('SECOND_FACTOR_REQUIRED')
}

/** Refuses changes of an organization that is to be deleted. */
function assertOpen(route: Route, { deletesAt }: SignedIn): void {
  if (deletesAt !== undefined && changesOrganization(route)) throw closedError(deletesAt)
}
