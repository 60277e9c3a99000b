import { admitKeyHolder, admitManager, isUsable } from '../../../domain/account/api-keys/api-key.ts'
import type { Credential } from '../../../domain/account/api-keys/credential.ts'
import type { CredentialHolder } from '../../../domain/account/api-keys/credential-holder.ts'
import { thingsIn } from '../../../domain/account/reach.ts'
import { DomainError } from '../../../domain/errors.ts'
import { digestOf } from '../../security/secret.ts'
import type { Callers } from '../request/caller/callers.ts'
import { bearerOf } from '../request/caller/callers.ts'
import type { Route } from '../route.ts'
import type { Services } from '../services.ts'
import type { Check, GuardedCall, GuardOptions, ValidRequest } from './call.ts'
import { assertOrganization } from './organization-of-route.ts'

/** The checks of a credential that differ between API keys, webhook URLs and events URLs. */
interface CredentialRules {
  readonly kind: CredentialHolder['kind']
  readonly digestIn: (call: GuardedCall) => string
  /** Returns the refusal of an unknown credential, which also answers a request from outside the networks of a key. */
  readonly refusal: () => DomainError
  /** Throws if the credential has ended at this time, or lacks the scope of the route. */
  readonly permit: (holder: CredentialHolder, now: Date) => unknown
  readonly hasScope: (holder: CredentialHolder) => boolean
  /** Whether requests count against the rate limits of the credential. */
  readonly isLimited: boolean
}

const noCredential: Credential = { kind: 'apiKey', digest: '' }

/**
 * Returns the credential of a request. Refuses a missing header or a secret with a wrong checksum before the
 * body is read, without a look-up.
 */
export function credentialOf(
  { auth, scope }: Pick<Route, 'auth' | 'scope'>,
  authorization: string | undefined,
  params: Readonly<Record<string, string>>,
): Credential {
  switch (auth.kind) {
    case 'none':
      return noCredential
    // A bearer token that is no API key is treated as the token of a session.
    case 'session': {
      const digest = scope === undefined ? null : digestOf('svc', bearerOf(authorization))
      return digest === null ? noCredential : { kind: 'apiKey', digest }
    }
    case 'apiKey': {
      const digest = digestOf('svc', bearerOf(authorization))
      if (digest === null) throw new DomainError('INVALID_API_KEY')
      return { kind: 'apiKey', digest }
    }
    case 'webhookUrl': {
      const digest = digestOf('tbl', params['token'] ?? '')
      if (digest === null) throw new DomainError('INVALID_INGEST_TOKEN')
      return { kind: 'webhookUrl', digest }
    }
  }
}

/**
 * Returns the check of the credential of a request: known, from an allowed address, of an organization that is open,
 * valid now, with the scope of the route, and within its rate limits. Runs the request at the time of its organization.
 *
 * Relies on a cached holder if the route is public and changes something, because the statement that does the work
 * checks the credential too. All other requests are looked up, and so is one that the cached holder would not permit.
 * A request from a wrong address or beyond the rate limit is refused without a look-up.
 */
export function admitCredential(route: Route, options: GuardOptions): Check {
  const { callers, testTime } = options
  const rules = rulesOf(route)
  const changes = route.method !== 'GET'
  const mayTrustCache = changes && route.auth.kind !== 'session'
  const lookUp = credentialLookUp(route, options)
  return async (call, next) => {
    const digest = rules.digestIn(call)
    const cached = callers.cached(digest)
    const hasScope = cached !== null && rules.hasScope(cached)
    if (cached !== null) assertAllowedAddress(cached, call, rules)
    if (hasScope && rules.isLimited) limitRate(call, digest, callers)
    const isTrusted = hasScope && mayTrustCache && callers.trusts(digest) && isUsable(cached, call.arrivedAt)
    const holder = isTrusted ? cached : await lookUp(call)
    if (!hasScope && rules.isLimited) limitRate(call, digest, callers)
    noteHolder(route, call, holder)
    try {
      await (holder.test === null ? next() : testTime.run(holder.test, changes, next))
    } catch (error) {
      if (mayHaveLeft(route, error)) await callers.lookUp(digest)
      throw error
    }
  }
}

/**
 * Returns the function that looks the credential of a request up and applies all checks except that of the rate, also
 * to a request that was admitted before. Returns the holder of the credential.
 */
export function credentialLookUp(
  route: Route,
  options: Pick<GuardOptions, 'callers' | 'services'>,
): (call: GuardedCall) => Promise<CredentialHolder> {
  const rules = rulesOf(route)
  const { callers, services } = options
  return async (call) => {
    const digest = rules.digestIn(call)
    const holder = digest === '' ? null : await callers.lookUp(digest)
    if (holder?.kind !== rules.kind) throw rules.refusal()
    assertAllowedAddress(holder, call, rules)
    const now = holder.test?.now ?? services.clock.now()
    if (!isUsable(holder, now)) callers.forget(digest)
    rules.permit(holder, now)
    return holder
  }
}

/** Refuses an API key from outside its networks like an unknown one, so that a stranger learns nothing. */
function assertAllowedAddress(
  { allowedNetworks }: CredentialHolder,
  { ctx }: GuardedCall,
  { refusal }: CredentialRules,
): void {
  if (allowedNetworks?.includes(ctx.ip) === false) throw refusal()
}

/**
 * Counts a request against the rate limits of its caller, and refuses it if one is used up. The response says how much
 * of the limit is left.
 */
function limitRate({ ctx }: GuardedCall, digest: string, callers: Callers): void {
  const quota = callers.take(digest)
  if (quota === null) return
  ctx.res.setHeader('RateLimit-Limit', quota.limit)
  ctx.res.setHeader('RateLimit-Remaining', quota.remaining)
  ctx.res.setHeader('RateLimit-Reset', quota.secondsToFull)
  if (quota.retryAfter !== null) throw tooFast(quota.retryAfter)
}

function tooFast(retryAfter: number): DomainError {
  const message = `Too many requests from this client; try again in ${retryAfter} s`
  return new DomainError('RATE_LIMITED', { message, retryAfter })
}

/**
 * Returns whether a refusal can mean that the organization has left this cell since its credential was looked up. Its
 * credentials are then unknown to the statement that does the work.
 */
function mayHaveLeft({ auth }: Route, error: unknown): boolean {
  if (!(error instanceof DomainError)) return false
  return error.kind === 'unauthenticated' || (error.kind === 'not_found' && auth.kind === 'none')
}

function rulesOf({ auth, scope = null }: Route): CredentialRules {
  const digestIn = ({ credential }: GuardedCall) => credential.digest
  switch (auth.kind) {
    case 'session':
      return {
        kind: 'apiKey',
        digestIn,
        refusal: () => new DomainError('UNAUTHENTICATED'),
        permit: (holder, now) => admitManager(holder, scope, now),
        hasScope: () => true,
        isLimited: true,
      }
    case 'apiKey':
    case 'webhookUrl': {
      const refusal = () =>
        new DomainError(auth.kind === 'apiKey' ? 'INVALID_API_KEY' : 'INVALID_INGEST_TOKEN')
      return {
        kind: auth.kind,
        digestIn,
        refusal,
        permit: (holder, now) => admitKeyHolder(holder, auth.scope, now, refusal),
        hasScope: ({ scopes }) => scopes.includes(auth.scope),
        isLimited: true,
      }
    }
    case 'none':
      return {
        kind: 'eventToken',
        digestIn: ({ params: { token = '' } }) => digestOf('evt', token) ?? '',
        refusal: () =>
          new DomainError('NOT_FOUND', { message: 'The token of this events URL does not exist' }),
        permit: () => {},
        hasScope: () => true,
        isLimited: false,
      }
  }
}

/**
 * Notes the caller of a request for later checks and for the handler of the route. A public route that changes things
 * learns its organization from the statement that does the work.
 */
function noteHolder(route: Route, call: GuardedCall, holder: CredentialHolder): void {
  const { kind, id, organizationId, projectIds, scopes, test } = holder
  const isByPublicRoute = route.auth.kind !== 'session'
  if (kind === 'apiKey')
    call.caller = { kind, id, organizationId, projectIds, role: null, scopes, sessionId: null }
  if (!isByPublicRoute || route.method === 'GET') call.ctx.state.organizationId = organizationId
  if (isByPublicRoute) return
  assertOrganization(route, test)
  call.key = holder
}

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
