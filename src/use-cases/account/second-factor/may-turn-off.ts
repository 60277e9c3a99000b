import type { User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/** Throws CONFLICT if a person may not turn off their two-factor sign-in, because an organization requires it. */
export async function assertMayTurnOff(tx: Transaction, user: User): Promise<void> {
  for (const { organizationId, role } of await tx.accounts.usersOf(user.accountId)) {
    const organization = await tx.organizations.find(organizationId)
    if (organization !== null && organization.secondFactorRequiredAt !== null)
      throw required(organizationId, user)
    const provider = role === 'owner' ? await tx.organizationSignIn.provider(organizationId) : null
    if (provider !== null && provider.requiredAt !== null)
      throw new DomainError('CONFLICT', {
        message:
          'You own an organization whose members must sign in through its provider. Two-factor sign-in is your way in if the provider fails, so it cannot be turned off',
      })
  }
}

function required(organizationId: string, user: User): DomainError {
  const whose = organizationId === user.organizationId ? 'Your organization' : 'Another of your organizations'
  const message = `${whose} requires two-factor sign-in of everybody; an owner can change that`
  return new DomainError('CONFLICT', { message })
}
