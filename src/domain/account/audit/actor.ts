import type { ActorView } from '../../actor-view.ts'
import type { NamedKeyHolder } from '../api-keys/api-key.ts'
import type { User } from '../user.ts'

type Who =
  | { readonly kind: 'user'; readonly userId: string; readonly email: string }
  /** An API key, with the name that it has at the time of the action. */
  | { readonly kind: 'apiKey'; readonly apiKeyId: string; readonly name: string }
  /** A person with a shell on the machine of the service, who runs `npm run admin`. */
  | { readonly kind: 'operator' }
  /** An actor whose identity is unknown, because the client is not signed in. */
  | { readonly kind: 'anonymous' }
  /** An actor for work that the service does on its own, for example at its first start. */
  | { readonly kind: 'service' }

/**
 * The user or program whose action is noted in the audit log, with the id of the request and the address of
 * the client. Both are null outside a request.
 */
export type Actor = Who & { readonly requestId: string | null; readonly ipAddress: string | null }

const nowhere = { requestId: null, ipAddress: null }
export const operator: Actor = { kind: 'operator', ...nowhere }
export const service: Actor = { kind: 'service', ...nowhere }

/** Returns the actor of a request for an API key that sent it. */
export function asApiKey(by: Actor, { id, name }: Pick<NamedKeyHolder, 'id' | 'name'>): Actor {
  return { kind: 'apiKey', apiKeyId: id, name, requestId: by.requestId, ipAddress: by.ipAddress }
}

/** Returns the id of the user who acts; null if the actor is not a user. */
export function userIdOf(by: Actor): string | null {
  return by.kind === 'user' ? by.userId : null
}

/** Returns the id of the API key that acts; null if the actor is not an API key. */
export function apiKeyIdOf(by: Actor): string | null {
  return by.kind === 'apiKey' ? by.apiKeyId : null
}

/** Returns the id of the user or API key that acts; null if the actor is neither. */
export function actorIdOf(by: Actor): string | null {
  return apiKeyIdOf(by) ?? userIdOf(by)
}

/** Returns a user who acts in one organization as the user of the same account in another organization. */
export function asUser(by: Actor, { id }: Pick<User, 'id'>): Actor {
  return by.kind === 'user' ? { ...by, userId: id } : by
}

/**
 * Returns the actor with the identity that an anonymous client has proved. Other actors, such as the
 * operator, do not change.
 */
export function asProvenUser(by: Actor, { id, email }: Pick<User, 'id' | 'email'>): Actor {
  const { kind, requestId, ipAddress } = by
  return kind === 'anonymous' ? { kind: 'user', userId: id, email, requestId, ipAddress } : by
}

/** Returns an actor of the audit log as the API returns it. */
export function viewOfActor(by: Actor): ActorView {
  if (by.kind === 'user') return { kind: by.kind, id: by.userId, name: by.email }
  if (by.kind === 'apiKey') return { kind: by.kind, id: by.apiKeyId, name: by.name }
  return { kind: by.kind === 'anonymous' ? 'user' : by.kind, id: null, name: null }
}
