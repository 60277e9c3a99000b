import { DomainError } from '../../../domain/errors.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { isUnconfirmed } from '../../admit-sending.ts'

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
      message: sentence(
        'The organization cannot {wordsOfChange} until its owner has confirmed their e-mail address',
        { wordsOfChange: change },
      ),
    })
}
