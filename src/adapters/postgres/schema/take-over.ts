import { createHash } from 'node:crypto'
import type pg from 'pg'
import { stepsWithoutSecrets } from '../spinner/sealed-steps.ts'
import { outlineOf } from '../spinner/version-outline.ts'
import { addedTables, addedViews, createStatements } from './added-tables.ts'
import { type AppliedFile, baseline, isFunction, noteAppliedFile } from './applied-file.ts'
import type { RowOf } from './columns.ts'
import { MigrationRefused } from './migration-refused.ts'
import type { Release } from './release.ts'
import { renamedTables, renameStatements } from './renamed-tables.ts'

/**
 * The dated migration files of version 0.3.0, which the baseline of 1.0 replaces. The digest is the SHA-256
 * of their names and checksums, one file a line, sorted by name.
 */
const replaced = {
  last: '20261122510010_test_of_key_checked',
  digest: 'b20f89c7d062034a7a13c0952fbaf260802c1b1c13d78413a311d58efce5e9d1',
}

/**
 * Finds the connections of processes of earlier versions, by the version in the names of their connections.
 * Versions before 0.3 have names without a version. A process closes a connection of its pool that it has not
 * used for 30 seconds. A connection that has been idle for longer than a minute belongs to a pooler, which
 * keeps it after the process has ended.
 */
const findFormerProcesses = `
  select application_name as name, count(*)::int as connections from pg_stat_activity
   where datname = current_database() and application_name ~ '^spindle(-runtime)?( 0[.]|$)'
     and (state is distinct from 'idle' or state_change > now() - interval '1 minute')
   group by 1 order by 1`

/**
 * Whether all secrets are encrypted with the key ring. A text that is encrypted with the key ring has the
 * name of its key before a point. Looks at each kind of secret that `seal-secrets` of 0.3.0 encrypted,
 * because that command may have been interrupted.
 */
const isSealed = `
  select exists (select from sealing)
     and not exists (select from outbox where sealed is null)
     and not exists (select from data_tables t, unnest(array[t.ingest_token_ciphertext, t.signature ->> 'secretCiphertext']) c
                      where position('.' in c) = 0)
     and not exists (select from webhook_secrets w, unnest(array[w.ciphertext, w.previous_ciphertext]) c
                      where position('.' in c) = 0)
     and not exists (select from (select steps from spinners union all select steps from spinner_versions) s
                      where jsonb_path_exists(s.steps,
                        '$.** ? (@.type == "webhook" || @.type == "guard").headers.* ? (@.type() == "string")')) as sealed`

/**
 * Statements that read whole tables. Each is a transaction of its own and lets all others read and write
 * meanwhile. A repetition changes nothing more, so a takeover that was interrupted begins with them again.
 */
const preparations = [
  'update slices s set organization_id = (select j.organization_id from jobs j where j.id = s.job_id) where s.organization_id is null',
  "update split_arms set taken = coalesce((figures ->> 'in')::int, cardinality(record_ids)) where taken is null",
  'alter table digested_suppressions validate constraint digested_suppressions_reason_check',
  'alter table jobs validate constraint jobs_source_check',
  'alter table jobs validate constraint jobs_status_check',
  'alter table recipients validate constraint recipients_state_check',
  'alter table slices validate constraint slices_state_check',
  'alter table suppressions validate constraint suppressions_reason_check',
]

/**
 * Drops the functions of 0.3.0 and their triggers. Their texts have the former names of columns, and some return
 * columns with these names, which a replacement of a function cannot change. The migration creates all functions
 * of this version afterwards.
 */
const dropFunctions = `
  do $$
  declare
    dropped text;
  begin
    for dropped in
      with former as (
        select p.oid from pg_proc p
         where p.pronamespace = current_schema()::regnamespace
           and exists (select from schema_files f
                        where f.path in ('functions/' || p.proname, 'functions/' || p.oid::regprocedure)))
      select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as statement,
             case c.relname when 'imports' then 1 else 2 end as step, c.relname, t.tgname
        from former join pg_trigger t on t.tgfoid = former.oid join pg_class c on c.oid = t.tgrelid
       where not t.tgisinternal
      union all
      select 'drop function ' || former.oid::regprocedure, 3, null, null from former
       order by step, relname, tgname
    loop
      execute dropped;
    end loop;
  end $$;`

/**
 * Statements that turn the prepared tables of 0.3.0 into the tables of the baseline, in a short transaction. All
 * change the catalog only, or tables with few rows. The first one waits for imports. So it comes before the others.
 * Users, whom every request of a person reads, come last: here, and in `splitUsers` after all.
 */
const changes = `
  ${dropFunctions}
  ${renameStatements(renamedTables)}
  drop table data_steps;
  drop table sealing;
  alter table organizations add column audits_values boolean not null default false,
   add column second_factor_required_at timestamptz;
  create index audit_events_draft_changes on audit_events (organization_id, (subject ->> 'id'), at)
   where action = 'spinner.changed';
  alter table api_keys add column project_ids uuid[], add column allowed_networks text[];
  alter table departures add column requested_at timestamptz, add column requested_by uuid,
   alter column move_id drop not null, alter column cell drop not null,
   drop constraint departures_state_check,
   add constraint departures_state_check
   check (state in ('draining', 'closed', 'switching', 'departed', 'grace', 'deleting', 'reopening')),
   add constraint departures_move_check
   check ((move_id is null) = (state in ('grace', 'deleting', 'reopening')) and (cell is null) = (move_id is null));
  alter table meters add column reached smallint not null default 0;
  alter table stored_projects add column in_bin boolean not null default false;
  alter table stored_data_tables add column bin_entry_id uuid;
  alter table stored_spinners add column bin_entry_id uuid;
  alter table users drop constraint users_role_check;
  update users set role = 'editor' where role = 'member';
  alter table users add constraint users_role_check check (role in ('owner', 'admin', 'editor', 'viewer'));
  alter table account_links drop constraint account_links_purpose_check;
  alter table account_links add constraint account_links_purpose_check
   check (purpose in ('demo', 'invitation', 'confirmation', 'signIn', 'oldAddress', 'newAddress', 'newPasskey', 'passkeyProof', 'passkeySignIn'));
  update account_links set role = 'editor', id = coalesce(id, gen_random_uuid())
   where purpose = 'invitation' and organization_id is not null and role is null`

/**
 * Splits each user of 0.3.0 into the account by which the person signs in, and the user of the organization. The
 * account gets the id of the user. Runs as the last change, because every request of a person reads users.
 */
const splitUsers = `
  insert into accounts (id, email, password_hash, created_at, address_confirmed_at)
  select id, email, password_hash, created_at, address_confirmed_at from users;
  alter table password_resets drop constraint password_resets_user_id_fkey;
  alter table password_resets rename column user_id to account_id;
  alter table password_resets add foreign key (account_id) references accounts;
  alter index password_resets_user_id_idx rename to password_resets_account_id_idx;
  alter table open_id_identities drop constraint open_id_identities_user_id_fkey;
  alter table open_id_identities rename column user_id to account_id;
  alter table open_id_identities add foreign key (account_id) references accounts;
  alter index open_id_identities_user_id_idx rename to open_id_identities_account_id_idx;
  alter table users add column account_id uuid references accounts;
  update users set account_id = id;
  alter table users alter column account_id set not null, add unique (organization_id, account_id),
   drop column email, drop column password_hash, drop column address_confirmed_at;
  alter table sessions add column vouched_by text not null default 'account'
   check (vouched_by in ('account', 'organization'));
  alter table open_id_states add column provider_id uuid;
  drop index users_organization_id_idx;
  create index on users (account_id);
  alter table views add column user_id uuid references users;
  create unique index views_of_user on views (user_id, data_table_id) where user_id is not null;`

/**
 * Stores the facts about the steps of each version of a spinner that 0.3.0 stored only for versions with branches
 * or other steps that are not plain.
 */
async function storeOutlines(client: pg.Client): Promise<void> {
  await client.query('alter table spinner_versions add column is_plain boolean')
  const { rows } = await client.query<VersionOfSpinner>(
    'select spinner_id, version, steps from spinner_versions',
  )
  for (const { spinner_id, version, steps } of rows) {
    const outline = outlineOf(stepsWithoutSecrets(steps))
    await client.query(
      `update spinner_versions set is_plain = $3, steps_before_messages = $4, wait_seconds_after_steps = $5
        where spinner_id = $1 and version = $2`,
      [spinner_id, version, outline.isPlain, outline.stepsBeforeMessages, outline.waitSecondsAfterSteps],
    )
  }
  await client.query(`
    alter table spinner_versions alter column is_plain set not null,
      alter column steps_before_messages set not null, alter column wait_seconds_after_steps set not null`)
}

type VersionOfSpinner = Pick<RowOf<'spinner_versions'>, 'spinner_id' | 'version' | 'steps'>

/**
 * Takes over a database with the last schema of 0.3.0: makes its tables those of the baseline, and notes the
 * baseline as applied. Does nothing to an empty database, or to one with the baseline. Refuses every other
 * database, and a database that processes of 0.3.0 still use, and leaves it unchanged. Returns what the operator
 * should know.
 *
 * Deletes the notes about the files of 0.3.0, so that processes of that version refuse to start again.
 *
 * The takeover is removed in version 2.0. A database of 0.3.0 then needs a version 1 first.
 */
export async function takeOverFormer(
  client: pg.Client,
  applied: readonly AppliedFile[],
  names: readonly string[],
  release: Release,
): Promise<string[]> {
  if (names.length === 0 || names.includes(baseline)) return []
  const dated = applied.filter(({ name }) => !isFunction(name))
  if (digestOf(dated) !== replaced.digest) throw notTheLast(names, release)
  const { rows } = await client.query<{ sealed: boolean }>(isSealed)
  if (rows[0]?.sealed !== true)
    throw new MigrationRefused(
      'Secrets in this database are not encrypted yet. Run npm run admin -- seal-secrets of version 0.3.0 first; ' +
        `version ${release.version} reads encrypted secrets only.`,
    )
  await refuseBesideFormer(client, release)
  const file = release.dated.find(({ name }) => name === baseline)
  if (file === undefined) throw new Error(`migrations/ lacks ${baseline}`)
  for (const preparation of preparations) await client.query(preparation)
  await client.query('begin')
  try {
    // Checks again that no process of an earlier version is connected, because the preparations of a large
    // database take minutes.
    await refuseBesideFormer(client, release)
    await client.query(changes)
    await client.query(createStatements(file.text, [...addedTables, ...addedViews]))
    await storeOutlines(client)
    await client.query(splitUsers)
    await client.query('delete from schema_files')
    await client.query('delete from knex_migrations')
    await client.query(
      'insert into knex_migrations (name, batch, migration_time) values ($1, 1, current_timestamp)',
      [baseline],
    )
    await client.query(noteAppliedFile, [baseline, file.checksum, release.version])
    await client.query('commit')
    return [
      'This database was taken over from version 0.3.0. Processes of that version can no longer use it.',
    ]
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function refuseBesideFormer(client: pg.Client, { version }: Release): Promise<void> {
  const { rows } = await client.query<{ name: string; connections: number }>(findFormerProcesses)
  if (rows.length === 0) return
  const names = rows.map(
    ({ name, connections }) => `${name} (${connections} ${connections === 1 ? 'connection' : 'connections'})`,
  )
  throw new MigrationRefused(
    `Processes of an earlier version still use this database: ${names.join(', ')}. Version ${version} renames tables ` +
      'that they read. Stop all processes of version 0.3.0, then start again. No table was changed.',
  )
}

function digestOf(files: readonly AppliedFile[]): string {
  const lines = files.map(({ name, checksum }) => `${name} ${checksum}\n`).toSorted()
  return createHash('sha256').update(lines.join('')).digest('hex')
}

function notTheLast(names: readonly string[], { version }: Release): MigrationRefused {
  return new MigrationRefused(
    `This database was created by a version before 1.0, and its last migration is ${names.toSorted().at(-1)}. ` +
      `Version ${version} takes over only databases with exactly the migrations of 0.3.0, up to ${replaced.last}. ` +
      'Run npm run migrate of 0.3.0 on the database first. If 0.3.0 refuses it too, export your data with the version ' +
      'that created it (GET /data-tables/{id}/export), and start with a new DATA_DIR or DATABASE_URL.',
  )
}
