import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { openScratch } from '../support/scratch.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const migrating = ['src/main.ts', 'src/migrate.ts']
const served = ['src/api.ts', 'workers/main.ts', 'src/admin.ts organizations']

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

  function run(words: string): { status: number | null; errors: string } {
    const { status, stderr: errors } = spawnSync(process.execPath, words.split(' '), {
      cwd: root,
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        DATABASE_URL: database.url,
        SESSION_SECRET: 'x'.repeat(32),
        DATA_DIR: directory,
      },
      encoding: 'utf8',
    })
    return { status, errors }
  }

  it.each(migrating)(
    'ends (%s) with a line that says what to do, where a version before 0.2 made it',
    async (words) => {
      const sql = new pg.Client({ connectionString: database.url })
      await sql.connect()
      await sql.query(`create table knex_migrations (id serial, name text);
                     insert into knex_migrations (name) values ('20261120100000_foundation')`)
      await sql.end()
      const { status, errors } = run(words)
      expect([status, errors]).toEqual([
        1,
        expect.stringMatching(/^This database was made by a version before 0\.2.*\n$/),
      ])
    },
  )

  it.each(served)('ends (%s) with a line that says who migrates, where nothing has', (words) => {
    expect(run(words)).toEqual({
      status: 1,
      errors: 'The database is not migrated. Run npm run migrate first, or check DATABASE_URL.\n',
    })
  })
})
