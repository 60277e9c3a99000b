import type { User } from '../user.ts'
import { type Actor, asProvenUser } from './actor.ts'
import type { AuditEvent } from './audit-entry.ts'
import { userAuditSubject } from './subject.ts'

/** Returns the audit event for a sign-in as the demo's owner, by a link or by a click. */
export function demoSignIn(by: Actor, user: User, way: 'link' | 'click'): AuditEvent {
  return {
    action: 'signIn.demo',
    organizationId: user.organizationId,
    by: asProvenUser(by, user),
    subject: userAuditSubject(user.email, user),
    after: { way },
  }
}
