import type { Actor } from './actor.ts'
import type { AuditAction } from './audit-action.ts'
import type { AuditFacts } from './facts.ts'
import type { AuditSubject } from './subject.ts'

/**
 * An action of a caller, or an attempt that was refused, in the form in which a use case reports it to the
 * audit log.
 */
export interface AuditEvent {
  readonly action: AuditAction
  /**
   * The organization that the action or attempt concerned; null if it is unknown or if the action concerns no
   * organization.
   */
  readonly organizationId: string | null
  readonly by: Actor
  readonly subject: AuditSubject
  readonly before?: AuditFacts
  readonly after?: AuditFacts
}

/** `AuditEvent` with an id and a time, as the database stores it. */
export interface AuditEntry extends Omit<AuditEvent, 'before' | 'after'> {
  readonly id: string
  readonly at: Date
  readonly before: AuditFacts | null
  readonly after: AuditFacts | null
}

export function auditEntry(id: string, at: Date, event: AuditEvent): AuditEntry {
  const { before = null, after = null } = event
  return { ...event, id, at, before, after }
}
