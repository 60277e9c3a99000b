import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { schemaText } from '../../../scripts/schema-text.ts'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresDatabaseState } from '../../../src/adapters/postgres/database-state.ts'
import { baseline } from '../../../src/adapters/postgres/schema/applied-file.ts'
import { migrate } from '../../../src/adapters/postgres/schema/migrate.ts'
import { MigrationRefused } from '../../../src/adapters/postgres/schema/migration-refused.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

const url = new URL('../../fixtures/migrations-of-0.3.0.json', import.meta.url)
const former = JSON.parse(readFileSync(url, 'utf8')) as { name: string; checksum: string }[]
const taken = [
  'This database was taken over from version 0.3.0. Its processes can run until they are replaced.',
]

/** Statements that turn the tables of the baseline back into the tables that version 0.3.0 left. */
const asItWas = `
  alter table users drop constraint users_role_check, add constraint users_role_check
    check (role in ('owner', 'admin', 'editor', 'viewer', 'member'));
  create table data_steps (name text primary key, done_at timestamptz not null default now());
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
  delete from schema_files where path = '${baseline}';
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
      expect((await notes()).migrations).toEqual([{ name: baseline }])
      expect(await missing()).toBeNull()
      expect(await migrate(database.url)).toEqual([])
    })

    it('keeps its rows, and former members become editors', async () => {
      await sql.query(`
        insert into plans (id, name, api_keys) values ('own', 'Own', true);
        insert into organizations (id, name, plan_id, created_at) values (gen_random_uuid(), 'Engines', 'own', now());
        insert into users (id, organization_id, email, name, role, password_hash, created_at)
        select gen_random_uuid(), id, role || '@example.com', role, role, '!', now()
          from organizations, unnest(array['owner', 'viewer', 'member']) role;
        insert into account_links (digest, purpose, organization_id, email, created_at, expires_at)
        select 'x', 'invitation', id, 'ada@example.com', now(), now() from organizations`)
      await migrate(database.url)
      const { rows } = await sql.query('select name, role from users order by name')
      expect(rows).toEqual([
        { name: 'member', role: 'editor' },
        { name: 'owner', role: 'owner' },
        { name: 'viewer', role: 'viewer' },
      ])
      expect((await sql.query('select role from account_links')).rows).toEqual([{ role: 'editor' }])
    })

    it('keeps the notes about the files of 0.3.0, which processes of that version compare with theirs', async () => {
      await migrate(database.url)
      const { rows } = await sql.query(
        "select path as name, checksum from schema_files where path < $1 and path ~ '^2'",
        [baseline],
      )
      expect(rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(former)
    })

    it('is taken over once by two processes that start together', async () => {
      const told = await Promise.all([migrate(database.url), migrate(database.url)])
      expect(told.flat()).toEqual(taken)
    })

    it('is refused unchanged if its secrets are not encrypted, with what to do', async () => {
      await sql.query('delete from sealing')
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
