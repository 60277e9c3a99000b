import type { AuditEvent } from '../../../domain/account/audit/audit-entry.ts'

/**
 * Adds audit entries in the transaction of the action, so an entry exists only if the action was committed.
 * Entries never change.
 */
export interface AuditStore {
  /** Adds an audit entry with a new id and the present time. */
  add(event: AuditEvent): Promise<void>
  /**
   * Deletes up to `most` audit entries from before a time, oldest first. Returns the number of deleted
   * entries.
   */
  forget(before: Date, most: number): Promise<number>
}
