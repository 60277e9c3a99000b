import { providerRequired } from '../../../domain/account/open-id/sign-in-provider.ts'
import { isConfirmed } from '../../../domain/account/second-factor/second-factor.ts'
import type { User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/**
 * Returns whether a user's organization refuses sign-ins by the account, because its members must use its own provider.
 * Owners with two-factor sign-in are exempt, so that the organization keeps a way in if the provider fails.
 */
export async function mustUseProvider(tx: Transaction, user: UserOfProvider): Promise<boolean> {
  return (await requiresProvider(tx, user.organizationId)) && !(await isExemptFromProvider(tx, user))
}

type UserOfProvider = Pick<User, 'organizationId' | 'accountId' | 'role'>

/** Returns whether the members of an organization must sign in through its own provider. */
async function requiresProvider(tx: Transaction, organizationId: string): Promise<boolean> {
  const provider = await tx.organizationSignIn.provider(organizationId)
  return provider !== null && provider.requiredAt !== null
}

async function isExemptFromProvider(tx: Transaction, { accountId, role }: UserOfProvider): Promise<boolean> {
  return role === 'owner' && isConfirmed(await tx.accounts.secondFactorOf(accountId))
}

/**
 * Returns whether a user is the only one who can sign in to an organization that requires its own provider, should the
 * provider fail. The organization must be locked.
 */
export async function isLastWayIn(tx: Transaction, user: User): Promise<boolean> {
  const { id, organizationId } = user
  if (!(await requiresProvider(tx, organizationId)) || !(await isExemptFromProvider(tx, user))) return false
  for (const owner of await tx.accounts.ownersOf(organizationId))
    if (owner.id !== id && (await isExemptFromProvider(tx, owner))) return false
  return true
}

/**
 * Refuses a change that makes a user no longer an owner with two-factor sign-in, if no other owner could sign in when
 * the organization's own provider fails. The organization must be locked.
 */
export async function assertNotLastWayIn(tx: Transaction, user: User): Promise<void> {
  if (!(await isLastWayIn(tx, user))) return
  throw new DomainError('CONFLICT', {
    message:
      'This person is the only owner who can sign in if the sign-in provider of the organization fails. First let another owner turn on two-factor sign-in, or stop requiring the provider',
  })
}

/**
 * Ends the sessions of an organization that it would refuse now, because its members must use its own provider. Runs
 * after a change of a role or of a second factor. The organization must be locked.
 */
export async function endRefusedSessions(tx: Transaction, organizationId: string, at: Date): Promise<void> {
  if (await requiresProvider(tx, organizationId))
    await tx.sessions.endByAccount(organizationId, 'signed_out', at)
}

/**
 * Returns the users of an account who are owners, before a change of its second factor. Locks the organizations of the
 * account, so that none of them begins to require its provider meanwhile, and all users of the account. The caller
 * locks the account afterwards.
 */
export async function lockedOwners(tx: Transaction, accountId: string): Promise<readonly User[]> {
  return (await lockedUsers(tx, accountId)).filter(({ role }) => role === 'owner')
}

/** Returns the users of an account. Locks their organizations, and then the users. The caller locks the account. */
export async function lockedUsers(tx: Transaction, accountId: string): Promise<User[]> {
  const users = await tx.accounts.usersOf(accountId)
  // Locks in the order of the ids; otherwise two transactions could cause a deadlock.
  for (const id of users.map(({ organizationId }) => organizationId).toSorted())
    await tx.organizations.lock(id)
  const locked: User[] = []
  for (const id of users.map((user) => user.id).toSorted()) {
    const user = await tx.accounts.lockUser(id)
    if (user !== null) locked.push(user)
  }
  return locked
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
