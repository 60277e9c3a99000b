import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { baselineText } from '../../../scripts/fold/baseline-text.ts'
import { schemaFacts } from '../../../scripts/fold/schema-facts.ts'
import { sqlComments } from '../../../scripts/fold/sql-comments.ts'
import { schemaText } from '../../../scripts/generated/schema-text.ts'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresServiceState } from '../../../src/adapters/postgres/job/service-state.ts'
import { type Release, readRelease, thisRelease } from '../../../src/adapters/postgres/schema/release.ts'
import { replacedFilesText } from '../../../src/adapters/postgres/schema/replaced-files.ts'
import { SystemClock } from '../../../src/adapters/system/system-clock.ts'
import { restoreBackup } from '../../../src/operation/backup/restore-backup.ts'
import { takeBackup } from '../../../src/operation/backup/take-backup.ts'
import { migrate } from '../../../src/operation/migrations/migrate.ts'
import { openScratch } from '../../support/scratch.ts'
import { createEmptyDatabase, type TestDatabase } from '../../support/test-database.ts'

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url))
const { version } = thisRelease()

/** Dated files of the version before the fold, which change tables in each way that the fold follows. */
const datedFiles: Readonly<Record<string, string>> = {
  '20991231000000_rooms': `-- The rooms of a house.
create table rooms (
  id int primary key,
  -- The number of doors.
  doors int not null check (doors > 0),
  unique (doors, id)
);
insert into rooms values (1, 2);
`,
  '20991231000001_houses': `create table houses (id uuid primary key);
-- The house of the room; null for none.
alter table rooms add column house_id uuid references houses;
alter table rooms rename column doors to door_count;
alter table rooms rename constraint rooms_doors_check to rooms_door_count_check;
-- Data moves, and its statement is not part of the baseline.
delete from rooms;
`,
  '20991231000002_index_of_houses': `--! outside a transaction
-- Finds the rooms of a house.
create index concurrently rooms_house on rooms (house_id) where house_id is not null;
`,
}

/** A version whose dated files are folded by the functions of scripts/fold/fold-migrations.ts. */
describe('a baseline that replaces dated files', () => {
  const folder = openScratch()
  const folders = { before: join(folder, 'before'), after: join(folder, 'after') }
  let template: TestDatabase
  let before: Release
  let after: Release
  let schema: string
  let database: TestDatabase
  let sql: pg.Client

  beforeAll(async () => {
    cpSync(migrations, folders.before, { recursive: true })
    for (const [name, text] of Object.entries(datedFiles))
      writeFileSync(join(folders.before, `${name}.sql`), text)
    before = readRelease(folders.before, version)
    template = await createEmptyDatabase()
    await migrate(template.url, before)
    schema = await on(template, schemaOf)
    after = await fold(before, folders.after, '20991231000003_baseline')
  })
  afterAll(async () => {
    await template.drop()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    database = await createEmptyDatabase()
    sql = new pg.Client({ connectionString: database.url })
    await sql.connect()
  })
  afterEach(async () => {
    await sql.end()
    await database.drop()
  })

  async function on<Result>({ url }: TestDatabase, work: (client: pg.Client) => Promise<Result>) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const schemaOf = async (client: pg.Client) => `${await schemaText(client)}\n${await schemaFacts(client)}`

  /** Writes a version whose baseline replaces the dated files of another one into a folder. */
  async function fold(release: Release, directory: string, name: string): Promise<Release> {
    const { dated } = release
    const files = dated.map((file) => ({ name: file.name, checksum: file.checksum }))
    const comments = sqlComments(dated.map(({ text }) => text))
    const text = await on(template, (client) => baselineText(client, comments))
    mkdirSync(directory, { recursive: true })
    cpSync(join(migrations, 'functions'), join(directory, 'functions'), { recursive: true })
    writeFileSync(join(directory, `${name}.sql`), replacedFilesText({ version: 'v0.9.4', files }) + text)
    return readRelease(directory, version)
  }

  const notes = async () => ({
    files: (await sql.query("select * from schema_files where path !~ '^functions/' order by path")).rows,
    knex: (await sql.query('select name from knex_migrations order by id')).rows,
    functions: (
      await sql.query(
        'select oid::regprocedure::text, xmin::text from pg_proc where pronamespace = current_schema()::regnamespace order by 1',
      )
    ).rows,
  })
  const names = ({ dated }: Pick<Release, 'dated'>) => dated.map(({ name }) => name)
  const refusal = (release: Release) =>
    migrate(database.url, release).then(
      () => null,
      (error: Error) => error.message,
    )
  async function missing(release: Release): Promise<string | null> {
    const pool = new Database({ url: database.url, poolSize: 1 })
    try {
      return await new PostgresServiceState(pool, new SystemClock(), release).missing()
    } finally {
      await pool.close()
    }
  }
  const outdated =
    'This database does not have exactly the migrations of v0.9.4, after which they became one baseline. Nothing was ' +
    'changed. Start the version v0.9.4 first (git checkout v0.9.4), then this version.'

  it('gives a new database the same tables, indexes, constraints and rows as the files', async () => {
    await migrate(database.url, after)
    expect(await schemaOf(sql)).toBe(schema)
    expect((await notes()).knex).toEqual([{ name: '20991231000003_baseline' }])
  })

  it('has the comments of the files at their present names, and no statement about rows', () => {
    const [{ text } = { text: '' }] = after.dated
    expect(text).toContain('\n  -- The number of doors.\n  door_count int not null check (door_count > 0),\n')
    expect(text).toContain(
      '\n  -- The house of the room; null for none.\n  house_id uuid references houses,\n',
    )
    expect(text).toContain('\n-- Finds the rooms of a house.\ncreate index rooms_house on rooms (house_id)')
    expect(text).not.toContain('Data moves')
    expect(text.indexOf('create table houses')).toBeLessThan(text.indexOf('create table rooms'))
  })

  it('is noted, and nothing else is changed, in a database that has all of the files', async () => {
    await migrate(database.url, before)
    const present = await notes()
    expect(await missing(after)).toBeNull()
    expect(await migrate(database.url, after)).toEqual([])
    const { files, knex, functions } = await notes()
    expect(files.slice(0, -1)).toEqual(present.files)
    expect(files.at(-1)).toMatchObject({ path: '20991231000003_baseline', version })
    expect(knex).toEqual([{ name: '20991231000003_baseline' }])
    expect(functions).toEqual(present.functions)
    expect(await schemaOf(sql)).toBe(schema)
    const noted = await notes()
    await migrate(database.url, after)
    expect(await notes()).toEqual(noted)
    expect(await missing({ ...before, version: '0.9.4' })).toBeNull()
    expect(await migrate(database.url, { ...before, version: '0.9.4' })).toEqual([
      expect.stringContaining('nothing was migrated'),
    ])
  })

  it('is noted once by four processes that start together', async () => {
    await migrate(database.url, before)
    await Promise.all(Array.from({ length: 4 }, () => migrate(database.url, after)))
    expect((await notes()).knex).toEqual([{ name: '20991231000003_baseline' }])
  })

  it('is noted in both lists or in none, if the process ends in between', async () => {
    await migrate(database.url, before)
    const present = await notes()
    await sql.query("alter table knex_migrations add constraint ends check (name not like '%0003_baseline')")
    await expect(migrate(database.url, after)).rejects.toThrow('ends')
    expect(await notes()).toEqual(present)
    await sql.query('alter table knex_migrations drop constraint ends')
    await migrate(database.url, after)
    expect((await notes()).knex).toEqual([{ name: '20991231000003_baseline' }])
  })

  it.each<[string, () => Release]>([
    ['lacks the last of the files', () => ({ ...before, dated: before.dated.slice(0, -1) })],
    [
      'has another text of a file',
      () => ({
        ...before,
        dated: before.dated.map((file, place) =>
          place === before.dated.length - 1 ? { ...file, checksum: '0'.repeat(64) } : file,
        ),
      }),
    ],
  ])('is refused for a database that %s, which stays as it is', async (_, older) => {
    await migrate(database.url, older())
    const present = await notes()
    expect(await refusal(after)).toBe(outdated)
    expect(await notes()).toEqual(present)
    expect(await missing(after)).toBe('The database is not migrated')
  })

  it('comes before later files, and a second baseline can replace both', async () => {
    const next = '20991231000004_gardens'
    await migrate(database.url, before)
    const present = await notes()
    const text = 'create table gardens (id int primary key);'
    writeFileSync(join(folders.after, `${next}.sql`), text)
    const later = readRelease(folders.after, version)
    const second = join(folder, 'second')
    const twice = await fold(later, second, '20991231000005_baseline')
    expect(await refusal(twice)).toBe(outdated)
    expect(await notes()).toEqual(present)
    await migrate(database.url, later)
    await migrate(database.url, twice)
    expect((await notes()).knex).toEqual([{ name: '20991231000005_baseline' }])
    expect(await missing(twice)).toBeNull()
    rmSync(join(folders.after, `${next}.sql`))
  })

  describe('and a backup', () => {
    const path = join(folder, 'all.spindle')
    const back = () => takeBackup({ url: template.url, path, version, files: [], onProgress: () => {} })
    const restore = (release: Release) =>
      restoreBackup({ url: database.url, path, onProgress: () => {}, release })
    afterEach(() => rmSync(path, { force: true }))

    it('of a database with the files is restored with the baseline', async () => {
      await on(template, (client) =>
        client.query("insert into houses values ('019aa000-0000-7000-8000-000000000000')"),
      )
      await back()
      await restore(after)
      expect(await on(template, (client) => client.query('delete from houses'))).toMatchObject({
        rowCount: 1,
      })
      expect((await sql.query('select count(*)::int as houses from houses')).rows).toEqual([{ houses: 1 }])
      expect((await notes()).files.map(({ path: name }) => name)).toEqual(['20991231000003_baseline'])
      expect(await missing(after)).toBeNull()
    })

    it('of an older database is refused, and nothing is written', async () => {
      await back()
      const files = [...after.replaced.files, { name: '20991231000002_more', checksum: '0'.repeat(64) }]
      await expect(restore({ ...after, replaced: { ...after.replaced, files } })).rejects.toThrow(
        'does not have exactly the migrations of v0.9.4, after which they became one baseline. Restore it with the version v0.9.4, and start this version afterwards.',
      )
      expect((await sql.query("select from pg_class where relname = 'schema_files'")).rowCount).toBe(0)
    })
  })

  it('has every dated file before it in its list', () => {
    expect(after.replaced.files.map(({ name }) => name)).toEqual(names(before))
  })
})
