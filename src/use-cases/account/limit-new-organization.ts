import type { User } from '../../domain/account/user.ts'
import { deploymentSender } from '../../domain/sender/sender-offers.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

/** The sender by which new organizations send through the mail server of the deployment, with its limit. */
export interface LimitedSender {
  readonly name: string
  readonly email: string
  readonly maxPerDay: number
}

interface NewOwner {
  readonly owner: Pick<User, 'id' | 'organizationId'>
  /** The time when the owner's address was confirmed; null if a mailed link must confirm it. */
  readonly confirmedAt: Date | null
  /** The limited sender of the organization; null if its mail is not limited. */
  readonly limited: LimitedSender | null
  readonly newId: () => string
  readonly at: Date
}

/**
 * Limits an organization that a stranger created. It sends nothing before the address of its owner is confirmed, and
 * then a few e-mails a day by the mail server of the deployment, until the operator or a plan permits more.
 */
export async function limitNewOrganization(
  tx: Transaction,
  { owner, confirmedAt, limited, newId, at }: NewOwner,
): Promise<void> {
  const { organizationId, id: userId } = owner
  await tx.organizations.addConfirmation({ organizationId, userId, confirmedAt })
  if (limited !== null)
    await tx.senders.add(deploymentSender(newId(), organizationId, limited, at), null, null)
}
