import {
  inTestOrganization,
  type SignedIn,
  type TestMembership,
} from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { ApiErrorCode } from '../errors.ts'

/**
 * The treatment of a caller in test mode. `only`: the route is for test mode only. `real`: the route is about the
 * person and their real organization, at the real time. `refused`: the route is refused in test mode, because it
 * changes the real organization or connects to an outside service.
 */
type TestModeRule = 'only' | 'real' | 'refused'

/**
 * The rules of routes, by path; the longest path decides. A path without a method is valid for all routes below it,
 * and a path with a method for this route alone. Every other route acts in the test organization, at the time on its
 * clock.
 */
export const testModeRules: Readonly<Record<string, TestModeRule>> = {
  '/auth': 'real',
  '/profile': 'real',
  '/sessions': 'real',
  'POST /organizations': 'real',
  '/members': 'refused',
  'GET /members': 'real',
  '/invitations': 'refused',
  '/organization/deletion': 'refused',
  'DELETE /organization/deletion': 'real',
  '/organization/domains': 'refused',
  '/organization/plan': 'refused',
  '/organization/sign-in': 'refused',
  'GET /organization/sign-in': 'real',
  'POST /senders': 'refused',
  '/senders/{kind}/connect': 'refused',
  '/senders/{senderId}/domain': 'refused',
  '/channels/{provider}/callback': 'refused',
  '/test-mode': 'real',
  '/test-clock': 'only',
  '/projects/{projectId}/copy-from-test': 'only',
  '/projects/{projectId}/copy-to-test': 'refused',
  '/spinners/{spinnerId}/copy-from-test': 'only',
  '/spinners/{spinnerId}/test': 'refused',
}

const errorOfRule = { only: 'TEST_MODE_REQUIRED', refused: 'TEST_MODE_REFUSED', real: null } as const

interface RoutePlace {
  readonly method: string
  readonly path: string
}

/** Returns the rule of a route in test mode; null if the route acts in the test organization. */
export function testModeRuleOf({ method, path }: RoutePlace): TestModeRule | null {
  const exact = testModeRules[`${method} ${path}`]
  if (exact !== undefined) return exact
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const rule = testModeRules[at]
    if (rule !== undefined) return rule
  }
  return null
}

/** Returns the error codes of a route that is refused to callers in test mode, or to callers who are not. */
export function organizationErrorsOf(route: RoutePlace): readonly ApiErrorCode[] {
  const rule = testModeRuleOf(route)
  const code = rule === null ? null : errorOfRule[rule]
  return code === null ? [] : [code]
}

/** Refuses a request for a test organization, or for a real one, if the route does not allow it. */
export function assertOrganization(route: RoutePlace, test: TestMembership | null): void {
  const rule = testModeRuleOf(route)
  if (rule === 'only' && test === null) throw new DomainError('TEST_MODE_REQUIRED')
  if (rule === 'refused' && test !== null) throw new DomainError('TEST_MODE_REFUSED')
}

/** Returns whether a route is about the real organization of a person in test mode, at the real time. */
export function isAboutRealOrganization(route: RoutePlace): boolean {
  return testModeRuleOf(route) === 'real'
}

/** Returns a signed-in person as a member of the organization in which the route acts. Refuses as `assertOrganization`. */
export function inOrganizationOfRoute(route: RoutePlace, person: SignedIn): SignedIn {
  assertOrganization(route, person.test ?? null)
  return isAboutRealOrganization(route) ? person : inTestOrganization(person)
}
