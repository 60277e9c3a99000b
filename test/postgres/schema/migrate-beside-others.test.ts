import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { readRelease, thisRelease } from '../../../src/adapters/postgres/schema/release.ts'
import type { LockLimits } from '../../../src/operation/migrations/lock-waits.ts'
import { migrate } from '../../../src/operation/migrations/migrate.ts'
import { MigrationRefused } from '../../../src/operation/migrations/migration-refused.ts'
import { openScratch } from '../../support/scratch.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { until } from '../../support/until.ts'

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url))
const { version } = thisRelease()

const patient: LockLimits = {
  lockTimeoutMs: 100,
  firstPauseMs: 50,
  maxPauseMs: 100,
  giveUpAfterMs: 60_000,
}
const impatient: LockLimits = { ...patient, giveUpAfterMs: 500 }

const addColumn = 'alter table visits add note text;'
const buildIndex = (unique = '') =>
  `--! outside a transaction\n-- Pages are looked up; so are their visits.\ncreate ${unique} index concurrently visits_by_page\n  on visits (page);\n`

/** The table of these tests stands for a large one that requests write to while a migration changes it. */
describe('a table that is migrated while it is used', () => {
  let database: TestDatabase
  let sql: pg.Client
  let other: pg.Client
  let directory: string
  let reported: string[]

  beforeEach(async () => {
    database = await createTestDatabase()
    sql = await connect('an API process')
    other = await connect('a report')
    directory = openScratch()
    reported = []
    cpSync(migrations, directory, { recursive: true })
    await sql.query('create table visits (page int); insert into visits select generate_series(1, 1000)')
  })
  afterEach(async () => {
    await sql.end()
    await other.end()
    await database.drop()
    rmSync(directory, { recursive: true, force: true })
  })

  async function connect(name: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: database.url, application_name: name })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const write = (path: string, text: string) => writeFileSync(join(directory, path), text)
  const migrating = (patience = patient) =>
    migrate(database.url, readRelease(directory, version), { patience, tell: (line) => reported.push(line) })
  const refusal = async (patience = impatient) => {
    const error = await migrating(patience).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MigrationRefused)
    return (error as Error).message
  }
  const answers = async (text: string) => (await sql.query({ text, rowMode: 'array' })).rows
  const hasColumn = async (name: string) =>
    (await answers(`select from pg_attribute where attrelid = 'visits'::regclass and attname = '${name}'`))
      .length === 1
  const indexes = () =>
    answers("select indexrelid::regclass::text, indisvalid from pg_index where indrelid = 'visits'::regclass")
  const pidOf = async (client: pg.Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

  describe('while a transaction has read it and stays open', () => {
    beforeEach(async () => {
      await other.query('begin')
      await other.query('select count(*) from visits')
    })

    it('accepts writes between the attempts of the migration, which succeeds when the transaction ends', async () => {
      write('20991231000000_notes.sql', addColumn)
      const migrated = migrating()
      await until(() => reported.length > 0)
      for (let page = 0; page < 20; page++) await sql.query('insert into visits values ($1)', [page])
      expect(await hasColumn('note')).toBe(false)
      await other.query('commit')
      await migrated
      expect(await hasColumn('note')).toBe(true)
      expect(await answers('select count(*) from visits')).toEqual([['1020']])
    })

    it('reports once which transaction blocks, and how to end it', async () => {
      write('20991231000000_notes.sql', addColumn)
      const migrated = migrating()
      await until(() => reported.length > 0)
      await setTimeout(500)
      await other.query('commit')
      await migrated
      const pid = String(await pidOf(other))
      expect(reported).toEqual([
        expect.stringMatching(
          `^migrations/20991231000000_notes.sql waits: the table "visits" is held by the database process ${pid} \\("a report", ` +
            `idle in transaction, its transaction is \\d+ s old\\). .*select pg_terminate_backend\\(${pid}\\)`,
        ),
      ])
    })

    it('ends the migration after a limit without a partial change, and keeps the earlier files', async () => {
      write('20991231000000_rooms.sql', 'create table rooms (id int primary key);')
      write('20991231000001_notes.sql', `create table doors (id int primary key); ${addColumn}`)
      expect(await refusal()).toMatch(
        /^migrations\/20991231000001_notes\.sql was stopped after 0\.5 seconds: the table "visits" is held by the database process/,
      )
      expect(await answers("select to_regclass('rooms')::text, to_regclass('doors')::text")).toEqual([
        ['rooms', null],
      ])
      await other.query('commit')
      await migrating()
      expect(await hasColumn('note')).toBe(true)
    })

    it('gets an index that waits for the transaction, beside writes', async () => {
      await other.query('insert into visits values (0)')
      write('20991231000000_pages.sql', buildIndex())
      const migrated = migrating()
      await until(() => reported.length > 0)
      expect(reported[0]).toContain('an older transaction must end first; it belongs to the database process')
      await sql.query('insert into visits values (0)')
      await other.query('commit')
      await migrated
      expect(await indexes()).toEqual([['visits_by_page', true]])
    })

    it('ends the migration of an index after a limit too', async () => {
      await other.query('insert into visits values (0)')
      write('20991231000000_pages.sql', buildIndex())
      expect(await refusal()).toContain('migrations/20991231000000_pages.sql was stopped after 0.5 seconds')
      await other.query('commit')
      await migrating()
      expect(await indexes()).toEqual([['visits_by_page', true]])
    })
  })

  it('builds an index again that a killed migration left unfinished', async () => {
    await other.query('begin; insert into visits values (0)')
    write('20991231000000_pages.sql', buildIndex())
    const killed = migrating().catch((error: unknown) => error)
    await until(async () => (await indexes()).length === 1 && reported.length > 0)
    // Ends only the test's migration connections to this database, because other tests migrate their databases
    // on the same server.
    await sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'spindle-migration %'`,
    )
    expect(await killed).toBeInstanceOf(Error)
    await other.query('commit')
    await sql.query('insert into visits values (-1)')
    await migrating()
    expect(await indexes()).toEqual([['visits_by_page', true]])
    await sql.query('set enable_seqscan = off')
    expect(await answers('select page from visits where page < 1 order by page')).toEqual([[-1], [0]])
  })

  it('keeps no unique index that its rows violate', async () => {
    await sql.query('insert into visits values (1)')
    write('20991231000000_pages.sql', buildIndex('unique'))
    await expect(migrating()).rejects.toThrow('could not create unique index')
    expect(await indexes()).toEqual([])
    await sql.query('insert into visits values (1)')
  })

  it('gets an index once from two simultaneous migrations, one of which was ended after building it', async () => {
    write('20991231000000_pages.sql', buildIndex())
    await sql.query('create index visits_by_page on visits (page)')
    await Promise.all([migrating(), migrating()])
    expect(await indexes()).toEqual([['visits_by_page', true]])
    expect(await answers("select count(*) from knex_migrations where name like '%_pages'")).toEqual([['1']])
  })

  it('is changed once by two simultaneous migrations while it is locked', async () => {
    await other.query('begin; select from visits limit 1')
    write('20991231000000_notes.sql', addColumn)
    const both = Promise.all([migrating(), migrating()])
    await until(() => reported.length >= 2)
    await other.query('commit')
    await both
    expect(reported).toContain(
      'Another process is migrating this database; this process waits until the migration is done.',
    )
    expect(await hasColumn('note')).toBe(true)
  })

  it('permits only changes of indexes outside of a transaction', async () => {
    write('20991231000000_notes.sql', `--! outside a transaction\n${addColumn}\n`)
    expect(await refusal(patient)).toContain('This statement does neither: alter table visits add note text')
    expect(await hasColumn('note')).toBe(false)
  })

  it('delays a function that reads it while it is locked, and permits calls of earlier functions', async () => {
    write(
      'functions/visits_of.sql',
      'create or replace function visits_of(p_page int) returns bigint language sql as $$ select count(*) from visits where page = p_page $$;',
    )
    await migrating()
    write(
      'functions/visits_of.sql',
      'create or replace function visits_of(p_page int) returns bigint language sql as $$ select 2 * count(*) from visits where page = p_page $$;',
    )
    write('20991231000000_rooms.sql', 'create table rooms (id int primary key);')
    await other.query('begin; lock table visits in access exclusive mode')
    expect(await refusal()).toContain('migrations/functions/ was stopped')
    expect(await answers("select to_regclass('rooms')::text")).toEqual([['rooms']])
    await other.query('commit')
    expect(await answers('select visits_of(p_page => 1)')).toEqual([['1']])
    await migrating()
    expect(await answers('select visits_of(p_page => 1)')).toEqual([['2']])
  })
})
