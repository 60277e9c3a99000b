import type { Context } from 'koa'
import type { Actor } from '../../../../domain/account/audit/actor.ts'
import type { SignedIn, SignInClient } from '../../../../domain/account/sessions/session.ts'
import { isFromConsole } from '../../account/sessions/session-cookie.ts'
import { addressOf } from './address.ts'

/** Who sends a request: the person who is signed in, or somebody who is not. */
export function actorOf({ state, ip }: Pick<Context, 'state' | 'ip'>, { user }: Partial<SignedIn>): Actor {
  const from = { requestId: state['requestId'] as string, address: addressOf(ip) }
  if (user === undefined) return { kind: 'anonymous', ...from }
  return { kind: 'person', userId: user.id, email: user.email, ...from }
}

/** The same request, of a person who is known by other means than its route asks for. */
export function actorOfPerson({ requestId, address }: Actor, { user }: SignedIn): Actor {
  return { kind: 'person', userId: user.id, email: user.email, requestId, address }
}

/** What a request comes with, from where. */
export function clientOf({ req, ip }: Pick<Context, 'req' | 'ip'>): SignInClient {
  const userAgent = req.headers['user-agent'] ?? null
  return { kind: isFromConsole(req) ? 'console' : 'token', userAgent, address: addressOf(ip) }
}
