import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { DataRecord } from '../../../src/domain/record-cells.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { chunkOfPersonRecords, type PersonRecord, PersonStore } from '../../../src/ports/person/people.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { IngestRecords } from '../../../src/use-cases/arrival/ingest-records.ts'
import { ChangeDataTable } from '../../../src/use-cases/table/change-data-table.ts'
import { ChangeColumn } from '../../../src/use-cases/table/columns/change-column.ts'
import { DataTables } from '../../../src/use-cases/table/data-tables.ts'

import { createTenant, newDeletion, newTable, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const ada = 'ada@acme.example'

const lead = (changes: DataRecord = {}): DataRecord => ({
  name: 'Ada',
  phone: null,
  account_id: null,
  email: null,
  ...changes,
})

describe('PersonStore', () => {
  let world: World
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
  })

  const ingest = (records: readonly DataRecord[], dataTableId = own.dataTableId, requestId = 'request') =>
    world.container.get(IngestRecords).execute({
      credential: own.key,
      dataTableId,
      records,
      idempotency: null,
      requestId,
    })
  const gather = async (chunks: AsyncIterable<readonly PersonRecord[]>) => {
    const all: PersonRecord[] = []
    for await (const chunk of chunks) {
      expect(chunk.length).toBeLessThanOrEqual(chunkOfPersonRecords)
      all.push(...chunk)
    }
    return all
  }
  const records = () => world.container.get(PersonStore)
  const of = (address: string, where = {}) => gather(records().recordsOf(own.organizationId, address, where))
  const having = (column: string, value: string, where = {}) =>
    gather(records().recordsHaving(own.organizationId, column, value, where))
  const cellsOf = async (column: string, found: Promise<PersonRecord[]>) =>
    (await found).map(({ data }) => data[column])

  const matchByEmail = () =>
    world.container.get(ChangeDataTable).execute(
      {
        organizationId: own.organizationId,
        dataTableId: own.dataTableId,
        changes: { match: { columns: ['email'], onMatch: 'update', newerBy: null } },
        mergesDuplicates: false,
        revision: null,
        requestId: 'the change',
        by: operator,
      },
      async () => {},
    )

  const anotherTable = async () => {
    const id = world.container.get(Ids).next()
    const { organizationId, projectId } = own
    await world.container
      .get(UnitOfWork)
      .run((tx) =>
        tx.dataTables.add(
          newTable(
            { id, organizationId, projectId, createdAt: world.clock.now() },
            { digest: `digest of ${id}`, ciphertext: 'sealed' },
          ),
        ),
      )
    return id
  }

  it('find a record by the present names of the columns', async () => {
    await ingest([lead({ phone: '+1 202 555 0100', email: ada })])
    await world.container.get(ChangeColumn).execute({
      organizationId: own.organizationId,
      dataTableId: own.dataTableId,
      column: 'phone',
      changes: { name: 'telephone' },
      revision: null,
      by: operator,
    })
    expect(await cellsOf('telephone', of(ada))).toEqual(['+1 202 555 0100'])
    expect(await cellsOf('email', having('telephone', '+12025550100'))).toEqual([ada])
    expect(await having('phone', '+1 202 555 0100')).toEqual([])
  })

  it('find a record by an address in any cell, with its content and source', async () => {
    await ingest([lead(), lead({ email: ada }), lead({ account_id: ` ${ada} ` })])
    expect(await of(ada)).toEqual(
      [{ email: ada }, { account_id: ` ${ada} ` }].map((cells) => ({
        dataTableId: own.dataTableId,
        tableName: 'Leads',
        recordId: expect.stringMatching(/^\d+$/),
        data: lead(cells),
        arrival: {
          seq: 1,
          at: world.clock.now(),
          requestId: 'request',
          apiKeyId: own.apiKeyId,
          keyless: null,
        },
      })),
    )
  })

  it.each([
    [
      ada,
      [
        'ADA@ACME.example',
        ' ada@Acme.Example\n',
        'ada@acme.example.',
        'ada@ａｃｍｅ.example',
        'ada@ac\u00adme.example',
      ],
    ],
    [
      'ü.müller@xn--bcher-kva.example',
      ['Ü.Müller@bücher.example', 'u\u0308.mu\u0308ller@BÜCHER.example', 'ü.müller@XN--bcher-kva.example'],
    ],
    ['"a\\b"@acme.example', ['"A\\B"@acme.example']],
    ['50%_off@acme.example', ['50%_OFF@acme.example']],
    ['kim;k`@acme.example', ['Kim;K`@acme.example', '\u212aim\u037e\u212a\u1fef@acme.example']],
    ['i\u0307pek@acme.example', ['\u0130pek@acme.example']],
    ['ὀδυσσεύς@acme.example', ['ὈΔΥΣΣΕΎΣ@acme.example']],
    ['a\u0007b@acme.example', ['A\u0007B@acme.example']],
    ['ada@127.0.0.1', ['ada@0x7f.1', 'ada@127.1']],
  ])('find %j in any spelling', async (address, spellings) => {
    const isNobody = { email: 'b@acme.example' }
    await ingest([...spellings.map((email) => lead({ email })), lead(isNobody)])
    expect(await cellsOf('email', of(address))).toEqual(spellings)
  })

  it('do not find a similar address', async () => {
    const others = [
      'grada@acme.example',
      'ada@acme.example.org',
      'adaXacme.example',
      'ad_@acme.example',
      'a%a@acme.example',
    ]
    await ingest([...others, `Ada <${ada}>`, `${ada}, ${ada}`].map((email) => lead({ email })))
    expect(await of(ada)).toEqual([])
    expect(await of('ad_@acme.example')).toHaveLength(1)
  })

  it('search all tables of the organization, or the given ones, and none of another organization', async () => {
    const second = await anotherTable()
    for (const table of [own.dataTableId, second]) await ingest([lead({ email: ada })], table)
    const stranger = await createTenant(world)
    expect((await of(ada)).map(({ dataTableId }) => dataTableId).toSorted()).toEqual(
      [own.dataTableId, second].toSorted(),
    )
    expect((await of(ada, { dataTableIds: [second] })).map(({ dataTableId }) => dataTableId)).toEqual([
      second,
    ])
    expect(await of(ada, { dataTableIds: [stranger.dataTableId] })).toEqual([])
    expect(await gather(records().recordsOf(stranger.organizationId, ada))).toEqual([])
  })

  it('return a person with more records than one chunk, in order', async () => {
    for (let time = 0; time < 3; time++) await ingest(Array.from({ length: 400 }, () => lead({ email: ada })))
    const ids = (await of(ada)).map(({ recordId }) => Number(recordId))
    expect(ids).toHaveLength(1_200)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  it('ignore deleted and staged records', async () => {
    await ingest([lead({ email: ada }), lead({ email: ada })])
    const [first] = await of(ada)
    const entry = newDeletion(own, world)
    await world.container.get(UnitOfWork).run((tx) => tx.bin.addRecords(entry, [first?.recordId ?? '']))
    const recordStore = world.container.get(RecordStore)
    const importId = world.container.get(Ids).next()
    await recordStore.beginImport(importId, own.dataTableId, { keyed: false, created: [] })
    await recordStore.stage(importId, 1, { columns: ['email'], missing: [], rows: [[ada]], keys: null })
    expect(await of(ada)).toHaveLength(1)
  })

  it('find deleted records and tables in the bin if these are asked for', async () => {
    await ingest([lead({ email: ada, phone: '+1 202 555 0100' }), lead({ email: 'bob@acme.example' })])
    const stored = await anotherTable()
    await ingest([lead({ email: ada })], stored)
    const [first] = await of(ada)
    const [second] = await of('bob@acme.example')
    const entry = newDeletion(own, world)
    const ids = [first?.recordId ?? '', second?.recordId ?? '']
    await world.container.get(UnitOfWork).run((tx) => tx.bin.addRecords(entry, ids))
    await world.container.get(DataTables).delete({ organizationId: own.organizationId, by: operator }, stored)
    expect(await of(ada)).toEqual([])
    expect(await having('email', ada)).toEqual([])
    const withBin = { withBin: true }
    const places = (await of(ada, withBin)).map(({ dataTableId }) => dataTableId)
    expect(new Set(places)).toEqual(new Set([own.dataTableId, stored]))
    expect(places).toHaveLength(2)
    expect(await of(ada, withBin)).toContainEqual(first)
    expect(await having('phone', '+12025550100', withBin)).toEqual([first])
    expect(await having('email', ada, withBin)).toHaveLength(2)
  })

  it('find a deleted record by the value of its match column', async () => {
    await matchByEmail()
    await ingest([lead({ email: ada })])
    const [first] = await of(ada)
    await world.container
      .get(UnitOfWork)
      .run((tx) => tx.bin.addRecords(newDeletion(own, world), [first?.recordId ?? '']))
    expect(await having('email', ada)).toEqual([])
    expect(await having('email', ada, { withBin: true })).toEqual([first])
  })

  describe('a search by the value of a column', () => {
    it('finds phone numbers in any spelling', async () => {
      const spellings = ['+49 (30) 123-4567', '0049301234567', '+49301234567']
      const others = ['+49 30 123 4568', '+49 30 1234567 ext. 5', 'unknown', '']
      await ingest([...spellings, ...others].map((phone) => lead({ phone })))
      expect(await cellsOf('phone', having('phone', '+49 30 1234567'))).toEqual([spellings[0], spellings[2]])
    })

    it('finds text, and numbers as text', async () => {
      await ingest(
        ['A-1', ' A-1 ', 'a-1', 'A-12', 17, '17', 170, null, true].map((account_id) => lead({ account_id })),
      )
      expect(await cellsOf('account_id', having('account_id', 'A-1'))).toEqual(['A-1', ' A-1 '])
      expect(await cellsOf('account_id', having('account_id', ' 17'))).toEqual([17, '17'])
      expect(await cellsOf('account_id', having('account_id', 'true'))).toEqual([true])
      expect(await having('account_id', ' ')).toEqual([])
    })

    it('finds addresses, in that column only', async () => {
      await ingest([lead({ email: 'ADA@acme.example' }), lead({ account_id: ada })])
      expect(await cellsOf('email', having('email', ada))).toEqual(['ADA@acme.example'])
      expect(await having('Email', ada)).toEqual([])
    })

    it('finds the record of a table that uses it as its match column', async () => {
      await ingest([lead({ email: 'ADA@acme.example', name: 'Ada' }), lead({ email: 'b@acme.example' })])
      await matchByEmail()
      await ingest([lead({ email: ada, name: 'Ada Lovelace' })])
      expect(await cellsOf('name', having('email', ada))).toEqual(['Ada Lovelace'])
      expect(await having('email', 'c@acme.example')).toEqual([])
    })
  })
})
