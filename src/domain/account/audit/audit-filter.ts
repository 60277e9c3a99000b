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
  /** Who did it: an address, an id, or a kind such as `operator`. */
  readonly actor: string | null
  /** What it was done to: its kind, its id, or its name. */
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
