import type { User } from '../../domain/account/user.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

/**
 * The owner has shown that the address is theirs. A stranger may have signed up with it before, so the keys
 * that were made until now end. False where there is nothing to confirm any more. The user must be locked.
 */
export async function confirmOrganization(
  tx: Transaction,
  { id, organizationId }: Pick<User, 'id' | 'organizationId'>,
  at: Date,
): Promise<boolean> {
  const confirmation = await tx.confirmations.lock(organizationId)
  if (confirmation === null || confirmation.confirmedAt !== null || confirmation.userId !== id) return false
  await tx.confirmations.save({ ...confirmation, confirmedAt: at })
  await tx.apiKeys.revokeAll(organizationId, at)
  return true
}
