import { type Actor, asUser } from '../../../domain/account/audit/actor.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
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

/**
 * Opens a session of a person who comes from another of their organizations, without a further sign-in. The
 * person must be locked, and the session there must have ended.
 */
export async function openFromAnother(
  tx: Transaction,
  member: User,
  session: Session,
  by: Actor,
): Promise<void> {
  await openSession(tx, member, session)
  await tx.audit.add({
    action: 'signIn.succeeded',
    organizationId: member.organizationId,
    by: asUser(by, member),
    subject: accountSubject(member.email, member),
    after: { way: 'switch' },
  })
}
