// Written by `npm run schema` from the tables of a migrated database; do not edit.

/** A value of a jsonb column. The service stores SQL NULL, never the JSON value null. */
type Json = string | number | boolean | object

/** The rows of each table by column, as the pg driver returns them. */
export interface Tables {
  readonly account_links: {
    readonly created_at: Date
    readonly digest: string
    readonly email: string | null
    readonly expires_at: Date
    readonly id: string | null
    readonly invited_by: string | null
    readonly organization_id: string | null
    readonly purpose:
      | 'demo'
      | 'invitation'
      | 'confirmation'
      | 'signIn'
      | 'oldAddress'
      | 'newAddress'
      | 'newPasskey'
      | 'passkeyProof'
      | 'passkeySignIn'
    readonly role: 'owner' | 'admin' | 'editor' | 'viewer' | null
    readonly used_at: Date | null
    readonly user_id: string | null
  }
  readonly accounts: {
    readonly address_confirmed_at: Date | null
    readonly created_at: Date
    readonly email: string
    readonly id: string
    readonly password_hash: string
  }
  readonly activity: {
    readonly bounces: number
    readonly captured: number
    readonly complaints: number
    readonly failed: number
    readonly held: number
    readonly ignored: number
    readonly organization_id: string
    readonly period_start: Date
    readonly refused: number
    readonly replies: number
    readonly sent: number
    readonly unconfirmed: number
  }
  readonly activity_progress: {
    readonly counted_until: Date
    readonly only_row: boolean
  }
  readonly api_key_refusals: {
    readonly api_key_id: string
    readonly at: Date
    readonly code: string
    readonly http_status: number
    readonly id: string
    readonly ip_address: string | null
    readonly method: string
    readonly organization_id: string
    readonly path: string
  }
  readonly api_keys: {
    readonly allowed_networks: readonly string[] | null
    readonly created_at: Date
    readonly digest: string
    readonly expires_at: Date | null
    readonly id: string
    readonly last4: string
    readonly last_used_at: Date | null
    readonly name: string
    readonly organization_id: string
    readonly prefix: string
    readonly project_ids: readonly string[] | null
    readonly requests_per_second: number | null
    readonly revoked_at: Date | null
    readonly scopes: readonly string[]
  }
  readonly appends: {
    readonly api_key_id: string | null
    readonly appended: string | null
    readonly count: number
    readonly created_at: Date
    readonly data_table_id: string
    readonly first_id: string
    readonly idempotency_key: string | null
    readonly request_id: string
    readonly seq: string
    readonly source: string | null
  }
  readonly arrival_claims: {
    readonly at: Date
    readonly data_table_id: string
    readonly key: Buffer
    readonly positions: readonly number[]
    readonly record_digests: readonly string[] | null
    readonly valid_seconds: number
  }
  readonly arrival_usage: {
    readonly held_bytes: string
    readonly organization_id: string
    readonly other_bytes: string
  }
  readonly arrivals: {
    readonly accepted: number
    readonly api_key_id: string | null
    readonly body: Buffer | null
    readonly code: string | null
    readonly data_table_id: string | null
    readonly format: string | null
    readonly held_positions: readonly number[] | null
    readonly id: string
    readonly mapping_id: string | null
    readonly organization_id: string
    readonly reasons: Json
    readonly received_at: Date
    readonly records: number | null
    readonly records_root: Json | null
    readonly request_id: string
    readonly revision: number
    readonly size: number
    readonly status: 'received' | 'held' | 'refused' | 'ignored' | 'accepted'
  }
  readonly audience_parts: {
    readonly end_record_id: string | null
    readonly from_seq: string | null
    readonly job_id: string
    readonly last_record_id: string | null
    readonly record_ids: readonly string[] | null
    readonly records: string
    readonly segment_id: string | null
    readonly slice: number
    readonly spinner_id: string
    readonly taken_by_job_id: string | null
    readonly to_seq: string | null
  }
  readonly audit_events: {
    readonly action: string
    readonly actor: Json
    readonly after: Json | null
    readonly at: Date
    readonly before: Json | null
    readonly id: string
    readonly ip_address: string | null
    readonly organization_id: string | null
    readonly request_id: string | null
    readonly subject: Json
  }
  readonly bin_entries: {
    readonly data_table_id: string
    readonly deleted_at: Date
    readonly deleted_by: Json
    readonly deletes_at: Date
    readonly id: string
    readonly kind: 'records' | 'dataTable' | 'spinner'
    readonly name: string
    readonly organization_id: string
    readonly project_id: string
    readonly records: string
    readonly spinner_id: string | null
  }
  readonly captured_messages: {
    readonly ciphertext: Buffer | null
    readonly created_at: Date
    readonly html_body: string | null
    readonly id: string
    readonly job_id: string
    readonly organization_id: string
    readonly recipient: string
    readonly record_id: string
    readonly step: number
    readonly subject: string
    readonly text_body: string | null
  }
  readonly contact_policies: {
    readonly active_per_domain: number | null
    readonly days_between_spinners: number | null
    readonly messages_per_day: number | null
    readonly messages_per_week: number | null
    readonly organization_id: string
  }
  readonly data_tables: {
    readonly accepts_any_format: boolean
    readonly appended: string
    readonly bin_entry_id: string | null
    readonly column_keys: Json | null
    readonly columns: Json
    readonly created_at: Date
    readonly default_country: string | null
    readonly duplicate_window_seconds: number
    readonly id: string
    readonly ingest_token_ciphertext: string
    readonly ingest_token_digest: string
    readonly last_seq: string
    readonly maps_automatically: boolean
    readonly match: Json | null
    readonly match_generation: number
    readonly missing_columns: string
    readonly name: string
    readonly on_bad_signature: 'refuse' | 'hold'
    readonly organization_id: string
    readonly previous_token_digest: string | null
    readonly previous_token_until: Date | null
    readonly project_id: string
    readonly removed: string
    readonly revision: number
    readonly schema_version: number
    readonly signature: Json | null
  }
  readonly deleted_records: {
    readonly bin_entry_id: string
    readonly data: Json
    readonly id: string
  }
  readonly destination_attempts: {
    readonly at: Date
    readonly code: string | null
    readonly count: number | null
    readonly destination_id: string
    readonly duration_ms: number
    readonly first_number: string | null
    readonly http_status: number | null
    readonly id: string
    readonly is_given_up: boolean
    readonly kind: 'event' | 'retry' | 'replay' | 'repeat' | 'ping'
    readonly last_number: string | null
    readonly organization_id: string
    readonly response: string | null
    readonly retry_at: Date | null
    readonly selection: Json | null
    readonly webhook_id: string | null
  }
  readonly destination_replays: {
    readonly destination_id: string
    readonly id: string
    readonly organization_id: string
    readonly position: string
    readonly until: string
  }
  readonly destination_retries: {
    readonly attempts: number
    readonly count: number
    readonly destination_id: string
    readonly due_at: Date
    readonly first_number: string
    readonly id: string
    readonly last_number: string
    readonly organization_id: string
    readonly selection: Json
    readonly webhook_id: string
  }
  readonly destinations: {
    readonly admins_notified_at: Date | null
    readonly batches_events: boolean
    readonly ciphertext: string
    readonly created_at: Date
    readonly delivered_at: Date | null
    readonly disabled_at: Date | null
    readonly disabled_reason: 'failing' | 'projectDeleted' | 'spinnerDeleted' | null
    readonly due_at: Date | null
    readonly failing_since: Date | null
    readonly failures: number
    readonly id: string
    readonly includes_addresses: boolean
    readonly lease_holder: string | null
    readonly lease_until: Date | null
    readonly next_attempt_at: Date | null
    readonly organization_id: string
    readonly position: string
    readonly previous_ciphertext: string | null
    readonly previous_until: Date | null
    readonly project_id: string | null
    readonly revision: number
    readonly spinner_id: string | null
    readonly status: 'active' | 'paused' | 'disabled'
    readonly types: readonly string[]
    readonly url: string
    readonly url_changed_at: Date | null
  }
  readonly digest_keys: {
    readonly ciphertext: string
    readonly organization_id: string
  }
  readonly digested_suppressions: {
    readonly created_at: Date
    readonly digest: string
    readonly organization_id: string
    readonly reason: 'unsubscribed' | 'bounced' | 'complained' | 'added'
  }
  readonly email_confirmations: {
    readonly confirmed_at: Date | null
    readonly messages: number
    readonly organization_id: string
    readonly user_id: string
  }
  readonly email_domains: {
    readonly checked_at: Date | null
    readonly created_at: Date
    readonly domain: string
    readonly id: string
    readonly missing_since: Date | null
    readonly organization_id: string
    readonly proven_at: Date | null
  }
  readonly encryption_keys: {
    readonly first_used_at: Date
    readonly id: string
    readonly proof: string
  }
  readonly erased_records: {
    readonly data_table_id: string
    readonly organization_id: string
    readonly record_id: string
  }
  readonly event_streams: {
    readonly last_number: string
    readonly organization_id: string
  }
  readonly event_subscriptions: {
    readonly organization_id: string
    readonly subscribed_until: Date
    readonly type: string
  }
  readonly event_tokens: {
    readonly created_at: Date
    readonly digest: string
    readonly organization_id: string
    readonly provider: 'ses' | 'postmark'
  }
  readonly events: {
    readonly addresses: readonly string[] | null
    readonly count: number
    readonly created_at: Date
    readonly data: Json
    readonly each: readonly Json[] | null
    readonly number: string
    readonly object_type: string
    readonly objects: readonly string[]
    readonly organization_id: string
    readonly project_id: string | null
    readonly spinner_id: string | null
    readonly type: string
  }
  readonly explicit_record_other_jobs: {
    readonly job_id: string
    readonly record_id: string
    readonly spinner_id: string
  }
  readonly explicit_records: {
    readonly job_id: string
    readonly record_id: string
    readonly seq: string | null
    readonly spinner_id: string
    readonly taken_seq: string
  }
  readonly files: {
    readonly content: Buffer
    readonly created_at: Date
    readonly digest: string
    readonly id: string
    readonly name: string
    readonly organization_id: string
    readonly size: number
    readonly type: string
  }
  readonly goal_outcomes: {
    readonly due_at: Date | null
    readonly ends_at: Date
    readonly first_at: Date
    readonly is_held_out: boolean
    readonly is_met: boolean
    readonly job_id: string
    readonly organization_id: string
    readonly reached_at: Date | null
    readonly reached_job_id: string | null
    readonly reached_step: number | null
    readonly record_id: string
    readonly spinner_id: string
    readonly version: number
  }
  readonly goal_watches: {
    readonly begun_in_transaction: string | null
    readonly columns: readonly string[]
    readonly data_table_id: string
    readonly organization_id: string
    readonly rebased_until: string | null
    readonly spinner_id: string
    readonly version: number
  }
  readonly idempotency_keys: {
    readonly answer: Json | null
    readonly claim: string | null
    readonly created_at: Date
    readonly data_table_id: string | null
    readonly fingerprint: string
    readonly is_committed: boolean
    readonly key: string
    readonly lease_until: Date | null
    readonly organization_id: string
    readonly record_digests: readonly string[] | null
    readonly route: string
    readonly sealed_request: string | null
  }
  readonly import_blocks: {
    readonly count: number
    readonly erased: number
    readonly first_id: string
    readonly import_id: string
    readonly no: number
    readonly written_at: Date
  }
  readonly imports: {
    readonly abandoned: boolean
    readonly begun_at: Date
    readonly column_keys: Json | null
    readonly data_table_id: string
    readonly has_match_keys: boolean
    readonly id: string
    readonly uses_column_keys: boolean
  }
  readonly inbound_facts: {
    readonly at: Date
    readonly job_id: string | null
    readonly key: string
    readonly kind: string
    readonly logged_response: string | null
    readonly logged_status: string | null
    readonly organization_id: string
    readonly outcome: string
    readonly record_id: string | null
    readonly sender_id: string | null
    readonly step: number | null
  }
  readonly incoming_moves: {
    readonly completed_at: Date | null
    readonly move_id: string
    readonly organization_id: string
    readonly owner_ids: readonly string[]
  }
  readonly index_changes: {
    readonly data_table_id: string
    readonly record_id: string
  }
  readonly index_entries: {
    readonly data_table_id: string
    readonly index_number: number
    readonly record_id: string
    readonly value: string
  }
  readonly index_progress: {
    readonly after_id: string
    readonly begun_in_transaction: string
    readonly data_table_id: string
    readonly dropped: boolean
    readonly index_number: number
    readonly ready: boolean
    readonly record_count: string
    readonly seq: string
  }
  readonly indexed_appends: {
    readonly data_table_id: string
    readonly first_id: string
    readonly seq: string
  }
  readonly jobs: {
    readonly cleared: boolean
    readonly cleared_slices: number
    readonly created_at: Date
    readonly cut_seq: string
    readonly data: Json | null
    readonly data_table_id: string
    readonly error: string | null
    readonly exclude: Json | null
    readonly finished_at: Date | null
    readonly first_explicit_ids: readonly string[] | null
    readonly from_records: string
    readonly from_seq: string
    readonly has_explicit_audience: boolean
    readonly id: string
    readonly organization_id: string
    readonly paused_actor_id: string | null
    readonly paused_at: Date | null
    readonly paused_by: string | null
    readonly released_records: string
    readonly releases_records: boolean
    readonly retry_of: string | null
    readonly root_job_id: string | null
    readonly source: 'api' | 'app' | 'records' | 'schedule' | 'segment'
    readonly spinner_id: string
    readonly spinner_version: number
    readonly started_at: Date | null
    readonly started_by_key: string | null
    readonly started_by_user: string | null
    readonly starts_at: Date | null
    readonly status: 'queued' | 'scheduled' | 'running' | 'paused' | 'completed' | 'failed' | 'cancelled'
    readonly to_records: string
    readonly to_seq: string
  }
  readonly key_rebuild_changes: {
    readonly rebuild_id: string
    readonly record_id: string
  }
  readonly key_rebuilds: {
    readonly abandoned: boolean
    readonly data_table_id: string
    readonly generation: number
    readonly id: string
    readonly written_at: Date
  }
  readonly label_rules: {
    readonly created_at: Date
    readonly id: string
    readonly kind: 'words' | 'autoReply'
    readonly label_id: string
    readonly organization_id: string
    readonly words: readonly string[]
  }
  readonly labels: {
    readonly color: string
    readonly created_at: Date
    readonly id: string
    readonly name: string
    readonly organization_id: string
  }
  readonly mailboxes: {
    readonly cursor: Json | null
    readonly due_at: Date
    readonly failing_mails: Json
    readonly failures: number
    readonly fault: Json | null
    readonly lease_holder: string | null
    readonly lease_until: Date | null
    readonly read_at: Date | null
    readonly sender_changed: boolean
    readonly sender_id: string
  }
  readonly mappings: {
    readonly created_at: Date
    readonly data_table_id: string
    readonly definition: Json
    readonly id: string
    readonly name: string
    readonly organization_id: string
    readonly position: number
    readonly updated_at: Date
    readonly version: number
  }
  readonly member_identities: {
    readonly created_at: Date
    readonly organization_id: string
    readonly subject: string
    readonly user_id: string
  }
  readonly message_log: {
    readonly address: string
    readonly awaits_message_id: boolean
    readonly body: Buffer | null
    readonly ciphertext: Buffer
    readonly created_at: Date
    readonly id: string
    readonly job_id: string
    readonly message_id: string | null
    readonly organization_id: string
    readonly provider_id: string | null
    readonly provider_message_id: string | null
    readonly provider_thread: string | null
    readonly record_id: string
    readonly sender_id: string | null
    readonly server_response: string | null
    readonly slice: number
    readonly status: 'sent' | 'failed' | 'unconfirmed' | 'bounced' | 'complained' | 'replied'
    readonly step: number
  }
  readonly message_results: {
    readonly channel: string
    readonly finished_at: Date
    readonly job_id: string
    readonly record_id: string
    readonly slice: number
    readonly started_at: Date
    readonly status: 'sent' | 'failed' | 'unconfirmed'
    readonly step: number
  }
  readonly meter_usage: {
    readonly meter: string
    readonly organization_id: string
    readonly period: string
    readonly used: string
  }
  readonly meters: {
    readonly meter: string
    readonly organization_id: string
    readonly period: string
    readonly reached: number
    readonly used: string
  }
  readonly moved_credentials: {
    readonly digest: string
    readonly organization_id: string
  }
  readonly moved_results: {
    readonly counted_until: Date
    readonly organization_id: string
  }
  readonly new_events: {
    readonly addresses: readonly string[] | null
    readonly created_at: Date
    readonly data: Json
    readonly each: readonly Json[] | null
    readonly id: string
    readonly object_type: string
    readonly objects: readonly string[]
    readonly organization_id: string
    readonly project_id: string | null
    readonly spinner_id: string | null
    readonly type: string
  }
  readonly open_id_identities: {
    readonly account_id: string
    readonly created_at: Date
    readonly issuer: string
    readonly subject: string
  }
  readonly open_id_states: {
    readonly create_organization: boolean
    readonly created_at: Date
    readonly digest: string
    readonly encrypted_verifier: string
    readonly expires_at: Date
    readonly invitation: string | null
    readonly language: 'en' | 'de' | 'fr' | 'es' | null
    readonly provider_id: string | null
    readonly time_zone: string | null
    readonly used_at: Date | null
  }
  readonly organization_departures: {
    readonly cell: string | null
    readonly completed_at: Date | null
    readonly move_id: string | null
    readonly organization_id: string
    readonly owner_ids: readonly string[]
    readonly purged_at: Date | null
    readonly requested_at: Date | null
    readonly requested_by: string | null
    readonly status: 'draining' | 'closed' | 'switching' | 'departed' | 'grace' | 'deleting' | 'reopening'
    readonly until: Date | null
    readonly url: string | null
  }
  readonly organizations: {
    readonly allows_several_sessions: boolean
    readonly audits_values: boolean
    readonly body_days: number | null
    readonly created_at: Date
    readonly id: string
    readonly keep_replies: boolean
    readonly keep_replies_days: number | null
    readonly keeps_bodies: boolean
    readonly language: 'en' | 'de' | 'fr' | 'es'
    readonly name: string
    readonly plan_id: string
    readonly postal_address: string | null
    readonly second_factor_required_at: Date | null
    readonly test_of: string | null
    readonly time_zone: string
    readonly unsubscribe_line: string
    readonly unsubscribes_by_reply: boolean
  }
  readonly outdated_waits: {
    readonly ends_cooldown: boolean
    readonly last_job_id: string | null
    readonly last_slice: number | null
    readonly lease_until: Date | null
    readonly organization_id: string
    readonly reasons: readonly string[] | null
    readonly round_from_job_id: string | null
    readonly round_from_slice: number | null
    readonly round_since: Date | null
    readonly since: Date
    readonly subject_id: string
  }
  readonly passkeys: {
    readonly account_id: string
    readonly counter: number
    readonly created_at: Date
    readonly credential_id: string
    readonly id: string
    readonly last_used_at: Date | null
    readonly name: string
    readonly public_key: string
    readonly rp_id: string
    readonly transports: readonly string[]
  }
  readonly password_resets: {
    readonly account_id: string | null
    readonly created_at: Date
    readonly digest: string
    readonly expires_at: Date
    readonly used_at: Date | null
  }
  readonly people: {
    readonly company_key: string
    readonly created_at: Date
    readonly email: string
    readonly id: string
    readonly match_column: string | null
    readonly match_value: string | null
    readonly name_key: string
    readonly organization_id: string
    readonly source: string
  }
  readonly people_changes: {
    readonly data_table_id: string
    readonly record_id: string
  }
  readonly people_progress: {
    readonly after_id: string
    readonly begun_in_transaction: string | null
    readonly columns_digest: string
    readonly data_table_id: string
    readonly entries_version: number
    readonly is_complete: boolean
    readonly organization_id: string
    readonly seq: string
  }
  readonly person_records: {
    readonly company: string | null
    readonly company_key: string
    readonly created_at: Date
    readonly data_table_id: string
    readonly grams: readonly number[]
    readonly name: string | null
    readonly name_key: string
    readonly organization_id: string
    readonly person_id: string
    readonly record_id: string
    readonly search_text: string
    readonly source: string
  }
  readonly plans: {
    readonly data_tables: string | null
    readonly has_api_keys: boolean
    readonly id: string
    readonly jobs: string | null
    readonly name: string
    readonly records: string | null
    readonly requests_per_second: number | null
    readonly spinners: string | null
  }
  readonly projects: {
    readonly created_at: Date
    readonly id: string
    readonly in_bin: boolean
    readonly name: string
    readonly organization_id: string
  }
  readonly recipient_actions: {
    readonly actor: Json
    readonly created_at: Date
    readonly id: string
    readonly job_id: string
    readonly last_slice: number
    readonly lease_until: Date | null
    readonly organization_id: string
    readonly request: Json
  }
  readonly recipients: {
    readonly attempts: number
    readonly due_at: Date
    readonly error: string | null
    readonly evidence: Json | null
    readonly job_id: string
    readonly pace_day: Date | null
    readonly pending_stop: Json | null
    readonly reason: string | null
    readonly record_id: string
    readonly sender_id: string | null
    readonly slice: number
    readonly status: 'pending' | 'waiting' | 'done' | 'skipped' | 'failed' | 'unconfirmed' | 'stopped'
    readonly step: number
    readonly updated_at: Date
  }
  readonly record_changes: {
    readonly api_key_id: string | null
    readonly at: Date
    readonly columns: readonly string[]
    readonly data_table_id: string
    readonly record_id: string
    readonly request_id: string
  }
  readonly record_indexes: {
    readonly created_at: Date
    readonly data_table_id: string
    readonly index_number: number
    readonly key: string
  }
  readonly record_keys: {
    readonly data_table_id: string
    readonly generation: number
    readonly key: Buffer
    readonly record_id: string
    readonly version: string | null
  }
  readonly records: {
    readonly data: Json
    readonly data_table_id: string
    readonly id: string
  }
  readonly rehearsals: {
    readonly created_at: Date
    readonly done: string
    readonly error: string | null
    readonly expires_at: Date | null
    readonly id: string
    readonly job_id: string | null
    readonly organization_id: string
    readonly request_digest: string
    readonly result: Json | null
    readonly seen_at: Date
    readonly spinner_id: string
    readonly status: 'running' | 'done' | 'failed' | 'superseded'
    readonly superseded_by_next: boolean
    readonly total: string
    readonly version: number | null
  }
  readonly removed_columns: {
    readonly after_id: string
    readonly data_table_id: string
    readonly key: string
    readonly removed_at: Date
  }
  readonly removed_members: {
    readonly email: string
    readonly organization_id: string
    readonly removed_at: Date
    readonly subject: string | null
  }
  readonly removed_tables: {
    readonly id: string
    readonly removed_at: Date
  }
  readonly restorations: {
    readonly figures: Json | null
    readonly handled_at: Date | null
    readonly id: string
    readonly restored_at: Date
    readonly restored_moment: Date
    readonly source: 'backup' | 'recovery'
  }
  readonly results_progress: {
    readonly counted_until: Date
    readonly only_row: boolean
  }
  readonly runtime_connections: {
    readonly id: string
    readonly missed_at: Date | null
  }
  readonly runtime_workers: {
    readonly id: string
    readonly last_seen_at: Date
    readonly started_at: Date
  }
  readonly schema_files: {
    readonly applied_at: Date
    readonly checksum: string | null
    readonly path: string
    readonly version: string
  }
  readonly second_factors: {
    readonly account_id: string
    readonly app_confirmed_at: Date | null
    readonly confirmed_at: Date | null
    readonly created_at: Date
    readonly encrypted_secret: string | null
    readonly last_step: number | null
    readonly recovery_digests: readonly string[]
  }
  readonly segment_changes: {
    readonly data_table_id: string
    readonly record_id: string
  }
  readonly segment_members: {
    readonly due_at: Date | null
    readonly entered_at: Date | null
    readonly is_member: boolean
    readonly record_id: string
    readonly spinner_id: string
    readonly started_at: Date | null
  }
  readonly segment_watches: {
    readonly after_id: string
    readonly again_after_days: number | null
    readonly begun_in_transaction: string | null
    readonly columns: readonly string[]
    readonly data_table_id: string
    readonly existing_seq: string
    readonly includes_existing: boolean
    readonly is_cleared: boolean
    readonly is_repeated: boolean
    readonly organization_id: string
    readonly segment_id: string | null
    readonly seq: string
    readonly spinner_id: string
  }
  readonly segments: {
    readonly condition: Json
    readonly count_at: Date | null
    readonly count_value: string | null
    readonly created_at: Date
    readonly data_table_id: string
    readonly description: string
    readonly id: string
    readonly name: string
    readonly organization_id: string
  }
  readonly sender_breakers: {
    readonly counted_since: Date
    readonly fault: Json | null
    readonly owners_notified_at: Date | null
    readonly paused_at: Date | null
    readonly sender_id: string
    readonly spinner_id: string
  }
  readonly sender_budgets: {
    readonly cooldown_code: string | null
    readonly cooldown_until: Date | null
    readonly cooldowns_in_row: number
    readonly day: Date
    readonly next_at: Date
    readonly priority_until: Date | null
    readonly scheduled_count: number
    readonly scheduled_day: Date | null
    readonly scheduled_until: Date
    readonly sender_id: string
    readonly used: number
    readonly zone: string | null
  }
  readonly sender_domains: {
    readonly checked_at: Date | null
    readonly domain: string | null
    readonly due_at: Date
    readonly findings: Json | null
    readonly sender_id: string
  }
  readonly sender_health: {
    readonly bounced: number
    readonly complained: number
    readonly other_sent: number
    readonly period_start: Date
    readonly refusal_reports: number
    readonly refused: number
    readonly refused_domains: readonly string[]
    readonly sender_id: string
    readonly sent: number
    readonly spinner_id: string
    readonly temporary_refusals: number
  }
  readonly sender_oauth_states: {
    readonly created_at: Date
    readonly digest: string
    readonly encrypted_verifier: string
    readonly expires_at: Date
    readonly kind: 'google' | 'microsoft'
    readonly organization_id: string
    readonly session_id: string
    readonly used_at: Date | null
    readonly user_id: string
  }
  readonly sender_pools: {
    readonly created_at: Date
    readonly id: string
    readonly max_per_day: number
    readonly name: string
    readonly organization_id: string
    readonly priority_until: Date
    readonly revision: number
    readonly scheduled_until: Date
  }
  readonly senders: {
    readonly created_at: Date
    readonly credentials: string | null
    readonly daily_limit: number | null
    readonly email: string
    readonly expires_at: Date | null
    readonly gap_seconds: number
    readonly id: string
    readonly is_default: boolean
    readonly kind: 'deployment' | 'smtp' | 'google' | 'microsoft'
    readonly max_per_day: number | null
    readonly name: string
    readonly organization_id: string
    readonly pool_id: string | null
    readonly ramp: Json | null
    readonly ramp_from: Date | null
    readonly reply_to: string | null
    readonly revision: number
    readonly settings: Json
    readonly signature: string | null
    readonly signature_html: string | null
    readonly status: 'connected' | 'paused' | 'needsAttention'
    readonly status_reason: Json | null
    readonly time_zone: string
  }
  readonly sent_emails: {
    readonly active_domain: string | null
    readonly address: string
    readonly at: Date
    readonly earlier_at: readonly Date[] | null
    readonly first: boolean
    readonly organization_id: string
    readonly record_id: string
    readonly replied_at: Date | null
    readonly reply: Json | null
    readonly retry_job_id: string | null
    readonly root_job_id: string
    readonly slice: number
    readonly spinner_id: string
    readonly step: number
  }
  readonly sessions: {
    readonly created_at: Date
    readonly ended_at: Date | null
    readonly expires_at: Date
    readonly how_ended: 'signed_out' | 'replaced' | 'password_reset' | null
    readonly id: string
    readonly ip_address: string | null
    readonly is_test_mode: boolean
    readonly kind: 'console' | 'token'
    readonly last_seen_at: Date | null
    readonly user_agent: string | null
    readonly user_id: string
    readonly vouched_by: 'account' | 'organization'
  }
  readonly sign_in_providers: {
    readonly admits_new: boolean
    readonly client_id: string
    readonly created_at: Date
    readonly default_role: 'viewer' | 'editor' | 'admin'
    readonly encrypted_secret: string
    readonly id: string
    readonly issuer: string
    readonly organization_id: string
    readonly required_at: Date | null
  }
  readonly slices: {
    readonly changed_record_ids: readonly string[]
    readonly deleted: number
    readonly done: number
    readonly due_at: Date
    readonly entry_steps: Json | null
    readonly failed: number
    readonly from_seq: string | null
    readonly job_id: string
    readonly last_due: Date | null
    readonly lease_connection: string | null
    readonly lease_holder: string | null
    readonly lease_until: Date | null
    readonly lost_leases: number
    readonly moved_steps: Json | null
    readonly no: number
    readonly organization_id: string | null
    readonly preparing_record_id: string | null
    readonly reasons: Json | null
    readonly released_records: number
    readonly repeats_steps: boolean
    readonly review_codes: readonly string[] | null
    readonly sending: readonly string[]
    readonly sending_since: Date | null
    readonly skipped: number
    readonly status: 'open' | 'paused' | 'closed'
    readonly step_state_counts: readonly number[] | null
    readonly step_states: readonly string[] | null
    readonly stopped_count: number
    readonly stopped_record_ids: readonly string[]
    readonly to_seq: string | null
    readonly unconfirmed: number
    readonly waiting: number
  }
  readonly spinner_paces: {
    readonly counted_at: Date | null
    readonly day: Date
    readonly days: readonly number[]
    readonly follow_ups: number
    readonly late_count: number
    readonly late_day: Date | null
    readonly late_people: number
    readonly max_new_per_day: number | null
    readonly max_per_day: number | null
    readonly opens_at: number
    readonly organization_id: string
    readonly queue_count: number
    readonly queue_day: Date | null
    readonly spinner_id: string
    readonly used: number
    readonly used_new: number
    readonly zone: string
  }
  readonly spinner_results: {
    readonly automatic_replies: number
    readonly bounced: number
    readonly captured: number
    readonly complained: number
    readonly day: Date
    readonly reached: number
    readonly reached_goal: number
    readonly replied: number
    readonly sender_id: string
    readonly sent: number
    readonly source: string
    readonly spinner_id: string
    readonly step: number
    readonly unsubscribed: number
    readonly variant: string
    readonly version: number
  }
  readonly spinner_start_jobs: {
    readonly due_at: Date
    readonly job_id: string
    readonly spinner_id: string
  }
  readonly spinner_starts: {
    readonly check_at: Date | null
    readonly due_at: Date
    readonly organization_id: string
    readonly spinner_id: string
    readonly starts: Json
    readonly stopped: Json | null
    readonly stopped_at: Date | null
  }
  readonly spinner_templates: {
    readonly columns: readonly string[]
    readonly created_at: Date
    readonly description: string
    readonly id: string
    readonly kind: 'spinner' | 'email'
    readonly name: string
    readonly organization_id: string
    readonly revision: number
    readonly settings: Json | null
    readonly step_count: number
    readonly steps: Json
  }
  readonly spinner_versions: {
    readonly audience: string
    readonly contact: 'oncePerPerson' | 'oncePerRecord'
    readonly exclude: Json | null
    readonly exits: readonly string[]
    readonly goal: Json | null
    readonly is_exclusive: boolean
    readonly is_plain: boolean
    readonly metadata_columns: readonly string[]
    readonly pace: Json | null
    readonly published_at: Date | null
    readonly reply: Json
    readonly send_window: Json | null
    readonly spinner_id: string
    readonly starts: Json
    readonly steps: Json
    readonly steps_before_messages: readonly number[]
    readonly steps_without_messages: readonly number[] | null
    readonly trigger_data: Json
    readonly version: number
    readonly wait_seconds_after_steps: readonly number[]
  }
  readonly spinners: {
    readonly audience: string
    readonly bin_entry_id: string | null
    readonly contact: 'oncePerPerson' | 'oncePerRecord'
    readonly created_at: Date
    readonly data_table_id: string
    readonly exclude: Json | null
    readonly exits: readonly string[]
    readonly goal: Json | null
    readonly id: string
    readonly is_exclusive: boolean
    readonly latest_version: number
    readonly name: string
    readonly organization_id: string
    readonly pace: Json | null
    readonly paused_actor_id: string | null
    readonly paused_at: Date | null
    readonly project_id: string
    readonly published_version: number | null
    readonly reply: Json
    readonly revision: number
    readonly send_window: Json | null
    readonly starts: Json
    readonly steps: Json
    readonly taken_records: string
    readonly taken_seq: string
    readonly trigger_data: Json
  }
  readonly split_branches: {
    readonly branch: number
    readonly figures: Json | null
    readonly job_id: string
    readonly record_count: number | null
    readonly record_ids: readonly string[]
    readonly slice: number
    readonly step: number
  }
  readonly staged_keys: {
    readonly key: Buffer
    readonly no: string
    readonly owner: string
    readonly record_id: string
    readonly version: string | null
  }
  readonly step_waits: {
    readonly changed: boolean
    readonly data_table_id: string | null
    readonly job_id: string
    readonly record_id: string
    readonly since: Date
    readonly slice: number
    readonly step: number
    readonly value_digest: string | null
  }
  readonly stored_data_tables: {
    readonly accepts_any_format: boolean
    readonly appended: string
    readonly bin_entry_id: string | null
    readonly column_keys: Json | null
    readonly columns: Json
    readonly created_at: Date
    readonly default_country: string | null
    readonly duplicate_window_seconds: number
    readonly id: string
    readonly ingest_token_ciphertext: string
    readonly ingest_token_digest: string
    readonly last_seq: string
    readonly maps_automatically: boolean
    readonly match: Json | null
    readonly match_generation: number
    readonly missing_columns: string
    readonly name: string
    readonly on_bad_signature: 'refuse' | 'hold'
    readonly organization_id: string
    readonly previous_token_digest: string | null
    readonly previous_token_until: Date | null
    readonly project_id: string
    readonly removed: string
    readonly revision: number
    readonly schema_version: number
    readonly signature: Json | null
  }
  readonly stored_projects: {
    readonly created_at: Date
    readonly id: string
    readonly in_bin: boolean
    readonly name: string
    readonly organization_id: string
  }
  readonly stored_spinners: {
    readonly audience: string
    readonly bin_entry_id: string | null
    readonly contact: 'oncePerPerson' | 'oncePerRecord'
    readonly created_at: Date
    readonly data_table_id: string
    readonly exclude: Json | null
    readonly exits: readonly string[]
    readonly goal: Json | null
    readonly id: string
    readonly is_exclusive: boolean
    readonly latest_version: number
    readonly name: string
    readonly organization_id: string
    readonly pace: Json | null
    readonly paused_actor_id: string | null
    readonly paused_at: Date | null
    readonly project_id: string
    readonly published_version: number | null
    readonly reply: Json
    readonly revision: number
    readonly send_window: Json | null
    readonly starts: Json
    readonly steps: Json
    readonly taken_records: string
    readonly taken_seq: string
    readonly trigger_data: Json
  }
  readonly suppression_events: {
    readonly at: Date
    readonly email: string
    readonly kind: 'unsubscribed' | 'bounced' | 'complained' | 'added' | 'lifted'
    readonly organization_id: string
  }
  readonly suppressions: {
    readonly created_at: Date
    readonly email: string
    readonly id: string
    readonly note: string | null
    readonly organization_id: string
    readonly reason: 'unsubscribed' | 'bounced' | 'complained' | 'added'
  }
  readonly test_answers: {
    readonly answer: Json
    readonly due_at: Date
    readonly job_id: string
    readonly kind: string
    readonly organization_id: string
    readonly played_at: Date | null
    readonly record_id: string
    readonly slice: number
    readonly step: number
  }
  readonly test_calls: {
    readonly at: Date
    readonly ciphertext: Buffer
    readonly id: string
    readonly job_id: string
    readonly kind: 'webhook' | 'guard'
    readonly organization_id: string
    readonly outcome: string
    readonly record_id: string
    readonly step: number
  }
  readonly test_clocks: {
    readonly begun_at: Date | null
    readonly error: Json | null
    readonly lease_holder: string | null
    readonly lease_until: Date | null
    readonly moments: number
    readonly now: Date
    readonly organization_id: string
    readonly rules: Json
    readonly stops_at_message: boolean
    readonly target: Date | null
  }
  readonly test_copies: {
    readonly copy_id: string
    readonly kind: 'project' | 'dataTable' | 'spinner' | 'testedSpinner' | 'sender' | 'file'
    readonly organization_id: string
    readonly original_id: string
    readonly revision: number | null
  }
  readonly thread_keys: {
    readonly key: Buffer
    readonly organization_id: string
    readonly thread_id: string
  }
  readonly thread_messages: {
    readonly address: string | null
    readonly at: Date
    readonly ciphertext: Buffer
    readonly digest: Buffer
    readonly head: Buffer
    readonly id: string
    readonly job_id: string | null
    readonly kind: 'reply' | 'autoReply' | 'bounce' | 'handWritten' | 'answer'
    readonly organization_id: string
    readonly record_id: string | null
    readonly sender_id: string | null
    readonly step: number | null
    readonly thread_id: string
  }
  readonly thread_placements: {
    readonly message_id: string
    readonly organization_id: string
    readonly provider_id: string
    readonly sender_id: string
  }
  readonly thread_places: {
    readonly job_id: string
    readonly organization_id: string
    readonly record_id: string
    readonly thread_id: string
  }
  readonly thread_words: {
    readonly message_id: string
    readonly organization_id: string
    readonly thread_id: string
    readonly words: readonly string[]
  }
  readonly threads: {
    readonly address: string
    readonly assignee_id: string | null
    readonly created_at: Date
    readonly id: string
    readonly is_unread: boolean
    readonly labels: readonly string[]
    readonly last_answer_at: Date | null
    readonly last_message_at: Date
    readonly last_reply_at: Date | null
    readonly message_count: number
    readonly omitted_count: number
    readonly organization_id: string
    readonly sender_id: string | null
    readonly snoozed_until: Date | null
    readonly spinner_id: string | null
    readonly status: 'open' | 'done'
  }
  readonly throttle: {
    readonly expire: string | null
    readonly key: string
    readonly points: number
  }
  readonly users: {
    readonly account_id: string
    readonly created_at: Date
    readonly id: string
    readonly name: string
    readonly organization_id: string
    readonly role: 'owner' | 'admin' | 'editor' | 'viewer'
  }
  readonly views: {
    readonly created_at: Date
    readonly data_table_id: string | null
    readonly definition: Json
    readonly id: string
    readonly name: string
    readonly organization_id: string
    readonly user_id: string | null
  }
  readonly webhook_secrets: {
    readonly ciphertext: string
    readonly organization_id: string
    readonly previous_ciphertext: string | null
    readonly previous_until: Date | null
  }
}

/** The primary key and the jsonb columns of each table. */
export const tableFacts: {
  readonly [Name in keyof Tables]: { readonly key: readonly string[]; readonly json: readonly string[] }
} = {
  account_links: { key: ['digest'], json: [] },
  accounts: { key: ['id'], json: [] },
  activity: { key: ['organization_id', 'period_start'], json: [] },
  activity_progress: { key: ['only_row'], json: [] },
  api_key_refusals: { key: ['id'], json: [] },
  api_keys: { key: ['id'], json: [] },
  appends: { key: ['data_table_id', 'seq'], json: [] },
  arrival_claims: { key: ['data_table_id', 'key'], json: [] },
  arrival_usage: { key: ['organization_id'], json: [] },
  arrivals: { key: ['id'], json: ['reasons', 'records_root'] },
  audience_parts: { key: ['job_id', 'slice'], json: [] },
  audit_events: { key: ['id'], json: ['actor', 'after', 'before', 'subject'] },
  bin_entries: { key: ['id'], json: ['deleted_by'] },
  captured_messages: { key: ['id'], json: [] },
  contact_policies: { key: ['organization_id'], json: [] },
  data_tables: { key: ['id'], json: ['column_keys', 'columns', 'match', 'signature'] },
  deleted_records: { key: ['bin_entry_id', 'id'], json: ['data'] },
  destination_attempts: { key: ['id'], json: ['selection'] },
  destination_replays: { key: ['id'], json: [] },
  destination_retries: { key: ['id'], json: ['selection'] },
  destinations: { key: ['id'], json: [] },
  digest_keys: { key: ['organization_id'], json: [] },
  digested_suppressions: { key: ['organization_id', 'digest'], json: [] },
  email_confirmations: { key: ['organization_id'], json: [] },
  email_domains: { key: ['id'], json: [] },
  encryption_keys: { key: ['id'], json: [] },
  erased_records: { key: ['organization_id', 'data_table_id', 'record_id'], json: [] },
  event_streams: { key: ['organization_id'], json: [] },
  event_subscriptions: { key: ['organization_id', 'type'], json: [] },
  event_tokens: { key: ['organization_id', 'provider'], json: [] },
  events: { key: ['organization_id', 'number'], json: ['data'] },
  explicit_record_other_jobs: { key: ['spinner_id', 'record_id', 'job_id'], json: [] },
  explicit_records: { key: ['spinner_id', 'record_id'], json: [] },
  files: { key: ['id'], json: [] },
  goal_outcomes: { key: ['job_id', 'record_id'], json: [] },
  goal_watches: { key: ['spinner_id', 'version'], json: [] },
  idempotency_keys: { key: ['organization_id', 'route', 'key'], json: ['answer'] },
  import_blocks: { key: ['import_id', 'no'], json: [] },
  imports: { key: ['id'], json: ['column_keys'] },
  inbound_facts: { key: ['organization_id', 'key'], json: [] },
  incoming_moves: { key: ['organization_id'], json: [] },
  index_changes: { key: [], json: [] },
  index_entries: { key: ['data_table_id', 'index_number', 'value', 'record_id'], json: [] },
  index_progress: { key: ['data_table_id', 'index_number'], json: [] },
  indexed_appends: { key: ['data_table_id', 'first_id'], json: [] },
  jobs: { key: ['id'], json: ['data', 'exclude'] },
  key_rebuild_changes: { key: ['rebuild_id', 'record_id'], json: [] },
  key_rebuilds: { key: ['id'], json: [] },
  label_rules: { key: ['id'], json: [] },
  labels: { key: ['id'], json: [] },
  mailboxes: { key: ['sender_id'], json: ['cursor', 'failing_mails', 'fault'] },
  mappings: { key: ['id'], json: ['definition'] },
  member_identities: { key: ['organization_id', 'subject'], json: [] },
  message_log: { key: ['id'], json: [] },
  message_results: { key: ['job_id', 'slice', 'record_id', 'step'], json: [] },
  meter_usage: { key: ['organization_id', 'meter', 'period', 'used'], json: [] },
  meters: { key: ['organization_id', 'meter', 'period'], json: [] },
  moved_credentials: { key: ['digest'], json: [] },
  moved_results: { key: ['organization_id'], json: [] },
  new_events: { key: ['organization_id', 'id', 'created_at'], json: ['data'] },
  open_id_identities: { key: ['issuer', 'subject'], json: [] },
  open_id_states: { key: ['digest'], json: [] },
  organization_departures: { key: ['organization_id'], json: [] },
  organizations: { key: ['id'], json: [] },
  outdated_waits: { key: ['subject_id'], json: [] },
  passkeys: { key: ['id'], json: [] },
  password_resets: { key: ['digest'], json: [] },
  people: { key: ['organization_id', 'id'], json: [] },
  people_changes: { key: [], json: [] },
  people_progress: { key: ['data_table_id'], json: [] },
  person_records: { key: ['data_table_id', 'record_id'], json: [] },
  plans: { key: ['id'], json: [] },
  projects: { key: ['id'], json: [] },
  recipient_actions: { key: ['id'], json: ['actor', 'request'] },
  recipients: { key: ['job_id', 'slice', 'record_id'], json: ['evidence', 'pending_stop'] },
  record_changes: { key: [], json: [] },
  record_indexes: { key: ['data_table_id', 'key'], json: [] },
  record_keys: { key: ['data_table_id', 'generation', 'key'], json: [] },
  records: { key: ['data_table_id', 'id'], json: ['data'] },
  rehearsals: { key: ['id'], json: ['result'] },
  removed_columns: { key: ['data_table_id', 'key'], json: [] },
  removed_members: { key: ['organization_id', 'email'], json: [] },
  removed_tables: { key: ['id'], json: [] },
  restorations: { key: ['id'], json: ['figures'] },
  results_progress: { key: ['only_row'], json: [] },
  runtime_connections: { key: ['id'], json: [] },
  runtime_workers: { key: ['id'], json: [] },
  schema_files: { key: ['path'], json: [] },
  second_factors: { key: ['account_id'], json: [] },
  segment_changes: { key: [], json: [] },
  segment_members: { key: ['spinner_id', 'record_id'], json: [] },
  segment_watches: { key: ['spinner_id'], json: [] },
  segments: { key: ['id'], json: ['condition'] },
  sender_breakers: { key: ['sender_id', 'spinner_id'], json: ['fault'] },
  sender_budgets: { key: ['sender_id'], json: [] },
  sender_domains: { key: ['sender_id'], json: ['findings'] },
  sender_health: { key: ['sender_id', 'spinner_id', 'period_start'], json: [] },
  sender_oauth_states: { key: ['digest'], json: [] },
  sender_pools: { key: ['id'], json: [] },
  senders: { key: ['id'], json: ['ramp', 'settings', 'status_reason'] },
  sent_emails: { key: [], json: ['reply'] },
  sessions: { key: ['id'], json: [] },
  sign_in_providers: { key: ['organization_id'], json: [] },
  slices: { key: ['job_id', 'no'], json: ['entry_steps', 'moved_steps', 'reasons'] },
  spinner_paces: { key: ['spinner_id'], json: [] },
  spinner_results: {
    key: ['spinner_id', 'day', 'version', 'step', 'variant', 'sender_id', 'source'],
    json: [],
  },
  spinner_start_jobs: { key: ['spinner_id', 'due_at'], json: [] },
  spinner_starts: { key: ['spinner_id'], json: ['starts', 'stopped'] },
  spinner_templates: { key: ['id'], json: ['settings', 'steps'] },
  spinner_versions: {
    key: ['spinner_id', 'version'],
    json: ['exclude', 'goal', 'pace', 'reply', 'send_window', 'starts', 'steps', 'trigger_data'],
  },
  spinners: {
    key: ['id'],
    json: ['exclude', 'goal', 'pace', 'reply', 'send_window', 'starts', 'steps', 'trigger_data'],
  },
  split_branches: { key: ['job_id', 'slice', 'step', 'branch'], json: ['figures'] },
  staged_keys: { key: ['owner', 'no'], json: [] },
  step_waits: { key: ['job_id', 'slice', 'record_id', 'step'], json: [] },
  stored_data_tables: { key: ['id'], json: ['column_keys', 'columns', 'match', 'signature'] },
  stored_projects: { key: ['id'], json: [] },
  stored_spinners: {
    key: ['id'],
    json: ['exclude', 'goal', 'pace', 'reply', 'send_window', 'starts', 'steps', 'trigger_data'],
  },
  suppression_events: { key: ['organization_id', 'email', 'at', 'kind'], json: [] },
  suppressions: { key: ['id'], json: [] },
  test_answers: { key: ['job_id', 'record_id', 'step', 'kind', 'due_at'], json: ['answer'] },
  test_calls: { key: ['id'], json: [] },
  test_clocks: { key: ['organization_id'], json: ['error', 'rules'] },
  test_copies: { key: ['organization_id', 'kind', 'original_id'], json: [] },
  thread_keys: { key: ['organization_id', 'key'], json: [] },
  thread_messages: { key: ['id'], json: [] },
  thread_placements: { key: ['message_id', 'sender_id', 'provider_id'], json: [] },
  thread_places: { key: ['thread_id', 'job_id', 'record_id'], json: [] },
  thread_words: { key: ['message_id'], json: [] },
  threads: { key: ['id'], json: [] },
  throttle: { key: ['key'], json: [] },
  users: { key: ['id'], json: [] },
  views: { key: ['id'], json: ['definition'] },
  webhook_secrets: { key: ['organization_id'], json: [] },
}
