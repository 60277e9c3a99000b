import { type Actor, asUser } from '../../../domain/account/audit/actor.ts'
import type { AuditEvent } from '../../../domain/account/audit/audit-entry.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/**
 * Adds an entry about a change of an account to the audit log of each organization of the person, because each of
 * them relies on the account. A person acts in each organization as their user there.
 */
export async function noteOfAccount(
  tx: Transaction,
  accountId: string,
  by: Actor,
  event: Pick<AuditEvent, 'action' | 'before' | 'after'>,
): Promise<void> {
  const users = await tx.accounts.usersOf(accountId)
  const isOwn = by.kind === 'user' && users.some(({ id }) => id === by.userId)
  for (const user of users) {
    const { organizationId, email } = user
    const actor = isOwn ? asUser(by, user) : by
    await tx.audit.add({ ...event, organizationId, by: actor, subject: userAuditSubject(email, user) })
  }
}
