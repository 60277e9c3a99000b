import { setTimeout as later } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { PostgresRecordAppender } from '../../../src/adapters/postgres/arrival/record-appender.ts'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { DataRecord } from '../../../src/domain/record-cells.ts'
import { keyReaderFor } from '../../../src/domain/table/record-key.ts'
import { TableSchema } from '../../../src/domain/table/table-schema.ts'
import type { RecordAppender } from '../../../src/ports/arrival/record-appender.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { DataTableStore } from '../../../src/ports/table/data-tables.ts'
import { type RecordChange, RecordStore } from '../../../src/ports/table/records.ts'
import { type Transaction, UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { ImportRecords } from '../../../src/use-cases/arrival/import/import-records.ts'
import { IngestRecords } from '../../../src/use-cases/arrival/ingest-records.ts'
import { ErasePerson } from '../../../src/use-cases/person/erase-person.ts'
import {
  ChangeDataTable,
  type ChangeDataTableCommand,
} from '../../../src/use-cases/table/change-data-table.ts'
import { Columns } from '../../../src/use-cases/table/columns/columns.ts'
import { ChangeRecords } from '../../../src/use-cases/table/records/change-records.ts'
import { Records } from '../../../src/use-cases/table/records/records.ts'

import { createTenant, type Tenant } from '../../support/tenant.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const byEmail = { columns: ['email'], onMatch: 'update', newerBy: null } as const

describe('match columns on PostgreSQL', () => {
  let world: World
  let own: Tenant

  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
    await change({ match: byEmail })
  })

  const person = (email: string | null, changes: DataRecord = {}): DataRecord => ({
    name: 'Ada',
    phone: null,
    account_id: null,
    email,
    ...changes,
  })
  const change = (
    changes: ChangeDataTableCommand['changes'],
    merge = false,
    betweenPages = async (): Promise<void> => {},
  ) =>
    world.container.get(ChangeDataTable).execute(
      {
        organizationId: own.organizationId,
        dataTableId: own.dataTableId,
        changes,
        mergesDuplicates: merge,
        revision: null,
        requestId: 'the change',
        by: operator,
      },
      betweenPages,
    )
  const arrival = (records: readonly DataRecord[]) => ({
    credential: own.key,
    dataTableId: own.dataTableId,
    records,
    idempotency: null,
    requestId: 'the request',
  })
  const ingest = async (...records: DataRecord[]) =>
    (await world.container.get(IngestRecords).execute(arrival(records))).answer
  const clear = () => world.container.get(Records).clearLeft(new AbortController().signal)
  const count = async (table: string): Promise<number> => {
    const { rows } = await world.sql.query(
      `select count(*)::int as count from ${table} where data_table_id = $1`,
      [own.dataTableId],
    )
    return rows[0].count
  }
  const tableNow = async () => {
    const table = await world.container.get(DataTableStore).find(own.organizationId, own.dataTableId)
    if (table === null) throw new Error('There is such a table')
    return table
  }
  const tableSchema = async () => new TableSchema(await tableNow())
  const ids = async () =>
    (
      await world.container.get(RecordStore).list(own.dataTableId, 'asc', { limit: 1_000, after: null })
    ).items.map(({ id }) => id)

  it('record each change: the time, the request, the key and the columns', async () => {
    await ingest(person('a@x.org'), person('b@x.org'))
    await ingest(person('a@x.org', { name: 'Ann', phone: '1' }), person('b@x.org'), person('c@x.org'))
    const { rows } = await world.sql.query(
      'select record_id, request_id, api_key_id, columns from record_changes where data_table_id = $1',
      [own.dataTableId],
    )
    expect(rows).toEqual([
      {
        record_id: (await ids())[0],
        request_id: 'the request',
        api_key_id: own.apiKeyId,
        columns: ['name', 'phone'],
      },
    ])
    await ingest(person('a@x.org', { name: 'Ann', phone: '1' }))
    expect(await count('record_changes')).toBe(1)
  })

  it('keep one key for each record after other columns are set, and delete the earlier keys', async () => {
    await ingest(person('a@x.org'), person('b@x.org', { name: 'Bea' }), person(null, { name: 'Cy' }))
    expect(await count('record_keys')).toBe(2)
    await change({ match: { ...byEmail, columns: ['name'] } })
    expect(await count('record_keys')).toBe(5)
    await clear()
    expect([await count('record_keys'), await count('key_rebuilds')]).toEqual([3, 0])
    await change({ match: null })
    await clear()
    expect([await count('record_keys'), await count('key_rebuilds')]).toEqual([0, 0])
  })

  it('skip a record that is being edited to another key, and add a record with its former key', async () => {
    await ingest(person('a@x.org', { phone: '1' }))
    const [recordId = ''] = await ids()
    const table = await tableNow()
    let upsert: ReturnType<typeof ingest> | undefined
    await world.container.get(UnitOfWork).run(async (tx) => {
      const cells = { email: 'b@x.org' }
      const at = world.clock.now()
      const edit = { table, recordId, cells, requestId: 'the edit', apiKeyId: null, at }
      expect(await tx.records.change(edit)).toEqual({
        before: { email: 'a@x.org' },
        after: { email: 'b@x.org' },
      })
      upsert = ingest(person('a@x.org', { phone: '2' }))
      // Waits in the test until the upsert has found the record by its old key and waits for the edit to commit.
      await untilLocksAreAwaited(world.sql)
    })
    expect(await upsert).toEqual({ inserted: 1, updated: 0, unchanged: 0 })
    expect(await world.inspect.records(own.dataTableId)).toEqual([
      person('b@x.org', { phone: '1' }),
      person('a@x.org', { phone: '2' }),
    ])
    expect(await ingest(person('b@x.org', { phone: '3' }))).toMatchObject({ inserted: 0, updated: 1 })
  })

  it('permit the value in another record that a record got while it was deleted', async () => {
    await ingest(person('a@x.org'), person('c@x.org'))
    const [recordId = '', otherId = ''] = await ids()
    const { organizationId, dataTableId } = own
    const unitOfWork = world.container.get(UnitOfWork)
    const cells = { email: 'b@x.org' }
    const edit = { table: await tableNow(), cells, requestId: 'edit', apiKeyId: null, at: world.clock.now() }
    let deletion: Promise<void> | undefined
    await unitOfWork.run(async (tx) => {
      await tx.records.change({ ...edit, recordId })
      deletion = world.container.get(Records).delete({ organizationId, by: operator }, dataTableId, recordId)
      await untilLocksAreAwaited(world.sql)
    })
    await deletion
    expect(await unitOfWork.run((tx) => tx.records.change({ ...edit, recordId: otherId }))).toEqual({
      before: { email: 'c@x.org' },
      after: { email: 'b@x.org' },
    })
    expect([await count('records'), await count('record_keys')]).toEqual([1, 1])
    expect(await ingest(person('b@x.org', { name: 'Bea' }))).toMatchObject({ updated: 1 })
  })

  describe('when an upsert changes a record that an edit to another key has read', () => {
    /** Runs an edit that waits for the claim of its key by another transaction, while an upsert is committed. */
    async function editDuringUpsert(edit: Pick<RecordChange, 'cells' | 'expected'>) {
      await ingest(person('a@x.org', { phone: '1' }))
      const [recordId = ''] = await ids()
      const table = await tableNow()
      const keyOf = keyReaderFor({ columns: ['email'], defaultCountry: null })
      const holder = await world.connect()
      await holder.query('begin')
      await holder.query(
        `insert into record_keys (data_table_id, generation, key, record_id)
         select id, match_generation, decode($2, 'hex'), 0 from data_tables where id = $1`,
        [table.id, keyOf(person('b@x.org'))],
      )
      const request = {
        table,
        recordId,
        ...edit,
        requestId: 'the edit',
        apiKeyId: null,
        at: world.clock.now(),
      }
      const editing = world.container.get(UnitOfWork).run((tx) => tx.records.change(request))
      await untilLocksAreAwaited(world.sql)
      expect(await ingest(person('a@x.org', { phone: '2' }))).toMatchObject({ updated: 1 })
      await holder.query('rollback')
      return editing
    }

    it('refuses the edit if a cell has another value than it expects, and keeps the key of the record', async () => {
      const edit = { cells: { email: 'b@x.org', phone: '3' }, expected: { phone: '1' } }
      expect(await editDuringUpsert(edit)).toBe('differs')
      expect(await world.inspect.records(own.dataTableId)).toEqual([person('a@x.org', { phone: '2' })])
      expect(await ingest(person('a@x.org', { phone: '4' }))).toMatchObject({ updated: 1 })
      expect([await count('records'), await count('record_keys')]).toEqual([1, 1])
    })

    it('makes the edit if it expects nothing, and reports the value before it that the upsert has set', async () => {
      expect(await editDuringUpsert({ cells: { email: 'b@x.org', phone: '3' } })).toEqual({
        before: { email: 'a@x.org', phone: '2' },
        after: { email: 'b@x.org', phone: '3' },
      })
      expect(await ingest(person('b@x.org', { phone: '4' }))).toMatchObject({ updated: 1 })
      expect([await count('records'), await count('record_keys')]).toEqual([1, 1])
    })
  })

  describe('that are changed while the transaction of an edit is open', () => {
    beforeEach(async () => {
      for (const name of ['Ada', 'Bea'])
        await ingest(
          ...Array.from({ length: 500 }, (_, no) => person(`${name}${no}@x.org`, { name: `${name}${no}` })),
        )
    })
    const byName = { match: { ...byEmail, columns: ['name'] } }

    /** Edits the first record in a transaction, and returns the end of the transaction once the edit is made. */
    const beginEdit = async (): Promise<() => Promise<void>> => {
      const [recordId = ''] = await ids()
      const at = world.clock.now()
      const edit = { recordId, cells: { name: 'Cy' }, requestId: 'the edit', apiKeyId: null, at }
      const table = await tableNow()
      const [made, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const editing = world.container.get(UnitOfWork).run(async (tx) => {
        await tx.records.change({ table, ...edit })
        made.resolve()
        await end.promise
      })
      await Promise.race([made.promise, editing])
      return () => {
        end.resolve()
        return editing
      }
    }
    const expectNewKey = async () => {
      expect(await ingest(person(null, { name: 'Cy' }))).toMatchObject({ inserted: 0, updated: 1 })
      expect(await ingest(person(null, { name: 'Ada0' }))).toMatchObject({ inserted: 1, updated: 0 })
    }

    it('wait for an edit that began before', async () => {
      const commit = await beginEdit()
      const changing = change(byName)
      await untilLocksAreAwaited(world.sql)
      await commit()
      await changing
      await expectNewKey()
    })

    it('wait for an edit that began meanwhile', async () => {
      let commit: (() => Promise<void>) | null = null
      const changing = change(byName, false, async () => {
        commit ??= await beginEdit()
      })
      await untilLocksAreAwaited(world.sql)
      await commit!()
      await changing
      await expectNewKey()
    })
  })

  describe('that are set on a table that had none', () => {
    beforeEach(async () => {
      own = await createTenant(world)
      await own.ingest([person('a@x.org'), person('a@x.org', { name: 'Ann' })])
    })

    /** Runs the last transaction of a change of match columns, which locks the duplicates after `work`. */
    const lockDuplicates = async (work: () => Promise<void>) => {
      const { organizationId, dataTableId } = own
      const unitOfWork = world.container.get(UnitOfWork)
      const rebuild = { id: world.container.get(Ids).next(), dataTableId }
      const keys = (await ids()).map((recordId) => ({ recordId, key: '01'.repeat(16), version: '' }))
      await unitOfWork.run(async (tx) => {
        await tx.dataTables.beginKeyRebuild(rebuild)
        await tx.dataTables.writeKeys(rebuild, keys)
      })
      const found = await unitOfWork.run(async (tx) => {
        await tx.dataTables.waitForRecordChanges(dataTableId)
        await tx.dataTables.lock(organizationId, dataTableId)
        await work()
        return tx.dataTables.lockDuplicates(rebuild, 10, () => null)
      })
      await unitOfWork.run((tx) => tx.dataTables.abandonKeyRebuild(rebuild))
      return found.duplicates
    }

    it('let a deletion of a duplicate wait, without a deadlock', async () => {
      const { organizationId, dataTableId } = own
      const [recordId = ''] = await ids()
      let deletion: Promise<void> | undefined
      const duplicates = await lockDuplicates(async () => {
        deletion = world.container
          .get(Records)
          .delete({ organizationId, by: operator }, dataTableId, recordId)
        await later(300)
        expect(await ids()).toHaveLength(2)
      })
      await deletion
      expect(duplicates).toHaveLength(1)
      expect(await ids()).toHaveLength(1)
    })

    it('leave the values of a removed column until the change has ended', async () => {
      const { organizationId, dataTableId } = own
      const place = { organizationId, dataTableId, revision: null }
      const filled = async () => {
        const { rows } = await world.sql.query(
          "select from records where data_table_id = $1 and data ? 'account_id'",
          [dataTableId],
        )
        return rows.length
      }
      await world.container
        .get(Columns)
        .remove({ ...place, by: operator }, { ...place, column: 'account_id' })
      await lockDuplicates(async () => {
        await clear()
        expect(await filled()).toBe(2)
      })
      await clear()
      expect(await filled()).toBe(0)
    })
  })

  it('delete the key with its record, and with the table', async () => {
    await ingest(person('a@x.org'), person('b@x.org'))
    await ingest(person('a@x.org', { name: 'Ann' }), person('b@x.org', { name: 'Bea' }))
    const [recordId = ''] = await ids()
    await world.container
      .get(Records)
      .delete({ organizationId: own.organizationId, by: operator }, own.dataTableId, recordId)
    expect([await count('record_keys'), await count('record_changes')]).toEqual([1, 2])
    await world.container.get(UnitOfWork).run(async (tx) => {
      await tx.spinners.remove(own.spinnerId)
      await tx.dataTables.remove(own.dataTableId)
    })
    await clear()
    for (const table of ['records', 'appends', 'record_keys', 'record_changes'])
      expect(await count(table)).toBe(0)
  })

  it('are discarded if the process that computed their keys died, and can be set again', async () => {
    await change({ match: null })
    await ingest(person('a@x.org'))
    await clear()
    const rebuild = { id: world.container.get(Ids).next(), dataTableId: own.dataTableId }
    await world.container.get(UnitOfWork).run(async (tx) => {
      await tx.dataTables.beginKeyRebuild(rebuild)
      await tx.dataTables.writeKeys(rebuild, [{ recordId: '1', key: '00'.repeat(16), version: '' }])
    })
    await expect(change({ match: byEmail })).rejects.toMatchObject({ code: 'CONFLICT' })
    await world.sql.query("update key_rebuilds set written_at = now() - interval '11 minutes'")
    await clear()
    expect(await count('record_keys')).toBe(0)
    await change({ match: byEmail })
    expect(await ingest(person('a@x.org', { name: 'Ann' }))).toMatchObject({ updated: 1 })
  })

  it('are not set by a process that resumes after some of its keys were deleted', async () => {
    await change({ match: null })
    await clear()
    const run = <Result>(work: (tx: Transaction) => Promise<Result>) =>
      world.container.get(UnitOfWork).run(work)
    const rebuild = { id: world.container.get(Ids).next(), dataTableId: own.dataTableId }
    const write = (recordId: string) =>
      run((tx) =>
        tx.dataTables.writeKeys(rebuild, [{ recordId, key: `0${recordId}`.repeat(16), version: '' }]),
      )
    await run((tx) => tx.dataTables.beginKeyRebuild(rebuild))
    for (const recordId of ['1', '2', '3']) expect(await write(recordId)).toBe(true)
    await world.sql.query(
      "update key_rebuilds set written_at = now() - interval '11 minutes' where id = $1",
      [rebuild.id],
    )
    expect(await run((tx) => tx.records.clear(1))).toBe(1)
    expect(await count('record_keys')).toBe(2)
    expect(await write('4')).toBe(false)
    expect(await run((tx) => tx.dataTables.adoptKeys(rebuild))).toBe(false)
    await clear()
    expect([await count('record_keys'), await count('key_rebuilds')]).toEqual([0, 0])
  })

  it('recognize the key of a record that was deleted by a process without support for keys', async () => {
    await ingest(person('a@x.org'), person('b@x.org'))
    const [gone] = await ids()
    await world.sql.query('delete from records where data_table_id = $1 and id = $2', [own.dataTableId, gone])
    expect(await ingest(person('a@x.org'), person('b@x.org', { name: 'Bea' }))).toMatchObject({
      inserted: 1,
      updated: 1,
    })
    expect(await ingest(person('a@x.org', { name: 'Ann' }))).toMatchObject({ updated: 1 })
    expect(await count('record_keys')).toBe(2)
  })

  it('delay arrivals while an import locks the keys of the table, and not those of other tables', async () => {
    const other = own
    own = await createTenant(world)
    await change({ match: byEmail })
    await ingest(person('a@x.org'))
    await world.sql.query('begin')
    await world.sql.query('select pg_advisory_xact_lock(keys_lock(p_table => $1))', [own.dataTableId])
    let answered = false
    const waiting = ingest(person('a@x.org', { name: 'Ann' })).then((answer) => {
      answered = true
      return answer
    })
    const here = own
    own = other
    expect(await ingest(person('z@x.org'))).toEqual({ inserted: 1, updated: 0, unchanged: 0 })
    expect(answered).toBe(false)
    await world.sql.query('commit')
    own = here
    expect(await waiting).toEqual({ inserted: 0, updated: 1, unchanged: 0 })
  })

  describe('while a file is imported', () => {
    let other: pg.Client

    beforeEach(async () => {
      await change({ missingColumns: 'fill' })
      await ingest(person('a@x.org', { phone: '1' }), person('b@x.org'))
      other = new pg.Client({ connectionString: world.databaseUrl })
      await other.connect()
      await other.query('begin')
    })
    afterEach(() => other.end())

    const importRows = (...rows: string[][]) =>
      world.container.get(ImportRecords).execute({
        organizationId: own.organizationId,
        dataTableId: own.dataTableId,
        source: {
          header: async () => ['name', 'email'],
          chunks: async function* () {
            yield rows.map((cells, at) => ({ cells, line: at + 2, fault: null }))
          },
          close: async () => {},
        },
        requestId: 'the import',
        choices: null,
        skipBadRows: false,
        by: operator,
      })
    /** Takes the keys of the table in the test, as an import does until its commit. */
    const lockKeys = () =>
      other.query('select pg_advisory_xact_lock(keys_lock(p_table => $1))', [own.dataTableId])

    it('keep cells of a record that another process changes at the same time', async () => {
      await other.query(
        `update records set data = data || '{"phone": "2"}' where data_table_id = $1 and data ->> 'email' = 'a@x.org'`,
        [own.dataTableId],
      )
      const importing = importRows(['Ann', 'a@x.org'], ['Ada', 'b@x.org'])
      await untilLocksAreAwaited(world.sql)
      await other.query('commit')
      expect(await importing).toMatchObject({ inserted: 0, updated: 1, unchanged: 1 })
      expect(await world.inspect.records(own.dataTableId)).toEqual([
        person('a@x.org', { name: 'Ann', phone: '2' }),
        person('b@x.org'),
      ])
      const { rows } = await world.sql.query(
        "select columns from record_changes where data_table_id = $1 and request_id = 'the import'",
        [own.dataTableId],
      )
      expect(rows).toEqual([{ columns: ['name'] }])
    })

    const changePhone = (recordId: string, phone: string, expected: DataRecord = {}) =>
      world.container.get(ChangeRecords).execute(
        {
          organizationId: own.organizationId,
          dataTableId: own.dataTableId,
          records: [{ recordId, data: { phone }, expected }],
          requestId: 'the change',
          by: operator,
        },
        async () => {},
      )

    it('hold no database connection for the changes that the import delays', async () => {
      const [recordId = ''] = await ids()
      await lockKeys()
      const changing = Array.from({ length: 30 }, (_, no) => changePhone(recordId, `${no}`))
      for (let looks = 0; looks < 10; looks++) {
        await later(30)
        const { rowCount } = await other.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        expect(rowCount).toBe(0)
      }
      await other.query('commit')
      expect(await Promise.all(changing)).toHaveLength(30)
    })

    it('delay the erasure of a person until the import has ended', async () => {
      await lockKeys()
      const { organizationId } = own
      const erasing = world.container
        .get(ErasePerson)
        .execute({ organizationId, sought: { email: 'a@x.org' }, by: operator })
      await later(300)
      expect(await ids()).toHaveLength(2)
      await other.query('commit')
      await erasing
      expect(await ids()).toHaveLength(1)
    })

    it('delay changes of several records until the import has ended', async () => {
      const [recordId = ''] = await ids()
      await lockKeys()
      let isAnswered = false
      const changing = changePhone(recordId, '2', { name: 'Ann' }).finally(() => {
        isAnswered = true
      })
      await later(300)
      expect(isAnswered).toBe(false)
      // Changes the record in the test, as the import does, which the edit must see.
      await other.query(`update records set data = data || '{"name": "Ann"}' where data_table_id = $1`, [
        own.dataTableId,
      ])
      await other.query('commit')
      expect(await changing).toEqual([
        { recordId, status: { before: { phone: '1' }, after: { phone: '2' } } },
      ])
    })

    it('leave the values of a removed column until the import has ended, and clear those of other tables', async () => {
      const filled = async ({ dataTableId }: Tenant) => {
        const { rows } = await world.sql.query(
          "select count(*)::int as filled from records where data_table_id = $1 and data ? 'account_id'",
          [dataTableId],
        )
        return rows[0].filled
      }
      const removeColumn = ({ organizationId, dataTableId }: Tenant) => {
        const place = { organizationId, dataTableId, revision: null }
        return world.container
          .get(Columns)
          .remove({ ...place, by: operator }, { ...place, column: 'account_id' })
      }
      const second = await createTenant(world)
      await second.ingest([person('b@x.org')])
      await removeColumn(own)
      await removeColumn(second)
      await lockKeys()
      await clear()
      expect([await filled(own), await filled(second)]).toEqual([2, 0])
      await other.query('commit')
      await clear()
      expect(await filled(own)).toBe(0)
    })
  })

  describe('with several processes at once', () => {
    let databases: Database[]
    let intakes: RecordAppender[]

    beforeAll(() => {
      databases = [1, 2, 3].map(() => new Database({ url: world.databaseUrl, poolSize: 4 }))
      intakes = databases.map((database) => new PostgresRecordAppender(database, world.clock))
    })
    afterAll(async () => {
      for (const database of databases) await database.close()
    })

    it.each([
      ['without versions', null],
      ['with versions', 'account_id'],
    ] as const)(
      'create one record for each key, in any order of keys, and lose nothing, %s',
      async (_how, newerBy) => {
        await change({ match: { ...byEmail, newerBy } })
        const present = await tableSchema()
        const emails = Array.from({ length: 200 }, (_, no) => `p${no}@x.org`)
        const outcomes = await Promise.all(
          Array.from({ length: 48 }, async (_, no) => {
            const from = (no * 37) % 200
            const turned = [...emails.slice(from), ...emails.slice(0, from)].slice(0, no % 3 === 0 ? 3 : 150)
            const records = (no % 2 === 0 ? turned : turned.toReversed()).map((email) =>
              person(email, { name: `${no}`, phone: `${no}`, account_id: no }),
            )
            return (await intakes[no % 3]?.append(arrival(records), present))?.answer
          }),
        )
        const sum = (field: 'inserted' | 'updated' | 'unchanged') =>
          outcomes.reduce((total, answer) => total + (answer?.[field] ?? 0), 0)
        const stored = await world.inspect.records(own.dataTableId)
        expect([stored.length, sum('inserted'), await count('record_keys')]).toEqual([200, 200, 200])
        expect(await world.inspect.used(own.organizationId, 'records', '2026-11')).toBe(200)
        expect(sum('inserted') + sum('updated') + sum('unchanged')).toBe(16 * 3 + 32 * 150)
        expect(
          stored.filter(({ name, phone, account_id }) => name !== phone || name !== String(account_id)),
        ).toEqual([])
        if (newerBy === null) return
        const newest = emails.map((email) =>
          Math.max(
            ...Array.from({ length: 48 }, (_, no) => no).filter((no) => {
              const from = (no * 37) % 200
              const length = no % 3 === 0 ? 3 : 150
              return (emails.indexOf(email) - from + 200) % 200 < length
            }),
          ),
        )
        const versions = new Map(stored.map(({ email, account_id }) => [email, account_id]))
        expect(emails.map((email) => versions.get(email))).toEqual(newest)
      },
    )

    it('keep the key of the final state after two simultaneous changes of a record', async () => {
      await change({ match: { ...byEmail, columns: ['name', 'email'] } })
      await ingest(person('a@x.org'))
      const [recordId = ''] = await ids()
      const table = await tableNow()
      const patch = (tx: Transaction, cells: DataRecord) =>
        tx.records.change({
          table,
          recordId,
          cells,
          requestId: 'the change',
          apiKeyId: null,
          at: world.clock.now(),
        })
      const unitOfWork = world.container.get(UnitOfWork)
      let second: Promise<unknown> = Promise.resolve()
      await unitOfWork.run(async (tx) => {
        await patch(tx, { email: 'b@x.org' })
        second = unitOfWork.run((other) => patch(other, { name: 'Ann' }))
        await untilLocksAreAwaited(world.sql)
      })
      expect(await second).toMatchObject({ after: { name: 'Ann' } })
      expect(await count('record_keys')).toBe(1)
      const same = await ingest(person('b@x.org', { name: 'Ann', phone: '1' }))
      expect([same, await count('records')]).toEqual([{ inserted: 0, updated: 1, unchanged: 0 }, 1])
    })

    it('change a record that another process deletes, or add it again, but never lose it', async () => {
      const present = await tableSchema()
      for (let turn = 0; turn < 15; turn++) {
        await intakes[0]?.append(arrival([person('a@x.org', { name: `${turn}` })]), present)
        const [recordId = ''] = await ids()
        const { organizationId, dataTableId } = own
        const [sent] = await Promise.all([
          intakes[1]?.append(arrival([person('a@x.org', { name: `late ${turn}` })]), present),
          world.container.get(Records).delete({ organizationId, by: operator }, dataTableId, recordId),
        ])
        const left = await world.inspect.records(own.dataTableId)
        expect([left.length, await count('record_keys')]).toEqual(
          sent?.answer.inserted === 1 ? [1, 1] : [0, 0],
        )
      }
    })
  })
})
