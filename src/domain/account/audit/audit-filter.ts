import type { AuditEntry } from './audit-entry.ts'

/** Which entries are asked for; null asks for any. */
export interface AuditFilter {
  readonly organizationId: string | null
  readonly since: Date | null
  /** Not itself included. */
  readonly until: Date | null
  /** An action, or what some of them begin with. */
  readonly action: string | null
  /** An address, as it is normalised: of whoever did it, or to whom it was done. */
  readonly account: string | null
}

export const anyEntry: AuditFilter = {
  organizationId: null,
  since: null,
  until: null,
  action: null,
  account: null,
}

export function matches(entry: AuditEntry, filter: AuditFilter): boolean {
  const { organizationId, since, until, action, account } = filter
  return (
    (organizationId === null || entry.organizationId === organizationId) &&
    (since === null || entry.at >= since) &&
    (until === null || entry.at < until) &&
    (action === null || entry.action.startsWith(action)) &&
    (account === null || accountsOf(entry).includes(account))
  )
}

function accountsOf({ by, subject, after }: AuditEntry): readonly (string | null | undefined)[] {
  return [by.kind === 'person' ? by.email : null, subject.name, after?.email]
}
