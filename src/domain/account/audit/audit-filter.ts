import type { AuditEntry } from './audit-entry.ts'

/** The conditions of a search of audit entries. A null field matches every entry. */
export interface AuditFilter {
  readonly organizationId: string | null
  readonly since: Date | null
  /** The exclusive end of the searched time range. */
  readonly until: Date | null
  /** Matches entries with this action, or with actions whose names begin with this text. */
  readonly action: string | null
  /**
   * Matches entries that have this normalized e-mail address as their actor, as their subject or in the facts
   * after the action.
   */
  readonly account: string | null
  /** Matches entries whose actor has this e-mail address, id or kind, such as `operator`. */
  readonly actor: string | null
  /** Matches entries about a subject with this kind, id or name. */
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
