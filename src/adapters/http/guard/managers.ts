import { DomainError } from '../../../domain/errors.ts'
import type { Auth, Route } from '../route.ts'
import type { Check, GuardOptions } from './call.ts'
import { takeQuota } from './limits.ts'
import { admitPerson, assertTestMode } from './people.ts'
import { runAtTimeOfPerson } from './test-organizations.ts'

/** Returns the checks that admit the callers of a route for sessions: people and, if it has a scope, API keys. */
export function admitManagers(
  route: Route,
  auth: Auth & { readonly kind: 'session' },
  options: GuardOptions,
): readonly Check[] {
  const person = [
    admitPerson(route, options),
    ...(route.testMode === 'real' ? [] : [runAtTimeOfPerson(route, options)]),
  ]
  if (route.scope === undefined) return person
  const ofPeople = person.map(
    (check): Check =>
      (call, next) =>
        isByKey(call) ? next() : check(call, next),
  )
  return [...ofPeople, admitKey(route, route.scope, options)]
}

/** Returns whether a request brings an API key instead of a session. */
function isByKey({ credential }: { readonly credential: { readonly digest: string } }): boolean {
  return credential.digest !== ''
}

/**
 * Admits a request that an API key sends to a management route, and runs it at the time of the key's
 * organization. The database is not read for a key beyond its rate limit.
 */
function admitKey(
  route: Route,
  scope: NonNullable<Route['scope']> | null,
  { services: { credentials, testClocks }, callers, testTime }: GuardOptions,
): Check {
  const changes = route.method !== 'GET'
  return async (call, next) => {
    const { ctx, credential } = call
    if (!isByKey(call)) return next()
    const isKnown = callers.knows(credential)
    if (isKnown) takeQuota(call, null, callers)
    const owner = await testClocks.ofCredential(credential.digest)
    if (owner === null || owner.allowedNetworks?.includes(ctx.ip) === false)
      throw new DomainError('UNAUTHENTICATED')
    await testTime.run(owner.clock, changes, async () => {
      const key = await credentials.admitManager(credential.digest, scope)
      const { id, organizationId, projectIds, scopes } = key
      ctx.state.organizationId = organizationId
      callers.note(credential, key)
      if (!isKnown) takeQuota(call, null, callers)
      assertTestMode(route, owner.clock)
      call.key = key
      call.caller = { kind: 'apiKey', id, organizationId, projectIds, role: null, scopes, sessionId: null }
      await next()
    })
  }
}
