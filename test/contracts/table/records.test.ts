import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { DomainError } from '../../../src/domain/errors.ts'
import { recordOrders } from '../../../src/domain/table/record-order.ts'
import { RecordAppender } from '../../../src/ports/arrival/record-appender.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { DataTableStore } from '../../../src/ports/table/data-tables.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { AddRecord } from '../../../src/use-cases/table/records/add-record.ts'
import { leads } from '../../support/api.ts'
import { pagesOf } from '../../support/browser/pages.ts'
import { columnNames, createTenant, newDeletion, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('tx.records, RecordStore', () => {
  let world: World
  let store: RecordStore
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
    store = world.container.get(RecordStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
  })

  const newId = () => world.container.get(Ids).next()
  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const ingest = (records = leads(1)) => own.ingest(records)
  const first = { limit: 1_000, after: null }
  const listed = async () => (await store.list(own.dataTableId, 'asc', first)).items
  const names = async () => (await listed()).map(({ data }) => data['name'])
  const remove = (recordId: string, dataTableId = own.dataTableId) =>
    inTransaction(
      async (tx) => (await tx.bin.addRecords({ ...newDeletion(own, world), dataTableId }, [recordId])) > 0,
    )
  const table = async () => {
    const found = await world.container.get(DataTableStore).find(own.organizationId, own.dataTableId)
    if (found === null) throw new Error('A tenant has a table')
    return found
  }

  it('of the management API are named in the answer, also if several requests have one request id', async () => {
    const container = world.container
    const add = (email: string) =>
      container.get(AddRecord).execute({
        organizationId: own.organizationId,
        dataTableId: own.dataTableId,
        data: { email },
        idempotency: null,
        requestId: 'of a workflow',
        by: operator,
      })
    const appender = container.get(RecordAppender)
    const append = appender.append.bind(appender)
    // Adds a second record while the answer about the first one is on its way.
    appender.append = async (...values) => {
      Reflect.deleteProperty(appender, 'append')
      const appended = await append(...values)
      await add('second@example.com')
      return appended
    }
    const { recordId } = (await add('first@example.com')).answer
    expect((await listed()).find(({ id }) => id === recordId)?.data['email']).toBe('first@example.com')
  })

  describe('a list', () => {
    it('returns records in order of arrival, or newest first', async () => {
      await ingest(leads(3))
      await ingest(leads(2, 3))
      const expected = leads(5).map((lead) => lead['name'])
      expect(await names()).toEqual(expected)
      const { items } = await store.list(own.dataTableId, 'desc', first)
      expect(items.map(({ data }) => data['name'])).toEqual(expected.toReversed())
      expect(items[0]).toEqual({
        id: expect.stringMatching(/^\d+$/),
        data: leads(5)[4],
        createdAt: world.clock.now(),
      })
    })

    it.each(recordOrders)('continues in pages across appends, with order %s', async (order) => {
      for (const count of [1, 4, 2]) await ingest(leads(count))
      const all = (await store.list(own.dataTableId, order, first)).items
      for (const limit of [1, 2, 3, 7, 8]) {
        const pages = await pagesOf((page) => store.list(own.dataTableId, order, page), limit)
        expect(pages.flat()).toEqual(all)
        expect(pages).toHaveLength(Math.ceil(7 / limit))
      }
    })

    it('shifts no page when records arrive or are deleted', async () => {
      await ingest(leads(4))
      for (const order of recordOrders) {
        const start = await store.list(own.dataTableId, order, { limit: 2, after: null })
        const rest = (await store.list(own.dataTableId, order, { limit: 10, after: start.next })).items
        await remove(start.items[0]?.id ?? '')
        if (order === 'desc') await ingest(leads(1, 10))
        const again = (await store.list(own.dataTableId, order, { limit: 10, after: start.next })).items
        expect(again).toEqual(rest)
      }
    })

    it('of an empty table, of an unknown one, or past the end is empty', async () => {
      for (const order of recordOrders) {
        for (const id of [own.dataTableId, newId()])
          expect(await store.list(id, order, first)).toEqual({ items: [], next: null })
      }
      await ingest()
      const past = { limit: 5, after: '999999999999999.999999999999999' }
      expect(await store.list(own.dataTableId, 'asc', past)).toEqual({ items: [], next: null })
      expect(await store.list(own.dataTableId, 'desc', { limit: 5, after: '0.0' })).toEqual({
        items: [],
        next: null,
      })
    })

    it.each(['', 'x', '1', '1.', '-1.2', '1.2.3', '1e3.1', '9999999999999999.1', "1.1' or 1=1"])(
      'refuses the cursor "%s"',
      async (after) => {
        for (const order of recordOrders) {
          const list = store.list(own.dataTableId, order, { limit: 2, after })
          await expect(list).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
        }
      },
    )
  })

  describe('some records', () => {
    it('are those of the given ids in the table, each once and ordered by id', async () => {
      await ingest(leads(3))
      const [a, b, c] = (await listed()).map(({ id }) => id)
      const requested = [c, '1', a, a, '', 'x', '-1', '1.5', '99999999999999999999', "' or 1=1"].map(
        (id) => id ?? '',
      )
      const found = await store.some(own.dataTableId, requested)
      expect(found.map(({ id }) => id)).toEqual([a, c])
      expect((await store.some(own.dataTableId, [b ?? '']))[0]?.data).toEqual(leads(3)[1])
    })

    it('are empty for no ids, and for ids of another table', async () => {
      await ingest(leads(1))
      const [one] = await listed()
      const other = await createTenant(world)
      expect(await store.some(own.dataTableId, [])).toEqual([])
      expect(await store.some(other.dataTableId, [one?.id ?? ''])).toEqual([])
    })
  })

  describe('all records', () => {
    it('are in order of arrival, without records that arrive after the first chunk', async () => {
      for (let no = 0; no < 3; no++) await ingest(leads(500, no * 500))
      const seen: unknown[] = []
      for await (const chunk of store.all(await table())) {
        if (seen.length === 0) await ingest(leads(1, 9_000))
        seen.push(...chunk)
      }
      expect(seen).toEqual(leads(1_500))
    })

    it('are not read under the columns of another schema version of the table', async () => {
      await ingest()
      const before = await table()
      await store.assertSameColumns(before)
      await inTransaction(async (tx) => {
        const present = await tx.dataTables.lock(own.organizationId, own.dataTableId)
        if (present !== null) await tx.dataTables.save({ ...present, schemaVersion: 2 })
      })
      const conflict = expect.objectContaining({ code: 'CONFLICT' })
      await expect(store.assertSameColumns(before)).rejects.toEqual(conflict)
      await expect(store.all(before)[Symbol.asyncIterator]().next()).rejects.toEqual(conflict)
      await store.assertSameColumns(await table())
    })

    it('of an empty table are none', async () => {
      const seen: unknown[] = []
      for await (const chunk of store.all(await table())) seen.push(...chunk)
      expect(seen).toEqual([])
    })
  })

  describe('a record', () => {
    it('is removed once, and no longer counted', async () => {
      await ingest(leads(3))
      const [, second] = await listed()
      expect([await remove(second?.id ?? ''), await remove(second?.id ?? '')]).toEqual([true, false])
      expect(await names()).toEqual(['Person 0', 'Person 2'])
      expect((await table()).recordCount).toBe(2)
      expect(await store.some(own.dataTableId, [second?.id ?? ''])).toEqual([])
    })

    it('is removed by one of many at once', async () => {
      await ingest(leads(2))
      const [one] = await listed()
      const answers = await Promise.all(Array.from({ length: 6 }, () => remove(one?.id ?? '')))
      expect(answers.filter((gone) => gone)).toHaveLength(1)
      expect((await table()).recordCount).toBe(1)
    })

    it('is not removed from the table of another organization, or by an invalid id', async () => {
      await ingest()
      const [one] = await listed()
      const stranger = await createTenant(world)
      expect(await remove(one?.id ?? '', stranger.dataTableId)).toBe(false)
      for (const id of ['', '0', 'x', '-1', '1.5', '9'.repeat(30), "' or 1=1"])
        expect(await remove(id)).toBe(false)
      expect((await table()).recordCount).toBe(1)
    })
  })

  describe('the rows of an import', () => {
    const batch = (rows: readonly string[], changes: object = {}) => ({
      columns: ['email', 'name'],
      missing: ['phone', 'account_id'],
      keys: null,
      rows: rows.map((one) => [`${one}@example.com`, one]),
      ...changes,
    })
    const enter = async (importId: string, changes: object = {}) => {
      const entry = {
        importId,
        table: await table(),
        created: [],
        missing: [],
        requestId: 'request',
        at: world.clock.now(),
      }
      return inTransaction((tx) => tx.records.enter({ ...entry, ...changes }))
    }
    async function begun(...batches: string[][]): Promise<string> {
      const importId = newId()
      await store.beginImport(importId, own.dataTableId, { keyed: false, created: [] })
      for (const [index, rows] of batches.entries()) await store.stage(importId, index + 1, batch(rows))
      return importId
    }

    it('are invisible until they are entered, and then appear all at once', async () => {
      const importId = await begun(['a', 'b'], ['c'])
      expect([await names(), (await table()).recordCount]).toEqual([[], 0])
      expect(await enter(importId)).toEqual({ inserted: 3 })
      expect([await names(), (await table()).recordCount]).toEqual([['a', 'b', 'c'], 3])
      expect((await listed())[0]?.data).toEqual({
        email: 'a@example.com',
        name: 'a',
        phone: null,
        account_id: null,
      })
    })

    it('are entered in the order of their numbers, as one append for each batch', async () => {
      const importId = newId()
      await store.beginImport(importId, own.dataTableId, { keyed: false, created: [] })
      await Promise.all(
        [10, 2, 1].map((no) => store.stage(importId, no, batch([`batch ${no}`, `batch ${no} too`]))),
      )
      await enter(importId)
      expect(await names()).toEqual([1, 2, 10].flatMap((no) => [`batch ${no}`, `batch ${no} too`]))
      expect(await world.inspect.appends(own.dataTableId)).toEqual(
        [1, 2, 3].map((seq) => ({ seq, count: 2 })),
      )
    })

    it('follow in the ledger what arrived before they were entered', async () => {
      const importId = await begun(['imported'])
      await ingest(leads(1))
      await enter(importId)
      await ingest(leads(1, 1))
      expect(await names()).toEqual(['Person 0', 'imported', 'Person 1'])
    })

    it('add their columns to a table without columns, which changes the table version', async () => {
      const importId = await begun(['a'])
      const columns = columnNames.map((columnName) => ({ name: columnName, isMetadata: false }))
      await inTransaction(async (tx) => {
        const present = await tx.dataTables.lock(own.organizationId, own.dataTableId)
        if (present !== null) await tx.dataTables.save({ ...present, columns: [] })
      })
      const before = await table()
      await enter(importId, { created: columns })
      expect(await table()).toMatchObject({
        columns,
        schemaVersion: before.schemaVersion + 1,
        revision: before.revision + 1,
      })
    })

    it('add their columns after the present ones, which keep settings that changed meanwhile', async () => {
      await ingest()
      const importId = await begun(['a'])
      const before = await table()
      const settled = before.columns.map((column) => ({
        ...column,
        isMetadata: !column.isMetadata,
        type: 'number' as const,
      }))
      await inTransaction(async (tx) => {
        const present = await tx.dataTables.lock(own.organizationId, own.dataTableId)
        if (present !== null) await tx.dataTables.save({ ...present, columns: settled })
      })
      const created = [{ name: 'city', isMetadata: false }]
      expect(await enter(importId, { table: before, created })).toEqual({ inserted: 1 })
      expect((await table()).columns).toEqual([...settled, ...created])
    })

    it('keep every character of a cell and of a column', async () => {
      const importId = newId()
      await store.beginImport(importId, own.dataTableId, { keyed: false, created: [] })
      const row = ['\u{1F9F5} " \\ \n \u2028', "'; drop table records; --", '']
      const columns = ['__proto__', 'a"b', 'ü']
      await store.stage(importId, 1, { columns, missing: ['constructor'], rows: [row], keys: null })
      await enter(importId)
      const [record] = await listed()
      expect(new Map(Object.entries(record?.data ?? {}))).toEqual(
        new Map<string, unknown>([
          ...columns.map((column, at) => [column, row[at]] as const),
          ['constructor', null],
        ]),
      )
    })

    it('are not entered if the columns have changed since the table was read', async () => {
      const importId = await begun(['a'])
      const before = await table()
      await inTransaction(async (tx) => {
        const present = await tx.dataTables.lock(own.organizationId, own.dataTableId)
        if (present !== null) await tx.dataTables.save({ ...present, schemaVersion: 2 })
      })
      expect(await enter(importId, { table: before })).toBeNull()
      expect([await names(), (await table()).recordCount]).toEqual([[], 0])
      expect(await enter(importId)).toEqual({ inserted: 1 })
    })

    it('are entered once, by one of several at once', async () => {
      const importId = await begun(['a'])
      const answers = await Promise.all(Array.from({ length: 4 }, () => enter(importId)))
      expect(answers.filter((entered) => entered !== null)).toHaveLength(1)
      expect(await names()).toEqual(['a'])
    })

    it('are absent if the transaction that entered them failed, and can be entered by another', async () => {
      const importId = await begun(['a'])
      const present = await table()
      const entry = {
        importId,
        table: present,
        created: [],
        missing: [],
        requestId: 'request',
        at: world.clock.now(),
      }
      const run = inTransaction(async (tx) => {
        await tx.records.enter(entry)
        throw new Error('rolled back')
      })
      await expect(run).rejects.toThrow('rolled back')
      expect([await names(), await enter(importId), await names()]).toEqual([[], { inserted: 1 }, ['a']])
    })

    it('may be an empty list', async () => {
      expect(await enter(await begun())).toEqual({ inserted: 0 })
      expect([await names(), await world.inspect.appends(own.dataTableId)]).toEqual([[], []])
    })

    it('that were abandoned accept no more, and cannot be entered', async () => {
      const importId = await begun(['a'])
      await store.discardImport(importId)
      await expect(store.stage(importId, 2, batch(['b']))).rejects.toMatchObject({ code: 'CONFLICT' })
      expect(await enter(importId)).toBeNull()
      await world.settle()
      expect(await names()).toEqual([])
    })

    it('of an import that never began are refused, and abandoning it is harmless', async () => {
      await expect(store.stage(newId(), 1, batch(['a']))).rejects.toBeInstanceOf(DomainError)
      expect(await enter(newId())).toBeNull()
      await store.discardImport(newId())
    })

    it('of a running import do not count as abandoned', async () => {
      const importId = await begun(['a'])
      expect(await store.discardAbandonedImports(new AbortController().signal)).toBe(0)
      expect(await enter(importId)).toEqual({ inserted: 1 })
    })
  })

  it('a batch of cells of a removed column may end at the last record in the bin', async () => {
    await ingest(leads(2))
    for (const { id } of await listed()) await remove(id)
    await inTransaction((tx) => tx.dataTables.removeColumn(own.dataTableId, 'email'))
    const clear = () => inTransaction((tx) => tx.records.clear(1))
    for (let batches = 0; (await clear()) > 0; batches++) expect(batches).toBeLessThan(10)
  })

  it('the records of a removed table are deleted in batches, and no others', async () => {
    const stored = own
    await ingest(leads(2))
    own = await createTenant(world)
    await ingest(leads(5))
    await inTransaction(async (tx) => {
      await tx.spinners.remove(own.spinnerId)
      await tx.dataTables.remove(own.dataTableId)
    })
    const clear = () => inTransaction((tx) => tx.records.clear(3))
    for (let cleared = await clear(); cleared > 0; cleared = await clear())
      expect(cleared).toBeLessThanOrEqual(3)
    expect(await names()).toEqual([])
    own = stored
    expect(await names()).toHaveLength(2)
  })
})
