import type { Context } from 'koa'
import type { NamedKeyHolder } from '../../../domain/account/api-keys/api-key.ts'
import type { Credential } from '../../../domain/account/api-keys/credential.ts'
import type { PublicScope } from '../../../domain/account/api-keys/scope.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { Callers } from '../request/caller/callers.ts'
import type { TestTime } from '../request/test-time.ts'
import type { Auth, RouteCaller, RouteRequest } from '../route.ts'
import type { Services } from '../services.ts'
import type { Traffic } from '../traffic.ts'

/** The services of the application that the guard of a route uses. */
export interface GuardOptions {
  /** Whether the service is reached by https, so that only cookies that are bound to its host are read. */
  readonly secureCookies: boolean
  readonly services: Services
  readonly traffic: Traffic
  readonly callers: Callers
  readonly testTime: TestTime
}

export interface RequestState {
  requestId: string
  route: string | null
  organizationId: string | null
}

/**
 * The data of one request that the checks of the guard read and fill in before the route handles the request.
 */
export interface GuardedCall {
  readonly ctx: Context
  /** The real time at which the request arrived, also for a test organization. */
  readonly arrivedAt: Date
  readonly params: Readonly<Record<string, string>>
  /** The credential of the request. Its digest is empty on routes that need none and on routes for people. */
  readonly credential: Credential
  /** The API key that sent the request; null on other than management routes, and if a person sent it. */
  key: NamedKeyHolder | null
  /** The person or the API key that sent the request. Empty as `signedIn` is. */
  caller: RouteCaller
  /** The signed-in person. Empty on routes that need no session, and before `admitPerson` has run. */
  signedIn: SignedIn
}

/**
 * A check of a request. It throws a refusal, or calls `next`, which runs the later checks and then answers the
 * request. A check always calls `next` unless it throws, so that no check is left out.
 */
export type Check = (call: GuardedCall, next: () => Promise<void>) => Promise<void>

/** A request whose path, query and body have passed the validation of the route. */
export type ValidRequest = RouteRequest<unknown, unknown, unknown>

export const notSignedIn = Object.freeze({}) as SignedIn
export const noCaller = Object.freeze({}) as RouteCaller

/** Returns the scope that a credential must have for a public route; null for all other routes. */
export function publicScopeOf(auth: Auth): PublicScope | null {
  return auth.kind === 'apiKey' || auth.kind === 'webhookUrl' ? auth.scope : null
}
