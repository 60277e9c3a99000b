/**
 * The kinds of objects with an organization's id, such as tables or jobs, that own rows without that id. Rows
 * without an organization's id are found by the id of the object that owns them.
 */
export type ParentKind =
  | 'dataTable'
  | 'spinner'
  | 'binEntry'
  | 'job'
  | 'sender'
  | 'account'
  | 'user'
  | 'import'

/**
 * A database table with rows of organizations: how the rows are found, and how a move copies them to another
 * cell.
 */
export interface OrganizationTable {
  readonly name: string
  /**
   * The kind of object that each row of the table belongs to: the organization itself, or one of its tables,
   * spinners, jobs and so on.
   */
  readonly of: 'organization' | ParentKind
  /**
   * The column that refers to the organization or parent. It is the first column of an index, unless the
   * table is small.
   */
  readonly by: string
  /**
   * Whether a move copies the table while the organization still works. Its rows have no effect in the other
   * cell before their parent is there: no runtime, sweep or request finds them.
   */
  readonly early?: boolean
  /**
   * An SQL expression that divides the table's rows of one parent (such as one job) into parts. A move
   * compares parts between the cells, and copies those again that differ.
   */
  readonly part?: string
  /**
   * The integer column by which a table's rows are divided into parts for a move. One part covers all values
   * that differ only in the lowest `bits` bits.
   */
  readonly range?: { readonly column: string; readonly bits: number }
  /** Whether both cells delete rows of the table by their age while an organization moves. */
  readonly ages?: boolean
  /**
   * Whether rows of the table never change and are not deleted in the cell that the organization leaves. The
   * other cell gets copies.
   */
  readonly stays?: boolean
}

const ofOrganization = { of: 'organization', by: 'organization_id' } as const
const ofDataTable = { of: 'dataTable', by: 'data_table_id' } as const
const ofSpinner = { of: 'spinner', by: 'spinner_id' } as const
const ofJob = { of: 'job', by: 'job_id' } as const
const ofAccount = { of: 'account', by: 'account_id' } as const
const ofSender = { of: 'sender', by: 'sender_id' } as const
const slicesTogether = { part: 'slice >> 4', range: { column: 'slice', bits: 4 } } as const
/** Divides rows into 256 parts by the last byte of an id, which is random. */
const byteOf = (column: string) => `get_byte(uuid_send(${column}), 15)`
const byTime = (column: string) => ({ part: `extract(epoch from ${column})::bigint >> 8` })

/**
 * All tables with rows of an organization that a move copies, parents before the rows that refer to them.
 * `organizations` comes before all.
 */
export const organizationTables: readonly OrganizationTable[] = [
  {
    name: 'records',
    ...ofDataTable,
    early: true,
    part: 'id >> 15',
    range: { column: 'id', bits: 15 },
  },
  {
    name: 'appends',
    ...ofDataTable,
    early: true,
    part: 'seq >> 12',
    range: { column: 'seq', bits: 12 },
  },
  { name: 'record_keys', ...ofDataTable, early: true, part: 'get_byte(key, 0)' },
  {
    name: 'record_changes',
    ...ofDataTable,
    early: true,
    part: 'record_id >> 15',
    range: { column: 'record_id', bits: 15 },
  },
  {
    name: 'deleted_records',
    of: 'binEntry',
    by: 'bin_entry_id',
    early: true,
    ages: true,
    part: 'id >> 15',
    range: { column: 'id', bits: 15 },
  },
  { name: 'arrival_claims', ...ofDataTable, early: true, ages: true, part: 'get_byte(key, 0)' },
  { name: 'recipients', ...ofJob, early: true, ...slicesTogether },
  { name: 'message_results', ...ofJob, early: true, ...slicesTogether },
  { name: 'captured_messages', ...ofJob, early: true, ages: true },
  {
    name: 'segment_members',
    ...ofSpinner,
    early: true,
    part: 'record_id >> 15',
    range: { column: 'record_id', bits: 15 },
  },
  {
    name: 'goal_outcomes',
    ...ofJob,
    early: true,
    part: 'record_id >> 15',
    range: { column: 'record_id', bits: 15 },
  },
  { name: 'sent_emails', ...ofOrganization, early: true, ...byTime('at') },
  { name: 'message_log', ...ofOrganization, early: true, ages: true, ...byTime('created_at') },
  { name: 'idempotency_keys', ...ofOrganization, early: true, ages: true, ...byTime('created_at') },
  { name: 'inbound_facts', ...ofOrganization, early: true, ages: true, ...byTime('at') },
  { name: 'thread_messages', ...ofOrganization, early: true, ages: true, ...byTime('at') },
  { name: 'thread_words', ...ofOrganization, early: true, ages: true, part: byteOf('message_id') },
  { name: 'thread_placements', ...ofOrganization, early: true, ages: true, part: byteOf('message_id') },
  { name: 'threads', ...ofOrganization, early: true, ages: true, part: byteOf('id') },
  { name: 'thread_keys', ...ofOrganization, early: true, ages: true, part: 'get_byte(key, 0)' },
  { name: 'thread_places', ...ofOrganization, early: true, ages: true, part: byteOf('thread_id') },
  { name: 'suppressions', ...ofOrganization, early: true, ...byTime('created_at') },
  { name: 'suppression_events', ...ofOrganization, early: true, ...byTime('at') },
  { name: 'digested_suppressions', ...ofOrganization, early: true, ...byTime('created_at') },
  { name: 'files', ...ofOrganization, early: true, part: 'id' },
  { name: 'events', ...ofOrganization, early: true, ages: true, part: 'number >> 28' },
  { name: 'stored_projects', ...ofOrganization },
  { name: 'accounts', ...ofAccount, by: 'id' },
  { name: 'users', ...ofOrganization },
  { name: 'email_confirmations', ...ofOrganization },
  { name: 'account_links', ...ofOrganization, ages: true },
  { name: 'open_id_identities', ...ofAccount },
  { name: 'second_factors', ...ofAccount },
  { name: 'passkeys', ...ofAccount },
  { name: 'email_domains', ...ofOrganization },
  { name: 'sign_in_providers', ...ofOrganization },
  { name: 'member_identities', ...ofOrganization },
  { name: 'removed_members', ...ofOrganization },
  { name: 'api_keys', ...ofOrganization },
  { name: 'api_key_refusals', ...ofOrganization },
  { name: 'contact_policies', ...ofOrganization },
  { name: 'digest_keys', ...ofOrganization },
  { name: 'event_tokens', ...ofOrganization },
  { name: 'webhook_secrets', ...ofOrganization },
  { name: 'meters', ...ofOrganization },
  { name: 'meter_usage', ...ofOrganization },
  { name: 'arrival_usage', ...ofOrganization },
  { name: 'activity', ...ofOrganization },
  { name: 'moved_results', ...ofOrganization },
  { name: 'arrivals', ...ofOrganization, ages: true },
  { name: 'erased_records', ...ofOrganization },
  { name: 'stored_data_tables', ...ofOrganization },
  { name: 'removed_columns', ...ofDataTable },
  { name: 'mappings', ...ofDataTable },
  { name: 'record_indexes', ...ofDataTable },
  { name: 'views', ...ofOrganization },
  { name: 'segments', ...ofDataTable },
  { name: 'imports', ...ofDataTable },
  { name: 'key_rebuilds', ...ofDataTable },
  { name: 'key_rebuild_changes', of: 'import', by: 'rebuild_id' },
  { name: 'import_blocks', of: 'import', by: 'import_id' },
  { name: 'staged_keys', of: 'import', by: 'owner' },
  { name: 'stored_spinners', ...ofOrganization },
  { name: 'spinner_templates', ...ofOrganization },
  { name: 'bin_entries', ...ofOrganization, ages: true },
  { name: 'spinner_versions', ...ofSpinner },
  { name: 'spinner_results', ...ofSpinner },
  { name: 'spinner_starts', ...ofSpinner },
  { name: 'spinner_start_jobs', ...ofSpinner },
  { name: 'segment_watches', ...ofOrganization },
  { name: 'goal_watches', ...ofSpinner },
  { name: 'segment_changes', ...ofDataTable },
  { name: 'spinner_paces', ...ofSpinner },
  { name: 'explicit_records', ...ofSpinner },
  { name: 'explicit_record_other_jobs', ...ofSpinner },
  { name: 'audience_parts', ...ofSpinner },
  { name: 'sender_pools', ...ofOrganization },
  { name: 'senders', ...ofOrganization },
  { name: 'outdated_waits', ...ofOrganization },
  { name: 'mailboxes', ...ofSender },
  { name: 'sender_breakers', ...ofSender },
  { name: 'sender_budgets', ...ofSender },
  { name: 'sender_domains', ...ofSender },
  { name: 'sender_health', ...ofSender },
  { name: 'jobs', ...ofOrganization },
  { name: 'slices', ...ofJob },
  { name: 'recipient_actions', ...ofOrganization },
  { name: 'step_waits', ...ofJob },
  { name: 'split_branches', ...ofJob },
  { name: 'event_subscriptions', ...ofOrganization, ages: true },
  { name: 'event_streams', ...ofOrganization },
  { name: 'new_events', ...ofOrganization },
  { name: 'destinations', ...ofOrganization },
  { name: 'labels', ...ofOrganization },
  { name: 'label_rules', ...ofOrganization },
  { name: 'destination_retries', ...ofOrganization },
  { name: 'destination_replays', ...ofOrganization },
  { name: 'destination_attempts', ...ofOrganization, ages: true },
  { name: 'audit_events', ...ofOrganization, ages: true, stays: true },
]

/**
 * Tables with rows of an organization that are not copied when the organization moves to another cell, each
 * with the reason.
 */
export const notCopiedTables: readonly OrganizationTable[] = [
  // Sessions and links are not copied: people sign in again in the other cell, and request another link.
  { name: 'sessions', of: 'user', by: 'user_id' },
  { name: 'password_resets', ...ofAccount },
  { name: 'sender_oauth_states', ...ofOrganization },
  // Search indexes are not copied, because the other cell fills them again.
  { name: 'index_progress', ...ofDataTable },
  { name: 'index_entries', ...ofDataTable },
  { name: 'indexed_appends', ...ofDataTable },
  { name: 'index_changes', ...ofDataTable },
  // The list of people is not copied, because the other cell fills it again.
  { name: 'people_progress', ...ofOrganization },
  { name: 'people_changes', ...ofDataTable },
  { name: 'person_records', ...ofOrganization },
  { name: 'people', ...ofOrganization },
  // A move takes the real organization only; its test organization is deleted.
  { name: 'test_clocks', ...ofOrganization },
  { name: 'test_calls', ...ofOrganization },
  { name: 'test_answers', ...ofOrganization },
  { name: 'test_copies', ...ofOrganization },
  // Rehearsals are not copied, because they are kept for an hour at most.
  { name: 'rehearsals', ...ofOrganization },
]

/**
 * Tables that belong to the deployment (cell) and to no organization. A move of an organization does not copy
 * them.
 */
export const tablesOfTheCell: readonly string[] = [
  'activity_progress',
  'results_progress',
  'moved_credentials',
  'organization_departures',
  'incoming_moves',
  'open_id_states',
  'plans',
  // Rows about deleted data tables whose records are not all deleted yet; they no longer name an
  // organization.
  'removed_tables',
  'restorations',
  'runtime_connections',
  'runtime_workers',
  'schema_files',
  'encryption_keys',
  // The table `throttle` counts attempts such as sign-ins by client address, for all organizations together.
  'throttle',
]

/**
 * SQL statements that list the ids of an organization's data tables, spinners, bin entries, jobs, senders,
 * accounts, users and imports.
 * Rows without the organization's id are found by these ids.
 */
export const parentTables: Readonly<Record<ParentKind, string>> = {
  dataTable: 'select id from stored_data_tables where organization_id = $1',
  spinner: 'select id from stored_spinners where organization_id = $1',
  binEntry: "select id from bin_entries where organization_id = $1 and kind = 'records'",
  job: 'select id from jobs where organization_id = $1',
  sender: 'select id from senders where organization_id = $1',
  account: 'select account_id as id from users where organization_id = $1',
  user: 'select id from users where organization_id = $1',
  import: `
    select i.id from imports i join stored_data_tables t on t.id = i.data_table_id where t.organization_id = $1
    union all
    select k.id from key_rebuilds k join stored_data_tables t on t.id = k.data_table_id where t.organization_id = $1`,
}
