import { providerRequired } from '../../../domain/account/open-id/sign-in-provider.ts'
import { isConfirmed } from '../../../domain/account/second-factor/second-factor.ts'
import type { User } from '../../../domain/account/user.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/**
 * Returns whether a user's organization refuses sign-ins by the account, because its members must use its own provider.
 * Owners with two-factor sign-in are exempt, so that the organization keeps a way in if the provider fails.
 */
export async function mustUseProvider(
  tx: Transaction,
  { organizationId, accountId, role }: Pick<User, 'organizationId' | 'accountId' | 'role'>,
): Promise<boolean> {
  const provider = await tx.organizationSignIn.provider(organizationId)
  if (provider === null || provider.requiredAt === null) return false
  return role !== 'owner' || !isConfirmed(await tx.secondFactors.of(accountId))
}

/** Returns the first of some users whose organization accepts sign-ins by the account; undefined if none does. */
export async function firstAdmitted<One extends User>(
  tx: Transaction,
  users: readonly One[],
): Promise<One | undefined> {
  for (const user of users) if (!(await mustUseProvider(tx, user))) return user
  return undefined
}

/**
 * Returns the first of an account's users whose organization accepts sign-ins by the account; undefined if there are no
 * users. Throws SIGN_IN_PROVIDER_REQUIRED if no organization accepts one.
 */
export async function admittedUser<One extends User>(
  tx: Transaction,
  users: readonly One[],
): Promise<One | undefined> {
  const admitted = await firstAdmitted(tx, users)
  const [first] = users
  if (admitted === undefined && first !== undefined) throw providerRequired(first)
  return admitted
}
