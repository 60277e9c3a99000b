import { type Actor, apiKeyIdOf } from '../domain/account/audit/actor.ts'
import type { Organization } from '../domain/account/organization.ts'
import { isAllowed, type RoleAction } from '../domain/account/role.ts'
import type { SignedIn } from '../domain/account/sessions/session.ts'
import { DomainError } from '../domain/errors.ts'
import type { Transaction } from '../ports/unit-of-work.ts'

interface Change {
  readonly organizationId: string
  readonly by: Actor
  /** The id of the session that sent the request; null or absent if no session did. */
  readonly sessionId?: string | null
  readonly at: Date
}

/**
 * Locks an organization before a change that gives access to it, such as a new API key, and returns the organization.
 * Throws if it was closed, or if the session or API key of the request has ended, since the guard admitted the request.
 * Otherwise the change could wait for the lock of a transaction that ends all access, and survive it.
 */
export async function lockOpen(
  tx: Transaction,
  { organizationId, by, sessionId = null, at }: Change,
): Promise<Organization | null> {
  const organization = await tx.organizations.lock(organizationId)
  await tx.organizations.assertOpen(organizationId)
  if (sessionId !== null && !(await tx.sessions.isOpen(sessionId))) throw new DomainError('UNAUTHENTICATED')
  const keyId = apiKeyIdOf(by)
  const key = keyId === null ? null : await tx.apiKeys.lock(organizationId, keyId)
  if (key !== null && key.revokedAt !== null && key.revokedAt <= at) throw new DomainError('UNAUTHENTICATED')
  return organization
}

interface ChangeByMember extends Omit<Change, 'sessionId'> {
  /** The person who sent the request; null if no session did. */
  readonly signedIn: SignedIn | null
  /** The action for which the person needs a role. */
  readonly action: RoleAction
}

/**
 * Locks an organization as `lockOpen` does, before a change that follows slow requests to other servers. Throws FORBIDDEN
 * too if the person has lost the role for an action since the guard admitted the request.
 */
export async function lockOpenFor(
  tx: Transaction,
  { signedIn, action, ...change }: ChangeByMember,
): Promise<void> {
  await lockOpen(tx, { ...change, sessionId: signedIn?.session.id ?? null })
  if (signedIn === null) return
  const present = await tx.accounts.lockUser(signedIn.user.id)
  if (present === null || !isAllowed(present.role, action)) throw new DomainError('FORBIDDEN')
}
