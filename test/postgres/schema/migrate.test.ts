import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresServiceState } from '../../../src/adapters/postgres/job/service-state.ts'
import { type Release, readRelease, thisRelease } from '../../../src/adapters/postgres/schema/release.ts'
import { SystemClock } from '../../../src/adapters/system/system-clock.ts'
import { migrate } from '../../../src/operation/migrations/migrate.ts'
import { MigrationRefused } from '../../../src/operation/migrations/migration-refused.ts'
import { openScratch } from '../../support/scratch.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url))
const { version, dated: datedFiles } = thisRelease()
const baseline = datedFiles[0]?.name ?? ''
const [major = 0, minor = 0] = version.split('.').map(Number)
const next = `${major}.${minor + 1}.0`
/**
 * A later version of Spindle for the test, whose minor number has two digits. Compared as text, it would be
 * smaller than the present version.
 */
const later = `${major}.${minor + 10}.0`

/**
 * Tables that grow with each action of customers. The test expects that no migration builds an index on them in
 * a transaction, which would block writes.
 */
const growing = new Set(
  'records appends record_changes arrivals audit_events idempotency_keys inbound_facts jobs slices recipients message_results sent_emails message_log captured_messages suppressions'.split(
    ' ',
  ),
)

const greeting = (answer: string) =>
  `create or replace function greeting(p_name text) returns text language sql as $$ select ${answer} $$;`

describe('a database that is migrated', () => {
  let database: TestDatabase
  let sql: pg.Client
  let directory: string

  beforeEach(async () => {
    database = await createTestDatabase()
    sql = new pg.Client({ connectionString: database.url })
    await sql.connect()
    directory = openScratch()
    cpSync(migrations, directory, { recursive: true })
  })
  afterEach(async () => {
    await sql.end()
    await database.drop()
    rmSync(directory, { recursive: true, force: true })
  })

  const write = (path: string, text: string) => writeFileSync(join(directory, path), text)
  const remove = (path: string) => rmSync(join(directory, path))
  const release = (as = version) => readRelease(directory, as)
  const refusal = async (wanted: Release) => {
    const error = await migrate(database.url, wanted).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(MigrationRefused)
    return (error as Error).message
  }
  const answers = async (text: string) => (await sql.query({ text, rowMode: 'array' })).rows
  /**
   * Returns the row version (xmin) of each SQL function in the test's database, which changes whenever a
   * migration writes the function.
   */
  const functionVersions = async () =>
    new Map(
      (await answers(
        'select proname, xmin::text from pg_proc where pronamespace = current_schema()::regnamespace',
      )) as [string, string][],
    )
  async function missing(wanted: Release): Promise<string | null> {
    const pool = new Database({ url: database.url, poolSize: 1 })
    try {
      return await new PostgresServiceState(pool, new SystemClock(), wanted).missing()
    } finally {
      await pool.close()
    }
  }

  describe('with the same files', () => {
    it('is not changed', async () => {
      const before = await functionVersions()
      const notes = await answers('select path, applied_at from schema_files order by path')
      await migrate(database.url)
      expect(await functionVersions()).toEqual(before)
      expect(await answers('select path, applied_at from schema_files order by path')).toEqual(notes)
      expect(await missing(thisRelease())).toBeNull()
    })
  })

  describe('with changed functions', () => {
    it('gets a new function and its changes, and no other function is written', async () => {
      const before = await functionVersions()
      write('functions/greeting.sql', greeting("'hello ' || p_name"))
      expect(await missing(release())).toBe('The database is not migrated')
      await migrate(database.url, release())
      expect(await answers("select greeting(p_name => 'Ada')")).toEqual([['hello Ada']])
      write('functions/greeting.sql', greeting("'welcome ' || p_name"))
      await migrate(database.url, release())
      expect(await answers("select greeting(p_name => 'Ada')")).toEqual([['welcome Ada']])
      const after = await functionVersions()
      after.delete('greeting')
      expect(after).toEqual(before)
      expect(await missing(release())).toBeNull()
    })

    it('gets functions again that include a changed file', async () => {
      const before = await functionVersions()
      const path = 'functions/include/one_plan.sql'
      write(path, `${readFileSync(join(directory, path), 'utf8')}-- another word\n`)
      await migrate(database.url, release())
      const after = await functionVersions()
      expect(after.get('append_entries')).not.toBe(before.get('append_entries'))
      expect(after.get('job_key')).toBe(before.get('job_key'))
    })

    it('does not change a function whose file was moved to another folder', async () => {
      const before = await functionVersions()
      renameSync(join(directory, 'functions/job/state/job_key.sql'), join(directory, 'functions/job_key.sql'))
      expect(await missing(release())).toBeNull()
      await migrate(database.url, release())
      expect(await functionVersions()).toEqual(before)
    })

    it('keeps a function without a file for one version, because processes of the former one call it', async () => {
      write('functions/greeting.sql', greeting('p_name'))
      await migrate(database.url, release())
      remove('functions/greeting.sql')
      for (const _ of ['found gone', 'known to be gone']) {
        await migrate(database.url, release(next))
        expect(await answers("select greeting(p_name => 'Ada')")).toEqual([['Ada']])
        expect(await missing(release(next))).toBeNull()
      }
      await migrate(database.url, release(later))
      expect((await functionVersions()).has('greeting')).toBe(false)
      expect(await missing(release(later))).toBeNull()
    })

    it('keeps a function beside one with more parameters for one version, for the former processes', async () => {
      write('functions/greeting.sql', greeting('p_name'))
      await migrate(database.url, release())
      const more = 'create or replace function greeting(p_name text, p_title text) returns text'
      write('functions/greeting.sql', `${more} language sql as $$ select p_title || ' ' || p_name $$;`)
      for (const _ of ['brought', 'known']) {
        await migrate(database.url, release(next))
        expect(await answers("select greeting(p_name => 'Ada')")).toEqual([['Ada']])
        expect(await answers("select greeting(p_name => 'Ada', p_title => 'Lady')")).toEqual([['Lady Ada']])
        expect(await missing(release(next))).toBeNull()
      }
      write('functions/greeting.sql', `${more} language sql as $$ select p_title || ', ' || p_name $$;`)
      await migrate(database.url, release(later))
      await expect(answers("select greeting(p_name => 'Ada')")).rejects.toThrow(/does not exist/)
      expect(await answers("select greeting(p_name => 'Ada', p_title => 'Lady')")).toEqual([['Lady, Ada']])
    })

    it('keeps a function that has the parameters of two versions before again', async () => {
      const ofTitle = greeting('p_name').replace('p_name text', 'p_name text, p_title text')
      for (const [text, as] of [
        [greeting('p_name'), version],
        [ofTitle, next],
        [greeting('p_name'), next],
      ] as const) {
        write('functions/greeting.sql', text)
        await migrate(database.url, release(as))
      }
      await migrate(database.url, release(later))
      expect(await answers("select greeting(p_name => 'Ada')")).toEqual([['Ada']])
      await expect(answers("select greeting(p_name => 'Ada', p_title => 'Lady')")).rejects.toThrow(
        /does not exist/,
      )
    })

    it.each([
      ['returns something else', 'create or replace function greeting(p_name text) returns int'],
      [
        'also matches the calls of the former function',
        'create or replace function greeting(p_name text, p_title text default null) returns text',
      ],
    ])('refuses a function that %s under the same name, and keeps everything', async (_, head) => {
      write('functions/greeting.sql', greeting('p_name'))
      await migrate(database.url, release())
      const before = await functionVersions()
      write('functions/append_more.sql', greeting('p_name').replace('greeting', 'append_more'))
      write('functions/greeting.sql', `${head} language sql as $$ select null $$;`)
      write('20991231000000_rooms.sql', 'create table rooms (id int primary key);')
      await sql.query('drop schema graphile_worker cascade')
      expect(await refusal(release())).toContain(
        'migrations/functions/greeting.sql returns another type than before',
      )
      expect(await functionVersions()).toEqual(before)
      expect(
        await answers("select to_regclass('rooms')::text, to_regnamespace('graphile_worker')::text"),
      ).toEqual([[null, null]])
    })

    it('gets a function with other parameter names after a dated file has dropped the former one', async () => {
      write('functions/greeting.sql', greeting('p_name'))
      await migrate(database.url, release())
      write('functions/greeting.sql', greeting('p_name').replaceAll('p_name', 'p_title'))
      write('20991231000000_titles.sql', 'drop function greeting(text);')
      await migrate(database.url, release())
      expect(await answers("select proargnames::text from pg_proc where proname = 'greeting'")).toEqual([
        ['{p_title}'],
      ])
    })

    it('gets a function that needs a table of a dated file of the same version', async () => {
      write('20991231000000_rooms.sql', 'create table rooms (id int primary key);')
      write(
        'functions/all_rooms.sql',
        'create or replace function all_rooms() returns setof rooms language sql as $$ select * from rooms $$;',
      )
      await migrate(database.url, release())
      expect(await answers('select * from all_rooms()')).toEqual([])
    })

    it.each([
      [
        'cannot be parsed',
        'create or replace functoin greeting() returns int',
        /syntax error at or near "functoin"/,
      ],
      ['uses something unknown', greeting('p_nobody'), /column "p_nobody" does not exist/],
    ])('refuses a function that %s, and names its file', async (_, text, why) => {
      write('functions/greeting.sql', text)
      const message = await refusal(release())
      expect(message).toMatch(/^migrations\/functions\/greeting\.sql cannot be applied: /)
      expect(message).toMatch(why)
      expect((await functionVersions()).has('greeting')).toBe(false)
    })
  })

  describe('with dated files', () => {
    it('gets a file in SQL and one in TypeScript', async () => {
      write('20991231000000_rooms.sql', 'create table rooms (id int primary key);')
      write(
        '20991231000001_doors.ts',
        "export const up = (knex) => knex.raw('alter table rooms add doors int not null default 1')",
      )
      expect(await missing(release())).toBe('The database is not migrated')
      await migrate(database.url, release())
      await sql.query('insert into rooms values (1)')
      expect(await answers('select doors from rooms')).toEqual([[1]])
      expect(await missing(release())).toBeNull()
    })

    it('is unchanged when one of them fails', async () => {
      write('20991231000000_rooms.sql', 'create table rooms (id int primary key); select 1 / 0;')
      await expect(migrate(database.url, release())).rejects.toThrow('division by zero')
      expect(await answers("select to_regclass('rooms')")).toEqual([[null]])
      write('20991231000000_rooms.sql', 'create table rooms (id int primary key);')
      await migrate(database.url, release())
    })

    it('continues after a process that was killed during the migration', async () => {
      await sql.query('update knex_migrations_lock set is_locked = 1')
      write('20991231000000_rooms.sql', 'create table rooms (id int primary key);')
      await migrate(database.url, release())
      expect(await answers('select count(*) from rooms')).toEqual([['0']])
    })

    it('refuses a file that was edited after it was applied', async () => {
      const path = `${baseline}.sql`
      write(
        path,
        readFileSync(join(directory, path), 'utf8').replace(
          '-- Tables of projects',
          '-- The tables of projects',
        ),
      )
      expect(await refusal(release())).toBe(
        `migrations/${path} was edited after it was applied. Restore the file and write a new migration. ` +
          'If it is a draft that only your own database has, start with a new DATA_DIR (or database) instead.',
      )
    })

    it('refuses a file with an earlier date than an applied one, because a new database would get it first', async () => {
      write('20991231000001_doors.sql', 'create table doors (id int primary key);')
      await migrate(database.url, release())
      write('20991231000000_rooms.sql', 'create table rooms (id int primary key);')
      expect(await refusal(release())).toBe(
        'migrations/20991231000000_rooms.sql must have a later date, because files with a later date were already applied, ' +
          'but a new database gets the files by date. Use a date later than that of 20991231000001_doors.',
      )
      expect(await answers("select to_regclass('rooms')")).toEqual([[null]])
    })

    it('accepts a file with Windows line endings as the same', async () => {
      const path = `${baseline}.sql`
      write(path, readFileSync(join(directory, path), 'utf8').replaceAll('\n', '\r\n'))
      await migrate(database.url, release())
    })

    it('refuses to continue if an applied file is missing, as from another branch', async () => {
      write('20991231000000_rooms.sql', 'create table rooms (id int primary key);')
      await migrate(database.url, release())
      remove('20991231000000_rooms.sql')
      expect(await refusal(release())).toContain(
        'migrations that are not in migrations/: 20991231000000_rooms',
      )
    })
  })

  describe('by a later version', () => {
    it.each<[string, () => void]>([
      [
        'that added a table',
        () => write('20991231000000_rooms.sql', 'create table rooms (id int primary key);'),
      ],
      ['that added a function', () => write('functions/greeting.sql', greeting('p_name'))],
      [
        'that changed a function',
        () => {
          const path = 'functions/job/state/job_key.sql'
          write(path, `-- Changed.\n${readFileSync(join(directory, path), 'utf8')}`)
        },
      ],
      ['that removed a function', () => remove('functions/job/state/job_key.sql')],
    ])('%s, is ready for processes of this version, which do not change it', async (_, change) => {
      change()
      await migrate(database.url, release(later))
      const notes = await answers('select * from schema_files order by path')
      const functions = await functionVersions()
      expect(await missing(thisRelease())).toBeNull()
      expect(await migrate(database.url)).toEqual([
        `This database was migrated by version ${later}, and version ${version} is compatible with it: nothing was migrated.`,
      ])
      expect(await answers('select * from schema_files order by path')).toEqual(notes)
      expect(await functionVersions()).toEqual(functions)
    })

    it('that lacks what this version needs, as from another branch, is refused', async () => {
      write('functions/greeting.sql', greeting('p_name'))
      await migrate(database.url, release(later))
      remove('functions/greeting.sql')
      write('20991231000000_rooms.sql', 'create table rooms (id int primary key);')
      expect(await missing(release())).toBe('The database is not migrated')
      expect(await refusal(release())).toBe(
        `This database was migrated by version ${later}, and lacks changes that version ${version} needs. Use version ${later} or a later version.`,
      )
    })

    it('that changed nothing can be migrated by this version', async () => {
      await migrate(database.url, release(later))
      expect(await migrate(database.url)).toEqual([])
    })
  })
})

describe('a new database', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createEmptyDatabase()
  })
  afterEach(() => database.drop())

  it('is migrated once by four processes that start together', async () => {
    await Promise.all(Array.from({ length: 4 }, () => migrate(database.url)))
    const sql = new pg.Client({ connectionString: database.url })
    await sql.connect()
    const { rows } = await sql.query('select name from knex_migrations order by id')
    expect(rows).toEqual(thisRelease().dated.map(({ name }) => ({ name })))
    await sql.end()
  })
})

describe('the files of migrations/', () => {
  const { dated, functions } = thisRelease()
  const created = /\bcreate\s+(?:or\s+replace\s+)?(?:function|procedure)\s+(\w+)/gi

  it.each(functions.map(({ name, text }) => [name, text] as const))(
    '%s contains the function of its name, with create or replace, and no other',
    (name, text) => {
      expect([...text.matchAll(created)].map(([words, found]) => [words, found])).toEqual([
        [`create or replace function ${name.replace('functions/', '')}`, name.replace('functions/', '')],
      ])
      expect(text).not.toContain('--!')
    },
  )

  it('refuse two functions with one name in different folders', () => {
    const scratch = openScratch()
    for (const folder of ['functions/job', 'functions/table'])
      mkdirSync(join(scratch, folder), { recursive: true })
    for (const place of ['functions/job/greeting.sql', 'functions/table/greeting.sql'])
      writeFileSync(join(scratch, place), greeting('p_name'))
    expect(() => readRelease(scratch, version)).toThrow(
      'Two files in migrations/functions are named greeting.sql. Rename or remove one of them.',
    )
    rmSync(scratch, { recursive: true })
  })

  it('begin with the baseline', () => {
    expect(baseline).toMatch(/_baseline$/)
  })

  it('with a date change tables only', () => {
    for (const { text } of dated) expect(text).not.toMatch(created)
  })

  it('build no index in a transaction on a growing table, which would block writes', () => {
    const others = dated.filter(({ name }) => name !== baseline)
    const built = others.flatMap(({ name, text }) =>
      [...text.matchAll(/create\s+(?:unique\s+)?index\s+(?!concurrently)[^;]*?\son\s+(\w+)/gi)]
        .map(([, table = '']) => table)
        .filter((table) => growing.has(table) && !text.includes(`create table ${table} `))
        .map((table) => `${name}: ${table}`),
    )
    expect(built).toEqual([])
  })
})
