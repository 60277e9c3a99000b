import type { AuditEntry } from '../../domain/account/audit/audit-entry.ts'
import type { AuditFilter } from '../../domain/account/audit/audit-filter.ts'
import type { Page, PageOf } from '../../domain/page.ts'

/** What was done, by whom. */
export abstract class AuditLog {
  /**
   * The latest first. It looks through so many entries and no more, so a page may hold fewer than its limit, or
   * none, and still not be the last.
   */
  abstract list(filter: AuditFilter, page: Page): Promise<PageOf<AuditEntry>>
}
