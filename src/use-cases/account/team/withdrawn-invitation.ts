import type { Actor } from '../../../domain/account/audit/actor.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import type { KeptInvitation } from '../../../domain/account/invitation.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/** Of an invitation that was ended by somebody, or by the next one of its address. */
export function toldOfWithdrawn(
  tx: Transaction,
  { organizationId, email, role }: KeptInvitation,
  by: Actor,
): Promise<void> {
  const subject = accountSubject(email)
  return tx.audit.add({ action: 'invitation.withdrawn', organizationId, by, subject, before: { role } })
}
