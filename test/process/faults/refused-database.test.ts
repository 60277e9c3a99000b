import { spawnSync } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { readRelease } from '../../../src/adapters/postgres/schema/release.ts'
import { migrate } from '../../../src/operation/migrations/migrate.ts'
import { openScratch } from '../../support/scratch.ts'
import { createEmptyDatabase, type TestDatabase } from '../../support/test-database.ts'
import { commandOf, type Program } from '../programs.ts'
import { Home } from '../spindle-process.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const migrating: readonly Program[] = ['main', 'migrate']
const served: readonly (readonly [Program, ...string[]])[] = [['api'], ['worker'], ['admin', 'organizations']]

describe('a process on a database that it cannot use', () => {
  let database: TestDatabase
  let directory: string
  beforeEach(async () => {
    database = await createEmptyDatabase()
    directory = openScratch()
  })
  afterEach(async () => {
    await database.drop()
    rmSync(directory, { recursive: true, force: true })
  })

  function run(
    program: Program,
    ...words: readonly string[]
  ): { status: number | null; errors: string; output: string } {
    const command = commandOf(program, words)
    const {
      status,
      stderr: errors,
      stdout: output,
    } = spawnSync(process.execPath, command.words, {
      cwd: command.cwd,
      env: {
        ...command.env,
        DATABASE_URL: database.url,
        SESSION_SECRET: 'x'.repeat(32),
        DATA_DIR: directory,
      },
      encoding: 'utf8',
    })
    return { status, errors, output }
  }

  it.each(migrating)(
    'ends (%s) with a line that says what to do, if it has migrations of other code',
    async (program) => {
      const sql = new pg.Client({ connectionString: database.url })
      await sql.connect()
      await sql.query(`create table knex_migrations (id serial, name text);
                     insert into knex_migrations (name) values ('20261120100000_foundation')`)
      await sql.end()
      const { status, errors } = run(program)
      expect([status, errors]).toEqual([
        1,
        expect.stringMatching(
          /^This database has had migrations that are not in migrations\/: 20261120100000_foundation\. .*new DATA_DIR \(or database\)\.\n$/,
        ),
      ])
    },
  )

  it('starts (migrating commands) on a database of a newer version with everything it needs', async () => {
    cpSync(join(root, 'migrations'), directory, { recursive: true })
    writeFileSync(join(directory, '20991231000000_rooms.sql'), 'create table rooms (id int primary key);')
    await migrate(database.url, readRelease(directory, '99.0.0'))
    const { status, output } = run('migrate')
    const note = /This database was migrated by version 99\.0\.0, .* nothing was migrated\./
    expect([status, output]).toEqual([0, expect.stringMatching(note)])
    const home = await Home.create()
    try {
      const service = home.launch({ DATABASE_URL: database.url, SESSION_SECRET: 'x'.repeat(32) })
      await home.ready(service)
      expect(await service.stop()).toBe(0)
      expect(service.output).toMatch(note)
    } finally {
      await home.remove()
    }
  })

  it.each(served)('ends (%s) with a line that says who migrates, if nothing has migrated', (...words) => {
    expect(run(...words)).toMatchObject({
      status: 1,
      errors: 'The database is not migrated. Run npm run migrate first, or check DATABASE_URL.\n',
    })
  })
})
