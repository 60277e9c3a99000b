import { DomainError } from '../../../domain/errors.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/** Returns whether the owner of an organization must still confirm their address. A confirmed one stays confirmed. */
export async function isUnconfirmed(tx: Transaction, organizationId: string): Promise<boolean> {
  const confirmation = await tx.organizations.lockConfirmation(organizationId)
  return confirmation !== null && confirmation.confirmedAt === null
}

/**
 * Refuses a change by which more people could join an organization while its owner has not confirmed their address,
 * because a stranger may have signed up with the address. `change` completes the message, for example "invite people".
 */
export async function assertConfirmed(
  tx: Transaction,
  organizationId: string,
  change: string,
): Promise<void> {
  if (await isUnconfirmed(tx, organizationId))
    throw new DomainError('FORBIDDEN', {
      message: `The organization cannot ${change} until its owner has confirmed their e-mail address`,
    })
}
