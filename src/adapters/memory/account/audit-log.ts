import type { AuditEntry } from '../../../domain/account/audit/audit-entry.ts'
import { type AuditFilter, matches } from '../../../domain/account/audit/audit-filter.ts'
import type { Page, PageOf } from '../../../domain/page.ts'
import { AuditLog } from '../../../ports/account/audit.ts'
import { pageById } from '../pages.ts'
import type { MemoryStore } from '../store.ts'

export class MemoryAuditLog extends AuditLog {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(filter: AuditFilter, page: Page): Promise<PageOf<AuditEntry>> {
    return pageById(this.#store.auditEntries.values(), page, (entry) => matches(entry, filter), true)
  }
}
