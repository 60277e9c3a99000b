import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { pendingRestoration, restoredNote } from '../../../src/adapters/postgres/job/restore/restored.ts'
import { readRelease, thisRelease } from '../../../src/adapters/postgres/schema/release.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { checkBackup, restoreBackup } from '../../../src/operation/backup/restore-backup.ts'
import { takeBackup } from '../../../src/operation/backup/take-backup.ts'
import { migrate } from '../../../src/operation/migrations/migrate.ts'
import { Spinners } from '../../../src/use-cases/spinner/spinners.ts'
import { DataTables } from '../../../src/use-cases/table/data-tables.ts'
import { Records } from '../../../src/use-cases/table/records/records.ts'
import { type Api, createApi, leads } from '../../support/api.ts'
import { openScratch } from '../../support/scratch.ts'
import { createEmptyDatabase, type TestDatabase } from '../../support/test-database.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url))
const onProgress = () => {}

describe('a backup', () => {
  let world: World
  let api: Api
  let target: TestDatabase
  let folder: string
  let path: string
  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
    target = await createEmptyDatabase()
    folder = openScratch()
    path = join(folder, 'all.spindle')
  })
  afterEach(async () => {
    await api.close()
    await world.close()
    await target.drop()
    rmSync(folder, { recursive: true })
  })

  const { version } = thisRelease()
  const back = (url = world.databaseUrl) => takeBackup({ url, path, version, files: [], onProgress })
  const restore = (release = thisRelease()) => restoreBackup({ url: target.url, path, onProgress, release })

  async function on<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  /**
   * Returns all rows of all tables of a test database, and its indexes, constraints, triggers and functions, to
   * compare two databases.
   */
  const contents = (url: string) =>
    on(url, async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
            and relname not in ('knex_migrations', 'schema_files', 'runtime_connections', 'restorations') order by 1`,
      )
      const rows = []
      for (const { name } of tables)
        rows.push([name, (await client.query(`select t::text as row from "${name}" t order by 1`)).rows])
      const { rows: schema } = await client.query(
        `select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
          where connamespace = 'public'::regnamespace
         union all select indexdef from pg_indexes where schemaname = 'public'
         union all select tgrelid::regclass::text || ' ' || tgname || tgenabled::text from pg_trigger where not tgisinternal
         union all select proname from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
      )
      return { rows, schema }
    })

  /** Deletes a record, the spinner and the table of the demo organization, which are then in the bin. */
  async function fillBin(): Promise<void> {
    const { organizationId, dataTableId, spinnerId } = world.demo
    const { rows } = await world.sql.query<{ id: string }>('select min(id) as id from records')
    const by = operator
    const { container } = world
    await container
      .get(Records)
      .deleteSeveral(
        { organizationId, by },
        { dataTableId, recordIds: [String(rows[0]?.id)], deletionId: null },
      )
    await container.get(Spinners).unpublish({ organizationId, by }, spinnerId)
    await container.get(Spinners).delete({ organizationId, by }, spinnerId)
    await container.get(DataTables).delete({ organizationId, by }, dataTableId)
  }

  it('restores every row, index, constraint, trigger and function, and continues the ids', async () => {
    await api.ingest(leads(30))
    await api.trigger()
    await world.drain()
    await fillBin()
    // In this test the name of the organization contains all characters that PostgreSQL's COPY has to escape.
    await world.settle()
    await world.sql.query("update organizations set name = E'A\\\\.\\n\\\\.\\nB\\t\\\\N \u{1F600}'")
    const { rows } = await back()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await checkBackup(path)).toMatchObject({ rows })
    expect(await restore()).toMatchObject({ rows })
    expect(await contents(target.url)).toEqual(await contents(world.databaseUrl))
    const inBin = `
      select (select array_agg(kind order by kind) from bin_entries) as entries,
             (select count(*)::int from deleted_records) as records, (select count(*)::int from spinners) as spinners,
             (select count(*)::int from stored_spinners) as stored`
    const { rows: bin } = await on(target.url, (client) => client.query(inBin))
    expect(bin).toEqual([
      { entries: ['dataTable', 'records', 'spinner'], records: 1, spinners: 0, stored: 1 },
    ])
    const standing = (url: string) =>
      on(url, async (client) => (await client.query('select last_value from record_blocks')).rows)
    expect(await standing(target.url)).toEqual(await standing(world.databaseUrl))
  })

  it('is consistent at one moment, whatever happens during it', async () => {
    const taken = new AbortController()
    const ingesting = (async () => {
      for (let no = 0; !taken.signal.aborted; no += 20) await api.ingest(leads(20, no))
    })()
    await back().finally(() => taken.abort())
    await ingesting
    await restore()
    const [counts] = await on(
      target.url,
      async (client) =>
        (
          await client.query(
            `select (select count(*) from records) as records, (select coalesce(sum(count), 0) from appends) as appended,
                    (select l.appended from data_tables t cross join lateral end_of_ledger(p_table => t.id) l) as counted`,
          )
        ).rows as { records: string; appended: string; counted: string }[],
    )
    expect(counts).toEqual({ records: counts?.counted, appended: counts?.counted, counted: counts?.counted })
  })

  it('stores that it was restored, and to which time, in the commit that adds the rows', async () => {
    const { takenAt } = await back()
    await restore()
    const pending = await on(target.url, pendingRestoration)
    expect(pending?.restoredMoment.toISOString()).toBe(takenAt)
  })

  it('is restored only into an empty database', async () => {
    await back()
    await expect(restoreBackup({ url: world.databaseUrl, path, onProgress })).rejects.toThrow(
      /is not empty.*nothing was changed/s,
    )
    await on(target.url, (client) => client.query('create table something (of int)'))
    await expect(restore()).rejects.toThrow(/is not empty/)
  })

  describe('while a runtime is connected to the empty database', () => {
    let runtime: pg.Client
    beforeEach(async () => {
      await api.ingest(leads(3))
      await back()
      await migrate(target.url)
      runtime = new pg.Client({ connectionString: target.url, application_name: 'spindle-runtime test' })
    })
    afterEach(() => runtime.end())

    const refusal = /A runtime is connected.*Nothing was restored.*Stop every npm start/s
    const organizations = () =>
      on(target.url, async (client) => (await client.query('select from organizations')).rowCount)

    it('is not restored, and no file is written', async () => {
      await runtime.connect()
      let isBegun = false
      const onEmpty = async () => {
        isBegun = true
      }
      await expect(restoreBackup({ url: target.url, path, onProgress, onEmpty })).rejects.toThrow(refusal)
      expect([isBegun, await organizations()]).toEqual([false, 0])
      await runtime.end()
      await restore()
      expect(await organizations()).toBe(1)
    })

    it('is not restored either if the runtime has connected since the restore began', async () => {
      const onEmpty = async () => {
        await runtime.connect()
      }
      await expect(restoreBackup({ url: target.url, path, onProgress, onEmpty })).rejects.toThrow(refusal)
      expect(await organizations()).toBe(0)
    })
  })

  it('lets a process that starts during a restore wait for its end', async () => {
    await migrate(target.url)
    const restoring = new pg.Client({ connectionString: target.url })
    await restoring.connect()
    await restoring.query('begin')
    await restoring.query('truncate restorations')
    const checked = on(target.url, pendingRestoration)
    // Looks on another connection, because a transaction sees the same list of connections until its end.
    await on(target.url, (looking) => untilLocksAreAwaited(looking))
    await restoring.query(restoredNote('2026-11-20T10:00:00.000Z'))
    await restoring.query('commit')
    await restoring.end()
    expect(await checked).not.toBeNull()
  })

  it('leaves nothing when it is interrupted, and can be restored again', async () => {
    await api.ingest(leads(30))
    await world.settle()
    await back()
    const whole = readFileSync(path)
    const text = zstdDecompressSync(whole)
    writeFileSync(path, zstdCompressSync(text.subarray(0, text.length - 300)))
    await expect(restore()).rejects.toThrow(/is incomplete/)
    const { rows } = await on(target.url, (client) => client.query('select from organizations'))
    expect(rows).toHaveLength(0)
    writeFileSync(path, whole)
    await restore()
    expect(await contents(target.url)).toEqual(await contents(world.databaseUrl))
  })

  it('that is damaged is detected by a check and by a restore', async () => {
    await api.ingest(leads(3))
    await back()
    const text = zstdDecompressSync(readFileSync(path)).toString('latin1')
    writeFileSync(path, zstdCompressSync(Buffer.from(text.replace('person1@', 'person9@'), 'latin1')))
    await expect(checkBackup(path)).rejects.toThrow(/damaged.*table records/)
    await expect(restore()).rejects.toThrow(/damaged/)
    writeFileSync(path, 'something else')
    await expect(checkBackup(path)).rejects.toThrow(/is not a backup/)
  })

  describe('of one version, restored by another', () => {
    const later = () => {
      cpSync(migrations, join(folder, 'migrations'), { recursive: true })
      const rooms = join(folder, 'migrations', '20991231000000_rooms.sql')
      writeFileSync(rooms, "create table rooms (id int primary key, name text default 'room');")
      return readRelease(join(folder, 'migrations'), '99.0.0')
    }

    it('is migrated to the schema of a later version', async () => {
      await on(world.databaseUrl, (client) =>
        client.query("insert into plans (id, name, has_api_keys) values ('own', 'Own', true)"),
      )
      await back()
      await restore(later())
      const { rows } = await on(target.url, (client) =>
        client.query(
          "select (select name from plans where id = 'own') as name, to_regclass('rooms') as rooms",
        ),
      )
      expect(rows).toEqual([{ name: 'Own', rooms: 'rooms' }])
      expect(await on(target.url, pendingRestoration)).not.toBeNull()
    })

    it('is refused by an earlier version, which lacks its migrations', async () => {
      await migrate(world.databaseUrl, later())
      await back()
      await expect(restore()).rejects.toThrow(
        `this is version ${version}, which lacks 20991231000000_rooms. Restore it with version ${version} or a later version`,
      )
    })
  })

  it('overwrites no file', async () => {
    writeFileSync(path, 'precious')
    await expect(back()).rejects.toThrow(/The file .* already exists/)
    expect(readFileSync(path, 'utf8')).toBe('precious')
  })
})
