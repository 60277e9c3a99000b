import type { Actor } from '../../../domain/account/audit/actor.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import type { StoredInvitation } from '../../../domain/account/invitation.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/**
 * Adds the audit entry for an invitation that a user withdrew, or that a later invitation to the same address
 * replaced.
 */
export function auditWithdrawnInvitation(
  tx: Transaction,
  { organizationId, email, role }: StoredInvitation,
  by: Actor,
): Promise<void> {
  const subject = userAuditSubject(email)
  return tx.audit.add({ action: 'invitation.withdrawn', organizationId, by, subject, before: { role } })
}
