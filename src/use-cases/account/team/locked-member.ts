import { mayManage, type Role, roleWithArticle } from '../../../domain/account/role.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { assertNotLastWayIn } from '../sessions/own-provider.ts'

/**
 * Locks the organization and returns the stored user who makes the request. No other change of members can
 * run until the commit.
 */
export async function lockedActor(tx: Transaction, { user }: SignedIn): Promise<User> {
  await tx.organizations.lock(user.organizationId)
  const actor = await tx.accounts.lockUser(user.id)
  if (actor === null) throw new DomainError('UNAUTHENTICATED')
  return actor
}

/**
 * Returns a member and the user who makes the request, and locks both and their organization. If two requests
 * remove the last two owners, the second finds only one owner.
 */
export async function lockedMember(
  tx: Transaction,
  signedIn: SignedIn,
  userId: string,
): Promise<{ readonly member: User; readonly actor: User }> {
  const actor = await lockedActor(tx, signedIn)
  const member = userId === actor.id ? actor : await tx.accounts.lockUser(userId)
  if (member === null || member.organizationId !== actor.organizationId)
    throw new DomainError('NOT_FOUND', { message: 'The organization has no member with this id' })
  return { member, actor }
}

export function assertMayManage(actor: Pick<User, 'role'>, ...touched: readonly Role[]): void {
  const refused = touched.find((role) => !mayManage(actor.role, role))
  if (refused === undefined) return
  const message = `Only an owner can add, change or remove ${roleWithArticle(refused)}; you are ${roleWithArticle(actor.role)}`
  throw new DomainError('FORBIDDEN', { message })
}

/**
 * Refuses to take the last owner from an organization, and the last one who can sign in to it if its own provider fails.
 */
export async function assertNotLastOwner(tx: Transaction, owner: User): Promise<void> {
  if (owner.role !== 'owner') return
  if ((await tx.accounts.ownersOf(owner.organizationId)).length > 1) return assertNotLastWayIn(tx, owner)
  const message =
    'This person is the last owner, and an organization must have an owner. First make another member an owner'
  throw new DomainError('CONFLICT', { message })
}
