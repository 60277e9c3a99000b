import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type AppliedFile, baseline, isFunction, noteAppliedFile } from './applied-file.ts'
import { MigrationRefused } from './migration-refused.ts'
import type { Release } from './release.ts'

/**
 * The dated migration files of version 0.3.0, which the baseline of 1.0 replaces. The digest is the SHA-256
 * of their names and checksums, one file a line, sorted by name.
 */
const replaced = {
  last: '20261122510010_test_of_key_checked',
  digest: 'b20f89c7d062034a7a13c0952fbaf260802c1b1c13d78413a311d58efce5e9d1',
}

/**
 * Whether all secrets are encrypted with the key ring. Such a text has the name of its key before a point.
 * Looks at each kind of secret that `seal-secrets` of 0.3.0 encrypted, because that command may have been
 * interrupted.
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
 * Statements that turn the prepared tables of 0.3.0 into the tables of the baseline, in a short transaction. Those
 * that may have to wait for an import come before the lock of the users, which every request of a person reads.
 */
const changes = `
  drop trigger if exists refuse_import_without_keys on imports;
  drop table data_steps;
  alter table users drop constraint users_role_check;
  update users set role = 'editor' where role = 'member';
  alter table users add constraint users_role_check check (role in ('owner', 'admin', 'editor', 'viewer'));
  update account_links set role = 'editor', id = coalesce(id, gen_random_uuid())
   where purpose = 'invitation' and organization_id is not null and role is null`

/**
 * Takes over a database with the last schema of 0.3.0: makes its tables those of the baseline, and notes the
 * baseline as applied. Does nothing to an empty database, or to one with the baseline. Refuses every other
 * database, and leaves it unchanged. Returns what the operator should know.
 *
 * Keeps the notes about the files of 0.3.0, because processes of that version compare their files with them
 * while they are replaced.
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
  const checksum = release.dated.find(({ name }) => name === baseline)?.checksum
  for (const preparation of preparations) await client.query(preparation)
  await client.query('begin')
  try {
    await client.query(changes)
    await client.query('delete from knex_migrations')
    await client.query(
      'insert into knex_migrations (name, batch, migration_time) values ($1, 1, current_timestamp)',
      [baseline],
    )
    await client.query(noteAppliedFile, [baseline, checksum, release.version])
    await client.query('commit')
    return ['This database was taken over from version 0.3.0. Its processes can run until they are replaced.']
  } catch (error) {
    await client.query('rollback')
    throw error
  }
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
