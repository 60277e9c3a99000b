import { replacedKinds, type Session } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/**
 * Starts a session and ends the person's sessions that it replaces, which depends on the organization's
 * settings. The user must be locked.
 */
export async function openSession(
  tx: Transaction,
  { organizationId }: Pick<User, 'organizationId'>,
  session: Session,
): Promise<void> {
  const severalSessions = await tx.organizations.allowsSeveralSessions(organizationId)
  await tx.sessions.start(session, replacedKinds(session.kind, severalSessions))
}
