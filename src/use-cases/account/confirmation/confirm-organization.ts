import type { Actor } from '../../../domain/account/audit/actor.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import type { User } from '../../../domain/account/user.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/**
 * Marks an organization as confirmed after its owner has proved to own the e-mail address. Revokes its API
 * keys, because a stranger may have created them. Returns false if nothing is left to confirm. The organization, the
 * user and the account must be locked, so that no key that is being created is missed.
 */
export async function confirmOrganization(
  tx: Transaction,
  { id, organizationId, email }: Pick<User, 'id' | 'organizationId' | 'email'>,
  by: Actor,
  at: Date,
): Promise<boolean> {
  const confirmation = await tx.organizations.lockConfirmation(organizationId)
  if (confirmation === null || confirmation.confirmedAt !== null || confirmation.userId !== id) return false
  await tx.organizations.saveConfirmation({ ...confirmation, confirmedAt: at })
  const subject = userAuditSubject(email, { id })
  await tx.audit.add({ action: 'account.confirmed', organizationId, by, subject })
  await revokeKeys(tx, organizationId, by, at)
  return true
}

/** Revokes all API keys of an organization. The organization must be locked. */
export async function revokeKeys(
  tx: Transaction,
  organizationId: string,
  by: Actor,
  at: Date,
): Promise<void> {
  for (const { id, name } of await tx.apiKeys.revokeAll(organizationId, at)) {
    const subject = { kind: 'apiKey', id, name } as const
    await tx.audit.add({ action: 'apiKey.revoked', organizationId, by, subject })
  }
}
