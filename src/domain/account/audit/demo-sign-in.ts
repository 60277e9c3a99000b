import type { User } from '../user.ts'
import { type Actor, asPerson } from './actor.ts'
import type { AuditEvent } from './audit-entry.ts'
import { accountSubject } from './subject.ts'

/** Returns the audit event for a sign-in as the demo's owner, by a link or by a click. */
export function demoSignIn(by: Actor, user: User, way: 'link' | 'click'): AuditEvent {
  return {
    action: 'signIn.demo',
    organizationId: user.organizationId,
    by: asPerson(by, user),
    subject: accountSubject(user.email, user),
    after: { way },
  }
}
