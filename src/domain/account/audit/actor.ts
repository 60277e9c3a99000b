import type { User } from '../user.ts'

type Who =
  | { readonly kind: 'person'; readonly userId: string; readonly email: string }
  | { readonly kind: 'apiKey'; readonly apiKeyId: string }
  /** Whoever has a shell on the service: `npm run admin`. */
  | { readonly kind: 'operator' }
  /** Somebody who is not signed in. */
  | { readonly kind: 'anonymous' }
  /** The service by itself, as at its first start. */
  | { readonly kind: 'service' }

/** Who does something, in which request and from which client address; null where there is none. */
export type Actor = Who & { readonly requestId: string | null; readonly address: string | null }

const nowhere = { requestId: null, address: null }
export const operator: Actor = { kind: 'operator', ...nowhere }
export const service: Actor = { kind: 'service', ...nowhere }

/** The user who does it; null where it is none. */
export function userIdOf(by: Actor): string | null {
  return by.kind === 'person' ? by.userId : null
}

/** The stranger of a request, once they have shown who they are. The operator stays the operator. */
export function asPerson(by: Actor, { id, email }: Pick<User, 'id' | 'email'>): Actor {
  const { kind, requestId, address } = by
  return kind === 'anonymous' ? { kind: 'person', userId: id, email, requestId, address } : by
}
