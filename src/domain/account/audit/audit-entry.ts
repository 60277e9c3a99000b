import type { Actor } from './actor.ts'
import type { AuditAction } from './audit-action.ts'
import type { Facts } from './facts.ts'
import type { Subject } from './subject.ts'

/** Something that was done or tried, as a use case tells of it. */
export interface AuditEvent {
  readonly action: AuditAction
  /** Null where it is not known, and where it concerns none. */
  readonly organizationId: string | null
  readonly by: Actor
  readonly subject: Subject
  readonly before?: Facts
  readonly after?: Facts
}

/** The same as it is kept. */
export interface AuditEntry extends Omit<AuditEvent, 'before' | 'after'> {
  readonly id: string
  readonly at: Date
  readonly before: Facts | null
  readonly after: Facts | null
}

export function auditEntry(id: string, at: Date, event: AuditEvent): AuditEntry {
  const { before = null, after = null } = event
  return { ...event, id, at, before, after }
}
