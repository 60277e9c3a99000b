import type { AuditFilter } from '../../../src/domain/account/audit/audit-filter.ts'

/** The search of audit entries that finds all of them. */
export const anyEntry: AuditFilter = {
  organizationId: null,
  since: null,
  until: null,
  action: null,
  account: null,
  actor: null,
  subject: null,
}
