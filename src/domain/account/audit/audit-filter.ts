import type { AuditEntry } from './audit-entry.ts'

/** The conditions of a search of audit entries. A null field matches every entry. */
export interface AuditFilter {
  readonly organizationId: string | null
  readonly since: Date | null
  /** The exclusive end of the time range. */
  readonly until: Date | null
  /** An action, or the beginning of the names of several actions. */
  readonly action: string | null
  /** A normalized address of the person who acted or of the person whom the action concerned. */
  readonly account: string | null
  /** The actor's e-mail address, id or kind, such as `operator`. */
  readonly actor: string | null
  /** The kind, id or name of the thing that the action changed. */
  readonly subject: string | null
}

export const anyEntry: AuditFilter = {
  organizationId: null,
  since: null,
  until: null,
  action: null,
  account: null,
  actor: null,
  subject: null,
}

export function matches(entry: AuditEntry, filter: AuditFilter): boolean {
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
  return by.kind === 'apiKey' ? [by.kind, by.apiKeyId] : [by.kind]
}

function accountsOf({ by, subject, after }: AuditEntry): readonly (string | null | undefined)[] {
  return [by.kind === 'person' ? by.email : null, subject.name, after?.email]
}
