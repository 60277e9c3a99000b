import type { Actor } from '../../domain/account/audit/actor.ts'
import type { AuditEntry, AuditEvent } from '../../domain/account/audit/audit-entry.ts'
import type { AuditFilter } from '../../domain/account/audit/audit-filter.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { DraftPart } from '../../domain/spinner/draft-parts.ts'
import type { InTransaction } from '../in-transaction.ts'

/** Selects the entries about changes of a spinner's draft (`spinner.changed`) by one actor since a time. */
export interface DraftChanges {
  readonly organizationId: string
  readonly spinnerId: string
  readonly by: Actor
  readonly since: Date
}

/**
 * The log of actions and of the people and programs that performed them. Entries are added in the transaction of the
 * action, so an entry exists only if the action was committed. Entries never change.
 */
export abstract class AuditStore {
  /**
   * Returns audit entries, latest first. A page is searched for in a limited number of entries. So a page may
   * hold fewer entries than its limit, or none, without being the last.
   */
  abstract list(filter: AuditFilter, page: Page): Promise<PageOf<AuditEntry>>
  /** Adds an audit entry with a new id and the present time. */
  abstract add(this: InTransaction, event: AuditEvent): Promise<void>
  /** Adds several audit entries, as `add` does, in one statement. */
  abstract addAll(this: InTransaction, events: readonly AuditEvent[]): Promise<void>
  /**
   * Returns the parts of a spinner's draft that entries since a time name as changed by this actor. An index of
   * these entries alone finds them, so the search does not depend on the size of the log.
   */
  abstract draftPartsChangedBy(changes: DraftChanges): Promise<ReadonlySet<DraftPart>>
  /**
   * Deletes up to `most` audit entries from before a time, oldest first. Returns the number of deleted
   * entries.
   */
  abstract forget(this: InTransaction, before: Date, most: number): Promise<number>
}
