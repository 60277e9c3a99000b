/** The conditions of a search of audit entries. A null field matches every entry. */
export interface AuditFilter {
  readonly organizationId: string | null
  readonly since: Date | null
  /** Matches audit entries before this time (exclusive). */
  readonly until: Date | null
  /** Matches audit entries with this action, or with actions whose names begin with this text. */
  readonly action: string | null
  /**
   * Matches audit entries that name this normalized e-mail address as their actor, as their subject or in the
   * facts after the action.
   */
  readonly account: string | null
  /** Matches audit entries whose actor has this e-mail address, id, name of an API key, or kind, such as `operator`. */
  readonly actor: string | null
  /** Matches audit entries about a thing or person with this kind, id or name. */
  readonly subject: string | null
}
