/**
 * A table of version 0.3.0 that has another name in this version, or columns with other names. This file is removed
 * in version 2.0, together with the takeover of databases of 0.3.0.
 */
export interface RenamedTable {
  readonly from: string
  /** The name that the table has in this version, instead of its name in version 0.3.0. */
  readonly to: string
  /** The renamed columns: their names in version 0.3.0, and their names in this version. */
  readonly columns?: Readonly<Record<string, string>>
  /**
   * Indexes and constraints whose names differ from version 0.3.0, each without the table's name, with which
   * all of them begin. If the table is renamed, all of them get its new name.
   */
  readonly indexes?: Readonly<Record<string, string>>
  readonly constraints?: Readonly<Record<string, string>>
}

export const renamedTables: readonly RenamedTable[] = [
  { from: 'activity', to: 'activity', columns: { part: 'period_start' } },
  {
    from: 'activity_folded',
    to: 'activity_progress',
    columns: { one: 'only_row', until: 'counted_until' },
    constraints: { one_check: 'only_row_check' },
  },
  { from: 'also_named', to: 'named_record_other_jobs' },
  {
    from: 'arrival_claims',
    to: 'arrival_claims',
    columns: { places: 'positions', seconds: 'valid_seconds', contents: 'record_digests' },
  },
  {
    from: 'arrival_usage',
    to: 'arrival_usage',
    columns: { waiting: 'held_bytes', others: 'other_bytes' },
  },
  { from: 'arrivals', to: 'arrivals', columns: { waiting: 'held_positions' } },
  { from: 'begun_starts', to: 'spinner_start_jobs' },
  { from: 'connect_states', to: 'sender_oauth_states', columns: { checks: 'encrypted_verifier' } },
  { from: 'departed_credentials', to: 'moved_credentials' },
  { from: 'data_tables', to: 'stored_data_tables' },
  {
    from: 'departures',
    to: 'departures',
    columns: { parents: 'owner_ids', departed_at: 'completed_at' },
  },
  { from: 'digest_keys', to: 'digest_keys', columns: { sealed: 'ciphertext' } },
  { from: 'heard', to: 'inbound_facts' },
  { from: 'idempotency_keys', to: 'idempotency_keys', columns: { contents: 'record_digests' } },
  {
    from: 'imports',
    to: 'imports',
    columns: { keyed: 'has_match_keys', by_key: 'uses_column_keys' },
  },
  { from: 'index_entries', to: 'index_entries', columns: { no: 'index_number' } },
  {
    from: 'index_fills',
    to: 'index_progress',
    columns: { no: 'index_number', filled: 'record_count', begun_in: 'begun_in_transaction' },
  },
  {
    from: 'jobs',
    to: 'jobs',
    columns: {
      gives_back: 'returns_records',
      returned: 'returned_records',
      named: 'has_named_audience',
      paused_user_id: 'paused_actor_id',
    },
    indexes: { giving_back: 'returning_records', that_may_give_back: 'that_may_return_records' },
  },
  { from: 'keyings', to: 'key_rebuilds' },
  {
    from: 'landings',
    to: 'incoming_moves',
    columns: { parents: 'owner_ids', landed_at: 'completed_at' },
  },
  { from: 'mailboxes', to: 'mailboxes', columns: { reread: 'sender_changed' } },
  {
    from: 'messages',
    to: 'messages',
    columns: { sealed: 'ciphertext', reads_id: 'awaits_message_id' },
    indexes: { reads_id: 'awaits_message_id' },
  },
  {
    from: 'named_records',
    to: 'named_records',
    columns: { after_seq: 'taken_seq', passed_by: 'skipped_by_job_id' },
    indexes: { by_place: 'by_seq' },
  },
  { from: 'open_id_states', to: 'open_id_states', columns: { checks: 'encrypted_verifier' } },
  { from: 'outbox', to: 'outbox', columns: { sealed: 'ciphertext' } },
  { from: 'projects', to: 'stored_projects' },
  { from: 'recipients', to: 'recipients', columns: { leaving: 'pending_stop' } },
  { from: 'record_indexes', to: 'record_indexes', columns: { no: 'index_number' } },
  { from: 'rehearsals', to: 'rehearsals', columns: { wish_digest: 'request_digest' } },
  {
    from: 'restorations',
    to: 'restorations',
    columns: { moment: 'restored_moment', looked_after_at: 'handled_at' },
  },
  { from: 'returned_audiences', to: 'returned_audiences', columns: { taken_by: 'taken_by_job_id' } },
  { from: 'sealing_keys', to: 'encryption_keys' },
  {
    from: 'sender_breakers',
    to: 'sender_breakers',
    columns: { armed_at: 'counted_since', told_at: 'owners_notified_at' },
    indexes: { untold: 'to_notify' },
  },
  {
    from: 'sender_budgets',
    to: 'sender_budgets',
    columns: {
      given_until: 'scheduled_until',
      given_day: 'scheduled_day',
      given: 'scheduled_count',
      soon_until: 'priority_until',
    },
  },
  { from: 'sender_health', to: 'sender_health', columns: { part: 'period_start' } },
  {
    from: 'slices',
    to: 'slices',
    columns: {
      returned: 'returned_records',
      preparing: 'preparing_record_id',
      places: 'step_states',
      place_counts: 'step_state_counts',
      entered: 'entry_steps',
    },
  },
  { from: 'spinners', to: 'stored_spinners', columns: { paused_user_id: 'paused_actor_id' } },
  {
    from: 'spinner_versions',
    to: 'spinner_versions',
    columns: { quiet_steps: 'steps_before_messages', waits_after: 'wait_seconds_after_steps' },
  },
  { from: 'spinner_starts', to: 'spinner_starts', columns: { look_at: 'check_at' } },
  { from: 'split_arms', to: 'split_branches', columns: { arm: 'branch', taken: 'record_count' } },
  { from: 'step_waits', to: 'step_waits', columns: { was: 'value_digest' } },
  { from: 'test_calls', to: 'test_calls', columns: { sealed: 'ciphertext' } },
]

/**
 * Returns the SQL statements that rename the tables, and with them their columns, constraints and indexes. Each
 * changes the catalog only.
 */
export function renameStatements(tables: readonly RenamedTable[]): string {
  return tables.map(renameTable).join('\n')
}

function renameTable({ from, to, columns = {}, indexes = {}, constraints = {} }: RenamedTable): string {
  const table = from === to ? [] : [`alter table ${from} rename to ${to};`, renameParts(from, to)]
  return [
    ...table,
    ...Object.entries(columns).map(([name, next]) => `alter table ${to} rename column ${name} to ${next};`),
    ...Object.entries(constraints).map(
      ([name, next]) => `alter table ${to} rename constraint ${to}_${name} to ${to}_${next};`,
    ),
    ...Object.entries(indexes).map(([name, next]) => `alter index ${to}_${name} rename to ${to}_${next};`),
  ].join('\n')
}

/** Returns a statement that renames the constraints and indexes of a table whose names begin with its former name. */
function renameParts(from: string, to: string): string {
  return `
    do $$
    declare
      part text;
    begin
      for part in
        select conname from pg_constraint where conrelid = '${to}'::regclass and starts_with(conname, '${from}_')
      loop
        execute format('alter table ${to} rename constraint %I to %I', part, '${to}' || substr(part, ${from.length + 1}));
      end loop;
      for part in
        select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
         where i.indrelid = '${to}'::regclass and starts_with(c.relname, '${from}_')
      loop
        execute format('alter index %I rename to %I', part, '${to}' || substr(part, ${from.length + 1}));
      end loop;
    end $$;`
}
