import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { schemaText } from '../../../scripts/generated/schema-text.ts'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresDatabaseState } from '../../../src/adapters/postgres/database-state.ts'
import { addedTables, addedViews } from '../../../src/adapters/postgres/schema/added-tables.ts'
import { baseline } from '../../../src/adapters/postgres/schema/applied-file.ts'
import { migrate } from '../../../src/adapters/postgres/schema/migrate.ts'
import { MigrationRefused } from '../../../src/adapters/postgres/schema/migration-refused.ts'
import { thisRelease } from '../../../src/adapters/postgres/schema/release.ts'
import {
  type RenamedTable,
  renamedTables,
  renameStatements,
} from '../../../src/adapters/postgres/schema/renamed-tables.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { until, untilLocksAreAwaited } from '../../support/until.ts'

const url = new URL('../../fixtures/migrations-of-0.3.0.json', import.meta.url)
const former = JSON.parse(readFileSync(url, 'utf8')) as { name: string; checksum: string }[]
const taken = [
  'This database was taken over from version 0.3.0. Processes of that version can no longer use it.',
]

/** The renames by which this test gives the tables of the baseline their names of version 0.3.0 back. */
const backwards: readonly RenamedTable[] = renamedTables
  .toReversed()
  .map(({ from, to, columns = {}, indexes = {}, constraints = {} }) => ({
    from: to,
    to: from,
    columns: reversed(columns),
    indexes: reversed(indexes),
    constraints: reversed(constraints),
  }))

function reversed(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(names).map(([from, to]) => [to, from]))
}

const folder = new URL('../../../migrations/', import.meta.url)

/** The migration files after the baseline, which the migration applies after the takeover. */
const later = readdirSync(folder)
  .filter((file) => /^\d+_.*\.sql$/.test(file))
  .map((file) => file.replace(/\.sql$/, ''))
  .filter((name) => name !== baseline)
  .toSorted()

const textOfLater = later.map((name) => readFileSync(new URL(`${name}.sql`, folder), 'utf8')).join('\n')

/** The statements that drop the columns and tables which the later migration files add. */
const dropLaterParts = [
  ...[...textOfLater.matchAll(/^alter table (\w+)([^;]*)/gm)].flatMap(([, table, changes = '']) =>
    [...changes.matchAll(/\badd column (\w+)/g)].map(
      ([, column]) => `alter table ${table} drop column if exists ${column};`,
    ),
  ),
  ...[...textOfLater.matchAll(/^create table (\w+)/gm)].map(
    ([, table]) => `drop table if exists ${table} cascade;`,
  ),
].join('\n')

/**
 * SQL statements by which this test turns the tables of this version back into the tables that version 0.3.0
 * left.
 */
const asItWas = `
  alter table sessions drop column vouched_by;
  alter table open_id_states drop column provider_id;
  alter table views drop column user_id;
  alter table users drop column account_id, add column email text not null unique,
    add column password_hash text not null, add column address_confirmed_at timestamptz;
  create index on users (organization_id);
  alter table password_resets drop constraint password_resets_account_id_fkey;
  alter table password_resets rename column account_id to user_id;
  alter table password_resets add foreign key (user_id) references users;
  alter index password_resets_account_id_idx rename to password_resets_user_id_idx;
  alter table open_id_identities drop constraint open_id_identities_account_id_fkey;
  alter table open_id_identities rename column account_id to user_id;
  alter table open_id_identities add foreign key (user_id) references users;
  alter index open_id_identities_account_id_idx rename to open_id_identities_user_id_idx;
  alter table users drop constraint users_role_check, add constraint users_role_check
    check (role in ('owner', 'admin', 'editor', 'viewer', 'member'));
  alter table spinner_versions drop column is_plain, alter column steps_before_messages drop not null,
    alter column wait_seconds_after_steps drop not null;
  drop view ${addedViews.join(', ')};
  alter table stored_projects drop column in_bin;
  alter table stored_data_tables drop column bin_entry_id;
  alter table stored_spinners drop column bin_entry_id;
  drop view sender_changes;
  ${dropLaterParts}
  ${renameStatements(backwards)}
  drop table ${addedTables.join(', ')};
  drop index audit_events_draft_changes;
  alter table api_keys drop column project_ids, drop column allowed_networks;
  alter table departures drop column requested_at, drop column requested_by, alter column move_id set not null,
    alter column cell set not null, drop constraint departures_move_check, drop constraint departures_state_check,
    add constraint departures_state_check check (state in ('draining', 'closed', 'switching', 'departed'));
  alter table meters drop column reached;
  alter table account_links drop constraint account_links_purpose_check, add constraint account_links_purpose_check
    check (purpose in ('demo', 'invitation', 'confirmation'));
  alter table organizations drop column audits_values, drop column second_factor_required_at;
  create table data_steps (name text primary key, done_at timestamptz not null default now());
  create table sealing (
    one boolean primary key default true check (one), begun_at timestamptz not null default now());
  insert into sealing default values;
  ${[
    ['digested_suppressions', 'reason', 'unsubscribed bounced complained added'],
    ['jobs', 'source', 'api app records schedule'],
    ['jobs', 'status', 'queued scheduled running paused completed failed cancelled'],
    ['recipients', 'state', 'pending waiting done skipped failed unconfirmed stopped'],
    ['slices', 'state', 'open paused closed'],
    ['suppressions', 'reason', 'unsubscribed bounced complained added'],
  ]
    .map(([table, column, words = '']) => {
      const name = `${table}_${column}_check`
      const check = `check (${column} in (${words
        .split(' ')
        .map((word) => `'${word}'`)
        .join(', ')})) not valid`
      return `alter table ${table} drop constraint ${name}, add constraint ${name} ${check};`
    })
    .join('\n')}
  drop index recipients_with_stops;
  drop index outbox_place;
  drop table outdated_waits;
  delete from schema_files where path !~ '^functions/';
  delete from knex_migrations;`

describe('a database of version 0.3.0', () => {
  let database: TestDatabase
  let sql: pg.Client
  beforeEach(async () => {
    database = await createTestDatabase()
    sql = new pg.Client({ connectionString: database.url })
    await sql.connect()
    await sql.query(asItWas)
  })
  afterEach(async () => {
    await sql.end()
    await database.drop()
  })

  async function noteAsApplied(files: readonly { name: string; checksum: string }[]): Promise<void> {
    for (const { name, checksum } of files) {
      await sql.query("insert into schema_files (path, checksum, version) values ($1, $2, '0.3.0')", [
        name,
        checksum,
      ])
      await sql.query('insert into knex_migrations (name, batch) values ($1, 1)', [name])
    }
  }
  async function missing(): Promise<string | null> {
    const pool = new Database({ url: database.url, poolSize: 1 })
    try {
      return await new PostgresDatabaseState(pool).missing()
    } finally {
      await pool.close()
    }
  }
  /**
   * Adds an organization with a data table and a spinner for the test. A header in the spinner's webhook step
   * is encrypted.
   */
  async function addOrganization(): Promise<void> {
    await sql.query(`
      insert into plans (id, name, api_keys) values ('own', 'Own', true);
      insert into organizations (id, name, plan_id, created_at) values (gen_random_uuid(), 'Engines', 'own', now());
      insert into projects (id, organization_id, name, created_at) select gen_random_uuid(), id, 'Own', now() from organizations;
      insert into data_tables (id, organization_id, project_id, name, columns, missing_columns, schema_version,
                               ingest_token_digest, ingest_token_ciphertext, created_at)
      select gen_random_uuid(), organization_id, id, 'Leads', '[]', 'fill', 1, 'digest', 'key.text', now() from projects;
      insert into spinners (id, organization_id, project_id, data_table_id, name, audience, steps, created_at)
      select gen_random_uuid(), organization_id, project_id, id, 'Welcome', 'all', '[{"type": "webhook",
        "url": "https://example.com/", "headers": {"a": {"sealed": "key.text"}}}]', now() from data_tables`)
  }
  const notes = async () => {
    const { rows: files } = await sql.query('select path, checksum from schema_files order by path')
    const { rows: migrations } = await sql.query('select name from knex_migrations order by name')
    return { files, migrations, schema: await schemaText(sql) }
  }

  describe('with its last migration', () => {
    beforeEach(() => noteAsApplied(former))

    it('is taken over: it has the tables of a new database, and the baseline counts as applied', async () => {
      expect(await missing()).toBe('The database is not migrated')
      expect(await migrate(database.url)).toEqual(taken)
      expect(await schemaText(sql)).toBe(
        readFileSync(new URL('../../../migrations/schema.sql', import.meta.url), 'utf8'),
      )
      expect((await notes()).migrations).toEqual([baseline, ...later].map((name) => ({ name })))
      expect(await missing()).toBeNull()
      expect(await migrate(database.url)).toEqual([])
    })

    it('is taken over if all of its secrets are encrypted', async () => {
      await addOrganization()
      expect(await migrate(database.url)).toEqual(taken)
    })

    it('keeps its rows, and former members become editors', async () => {
      await sql.query(`
        insert into plans (id, name, api_keys) values ('own', 'Own', true);
        insert into organizations (id, name, plan_id, created_at) values (gen_random_uuid(), 'Engines', 'own', now());
        insert into users (id, organization_id, email, name, role, password_hash, created_at)
        select gen_random_uuid(), id, role || '@example.com', role, role, '!', now()
          from organizations, unnest(array['owner', 'viewer', 'member']) role;
        insert into account_links (digest, purpose, organization_id, email, created_at, expires_at)
        select 'x', 'invitation', id, 'ada@example.com', now(), now() from organizations;
        insert into password_resets (digest, user_id, created_at, expires_at)
        select email, id, now(), now() from users;
        insert into open_id_identities (issuer, subject, user_id, created_at)
        select 'https://sso.example.com', email, id, now() from users`)
      await migrate(database.url)
      const { rows } = await sql.query('select name, role from users order by name')
      expect(rows).toEqual([
        { name: 'member', role: 'editor' },
        { name: 'owner', role: 'owner' },
        { name: 'viewer', role: 'viewer' },
      ])
      // Each user has an account with their address, identities and links.
      const accounts = await sql.query(`
        select u.name, a.email, a.password_hash, i.subject, r.digest
          from users u join accounts a on a.id = u.account_id join open_id_identities i on i.account_id = a.id
          join password_resets r on r.account_id = a.id order by u.name`)
      expect(accounts.rows).toEqual(
        ['member', 'owner', 'viewer'].map((name) => {
          const email = `${name}@example.com`
          return { name, email, password_hash: '!', subject: email, digest: email }
        }),
      )
      expect((await sql.query('select role from account_links')).rows).toEqual([{ role: 'editor' }])
    })

    it('stores the facts about steps that 0.3.0 stored only for versions with branches', async () => {
      await addOrganization()
      const wait = (seconds: number) => ({ type: 'wait', seconds })
      const email = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }
      const plain = [wait(60), email, wait(30), email]
      const branch = { type: 'branch', ways: [{ name: 'Yes', where: {}, steps: [email] }] }
      await sql.query(
        `insert into spinner_versions (spinner_id, version, audience, steps, metadata_columns, quiet_steps, waits_after)
         select id, v.version, 'all', v.steps, '{}', v.quiet_steps, v.waits_after
           from spinners, (values (1, $1::jsonb, null, null), (2, $2, '{0,1}'::int[], '{5,5,0}'::float8[]))
                  v(version, steps, quiet_steps, waits_after)`,
        [JSON.stringify(plain), JSON.stringify([branch, wait(5)])],
      )
      await migrate(database.url)
      const { rows } = await sql.query(
        'select is_plain, steps_before_messages, wait_seconds_after_steps from spinner_versions order by version',
      )
      expect(rows).toEqual([
        { is_plain: true, steps_before_messages: [0, 1], wait_seconds_after_steps: [30, 30, 0, 0] },
        { is_plain: false, steps_before_messages: [0, 1], wait_seconds_after_steps: [5, 5, 0] },
      ])
    })

    it('forgets the files of 0.3.0, so that processes of that version refuse to start', async () => {
      await migrate(database.url)
      const { rows } = await sql.query(
        "select path from schema_files where path not like 'functions/%' order by path",
      )
      expect(rows).toEqual([baseline, ...later].map((path) => ({ path })))
    })

    it('has only the functions and triggers of a new database', async () => {
      await sql.query(`
        create function farewell() returns int language sql as 'select 1';
        create function parts() returns table (former int) language sql as 'select 1';
        create function refuse_former() returns trigger language plpgsql as 'begin return new; end';
        create trigger refuse_former before insert on imports for each row execute function refuse_former();
        insert into schema_files (path, checksum, version)
        select 'functions/' || name, 'x', '0.3.0' from unnest(array['farewell', 'parts', 'refuse_former']) name`)
      await migrate(database.url)
      const names = `
        select proname as name from pg_proc where pronamespace = 'public'::regnamespace
        union all select tgname from pg_trigger where not tgisinternal order by 1`
      const { rows } = await sql.query(names)
      const fresh = await createTestDatabase()
      try {
        const client = new pg.Client({ connectionString: fresh.url })
        await client.connect()
        expect(rows).toEqual((await client.query(names)).rows)
        await client.end()
      } finally {
        await fresh.drop()
      }
    })

    it('keeps a trigger that the operator has added', async () => {
      await sql.query(`
        create function note_plan() returns trigger language plpgsql as 'begin return new; end';
        create trigger note_plan before insert on plans for each row execute function note_plan()`)
      await migrate(database.url)
      const { rows } = await sql.query("select tgname from pg_trigger where tgname = 'note_plan'")
      expect(rows).toEqual([{ tgname: 'note_plan' }])
    })

    it('is told to the operator although a later step of the migration fails', async () => {
      const release = thisRelease()
      const text = 'create function broken('
      const broken = {
        name: 'functions/broken',
        place: 'functions/broken.sql',
        path: '',
        text,
        checksum: 'x',
      }
      const told: string[] = []
      const failing = { ...release, functions: [...release.functions, broken] }
      const migration = migrate(database.url, failing, { tell: (line) => told.push(line) })
      await expect(migration).rejects.toThrow()
      expect(told).toEqual(taken)
      expect(await missing()).toBe('The database is not migrated')
      await migrate(database.url)
      expect(await missing()).toBeNull()
    })

    it.each([
      ['spindle 0.3.0', 'spindle 0.3.0 (1 connection)'],
      ['spindle-runtime 0.3.0', 'spindle-runtime 0.3.0 (1 connection)'],
    ])('is refused unchanged while a connection "%s" is open, with what to do', async (name, listed) => {
      const process = new pg.Client({ connectionString: database.url, application_name: name })
      await process.connect()
      const before = await notes()
      try {
        const error: unknown = await migrate(database.url).catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(MigrationRefused)
        for (const words of [listed, 'Stop all processes of version 0.3.0, then start again'])
          expect((error as Error).message).toContain(words)
        expect(await notes()).toEqual(before)
      } finally {
        await process.end()
      }
      await until(
        async () =>
          (await sql.query('select from pg_stat_activity where application_name = $1', [name])).rowCount ===
          0,
      )
      expect(await migrate(database.url)).toEqual(taken)
    })

    it('is taken over once by two processes that start together', async () => {
      const told = await Promise.all([migrate(database.url), migrate(database.url)])
      expect(told.flat()).toEqual(taken)
    })

    it('lets people work while it waits for an import', async () => {
      await sql.query(`
        create function refuse_import_without_keys() returns trigger language plpgsql as 'begin return new; end';
        create trigger refuse_import_without_keys before insert on imports
          for each row execute function refuse_import_without_keys();
        insert into schema_files (path, checksum, version)
        values ('functions/refuse_import_without_keys', 'x', '0.3.0')`)
      const importing = new pg.Client({ connectionString: database.url })
      await importing.connect()
      try {
        await importing.query('begin; lock table imports in row share mode')
        const migrating = migrate(database.url)
        await untilLocksAreAwaited(sql)
        await sql.query("set lock_timeout = '100ms'")
        expect((await sql.query('select count(*)::int as count from users')).rows).toEqual([{ count: 0 }])
        await importing.query('commit')
        expect(await migrating).toEqual(taken)
      } finally {
        await importing.end()
      }
    })

    it.each([
      ['no secret was encrypted', 'delete from sealing'],
      [
        'the encryption of webhook secrets was interrupted',
        `insert into webhook_secrets (organization_id, ciphertext, previous_ciphertext, rotated_at)
         select id, 'key.text', 'text', now() from organizations`,
      ],
      [
        'the encryption of the headers of steps was interrupted',
        `update spinners set steps = '[{"type": "branch", "ways": [{"name": "Yes", "steps": [
           {"type": "webhook", "url": "https://example.com/", "headers": {"a": {"sealed": "key.text"}, "b": "text"}}]}]}]'`,
      ],
    ])('is refused unchanged if %s, with what to do', async (_, statement) => {
      await addOrganization()
      expect((await sql.query(statement)).rowCount).toBe(1)
      const before = await notes()
      await expect(migrate(database.url)).rejects.toThrow(
        /^Secrets in this database are not encrypted yet\. Run npm run admin -- seal-secrets of version 0\.3\.0 first/,
      )
      expect(await notes()).toEqual(before)
    })
  })

  it.each([
    ['an earlier migration as its last', former.slice(0, -1)],
    ['a further migration', [...former, { name: '20261122990000_rooms', checksum: 'x' }]],
    ['a migration with another text', [...former.slice(1), { name: former[0]?.name ?? '', checksum: 'x' }]],
  ])('with %s is refused unchanged, with what to do', async (_, files) => {
    await noteAsApplied(files)
    const before = await notes()
    const error: unknown = await migrate(database.url).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MigrationRefused)
    const last =
      files
        .map(({ name }) => name)
        .toSorted()
        .at(-1) ?? ''
    for (const words of [`its last migration is ${last}`, 'Run npm run migrate of 0.3.0', 'new DATA_DIR'])
      expect((error as Error).message).toContain(words)
    expect(await notes()).toEqual(before)
  })
})
