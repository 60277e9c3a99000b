import { hasApp, isConfirmed } from '../../../domain/account/second-factor/second-factor.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/**
 * Removes all passkeys of an account that gets another way to sign in. Two-factor sign-in stays on if the person has an
 * authenticator app. The account must be locked.
 */
export async function removePasskeys(tx: Transaction, accountId: string): Promise<void> {
  await tx.accounts.removePasskeys(accountId)
  const factor = await tx.accounts.secondFactorOf(accountId)
  if (isConfirmed(factor) && !hasApp(factor)) await tx.accounts.removeSecondFactor(accountId)
}
