import type { AuditEvent } from '../../../domain/account/audit/audit-entry.ts'

/** What was done is kept with the doing of it, or not at all. Entries are added, and never changed. */
export interface AuditStore {
  /** With an id and the present time. */
  add(event: AuditEvent): Promise<void>
  /** Deletes up to `most` entries from before a moment, the oldest first; says how many. */
  forget(before: Date, most: number): Promise<number>
}
