import type { AuditEntry } from '../../../domain/account/audit/audit-entry.ts'
import type { AuditFilter } from '../../../domain/account/audit/audit-filter.ts'
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

function matches(entry: AuditEntry, filter: AuditFilter): boolean {
  const { organizationId, since, until, action, account, actor, subject } = filter
  return (
    (organizationId === null || entry.organizationId === organizationId) &&
    (since === null || entry.at >= since) &&
    (until === null || entry.at < until) &&
    (action === null || entry.action.startsWith(action)) &&
    (account === null || accountsOf(entry).includes(account)) &&
    (actor === null || actorsOf(entry).includes(actor)) &&
    (subject === null || [entry.subject.kind, entry.subject.id, entry.subject.name].includes(subject))
  )
}

function actorsOf({ by }: AuditEntry): readonly string[] {
  if (by.kind === 'person') return [by.kind, by.email, by.userId]
  return by.kind === 'apiKey' ? [by.kind, by.apiKeyId, by.name] : [by.kind]
}

function accountsOf({ by, subject, after }: AuditEntry): readonly (string | null | undefined)[] {
  return [by.kind === 'person' ? by.email : null, subject.name, after?.email]
}
