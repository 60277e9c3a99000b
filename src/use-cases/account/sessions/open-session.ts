import { type Actor, asUser } from '../../../domain/account/audit/actor.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import { providerRequired } from '../../../domain/account/open-id/sign-in-provider.ts'
import { replacedKinds, type Session } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { mustUseProvider } from './own-provider.ts'

/**
 * Starts a session and ends the person's sessions that it replaces, which depends on the organization's
 * settings. Throws SIGN_IN_PROVIDER_REQUIRED if the organization's own provider must vouch for the person. The user must
 * be locked.
 */
export async function openSession(tx: Transaction, user: User, session: Session): Promise<void> {
  const { organizationId } = user
  if (session.vouchedBy === 'account' && (await mustUseProvider(tx, user))) throw providerRequired(user)
  // Turning the option off locks all people of the organization, so the answer stays true until the session is stored.
  const allowsSeveralSessions = (await tx.organizations.find(organizationId))?.allowsSeveralSessions ?? false
  await tx.sessions.start(session, replacedKinds(session.kind, allowsSeveralSessions))
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
    subject: userAuditSubject(member.email, member),
    after: { way: 'switch' },
  })
}
