import type { Context } from 'koa'
import type { NamedKeyHolder } from '../../../../domain/account/api-keys/api-key.ts'
import { type Actor, asApiKey } from '../../../../domain/account/audit/actor.ts'
import type { SignedIn, SignInClient } from '../../../../domain/account/sessions/session.ts'
import { clientAddressOf } from './address.ts'
import { isFromConsole } from './session-cookie.ts'

/**
 * Returns the actor of a request for the audit log: the signed-in person, the API key, or an anonymous actor.
 */
export function actorOf(
  { state, ip }: Pick<Context, 'state' | 'ip'>,
  { user }: Partial<SignedIn>,
  key: NamedKeyHolder | null,
): Actor {
  const from = { requestId: state['requestId'] as string, ipAddress: clientAddressOf(ip) }
  const anonymous: Actor = { kind: 'anonymous', ...from }
  if (key !== null) return asApiKey(anonymous, key)
  if (user === undefined) return anonymous
  return { kind: 'user', userId: user.id, email: user.email, ...from }
}

/**
 * Returns the actor of the same request for a person who was identified by other means than the route's
 * credential.
 */
export function actorOfPerson({ requestId, ipAddress }: Actor, { user }: SignedIn): Actor {
  return { kind: 'user', userId: user.id, email: user.email, requestId, ipAddress }
}

/** Returns the kind, user agent and address of the client that sent a request. */
export function clientOf({ req, ip }: Pick<Context, 'req' | 'ip'>): SignInClient {
  const userAgent = req.headers['user-agent'] ?? null
  return { kind: isFromConsole(req) ? 'console' : 'token', userAgent, ipAddress: clientAddressOf(ip) }
}
