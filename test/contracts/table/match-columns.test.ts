import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { DataRecord } from '../../../src/domain/record-cells.ts'
import type { Match } from '../../../src/domain/table/match.ts'
import type { RowSource } from '../../../src/ports/arrival/imports.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { DataTableStore } from '../../../src/ports/table/data-tables.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { type Transaction, UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { ImportRecords } from '../../../src/use-cases/arrival/import/import-records.ts'
import { ErasePerson } from '../../../src/use-cases/person/erase-person.ts'
import {
  ChangeDataTable,
  type ChangeDataTableCommand,
} from '../../../src/use-cases/table/change-data-table.ts'
import { FindDuplicates } from '../../../src/use-cases/table/find-duplicates.ts'
import { KeyRebuildRun } from '../../../src/use-cases/table/key-rebuild-run.ts'
import { ChangeRecords } from '../../../src/use-cases/table/records/change-records.ts'
import { Records } from '../../../src/use-cases/table/records/records.ts'

import { createTenant, type Tenant, type TenantOptions } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const byEmail = { columns: ['email'], onMatch: 'update', newerBy: null } as const
const atOnce = async () => {}

describe('tx.dataTables, tx.records', () => {
  let world: World
  let own: Tenant

  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(() => open())

  async function open(options: TenantOptions = {}): Promise<void> {
    own = await createTenant(world, options)
  }

  const person = (email: DataRecord['x'] | null, changes: DataRecord = {}): DataRecord => ({
    name: 'Ada',
    phone: null,
    account_id: null,
    email: email ?? null,
    ...changes,
  })
  const ingest = async (...records: DataRecord[]) => {
    return (await own.ingest(records)).answer
  }
  const change = (
    changes: ChangeDataTableCommand['changes'],
    { merge = false, revision = null }: { merge?: boolean; revision?: number | null } = {},
    betweenPages = atOnce,
  ) =>
    world.container.get(ChangeDataTable).execute(
      {
        organizationId: own.organizationId,
        dataTableId: own.dataTableId,
        changes,
        mergesDuplicates: merge,
        revision,
        requestId: 'the change',
        by: operator,
      },
      betweenPages,
    )
  const find = (columns: readonly string[], newerBy: string | null = null) =>
    world.container.get(FindDuplicates).execute(
      {
        organizationId: own.organizationId,
        dataTableId: own.dataTableId,
        columns,
        newerBy,
        defaultCountry: null,
      },
      atOnce,
    )
  const source = (csv: string): RowSource => {
    const [header = [], ...rows] = csv.split('\n').map((line) => line.split(','))
    return {
      header: async () => header,
      chunks: async function* () {
        for (let from = 0; from < rows.length; from += 500)
          yield rows.slice(from, from + 500).map((cells, at) => ({ cells, line: from + at + 2, fault: null }))
      },
      close: async () => {},
    }
  }
  const importCsv = (csv: string) =>
    world.container.get(ImportRecords).execute({
      organizationId: own.organizationId,
      dataTableId: own.dataTableId,
      source: source(csv),
      requestId: 'import',
      choices: null,
      skipBadRows: false,
      by: operator,
    })
  const table = async () => {
    const found = await world.container.get(DataTableStore).find(own.organizationId, own.dataTableId)
    if (found === null) throw new Error('There is such a table')
    return found
  }
  const listed = async () =>
    (await world.container.get(RecordStore).list(own.dataTableId, 'asc', { limit: 10_000, after: null }))
      .items
  const names = async () => (await listed()).map(({ data }) => data['name'])
  const used = () => world.inspect.used(own.organizationId, 'records', '2026-11')
  const counts = (inserted: number, updated = 0, unchanged = 0) => ({ inserted, updated, unchanged })
  const conflict = expect.objectContaining({ code: 'CONFLICT' })

  describe('that are set on a table without duplicates', () => {
    it('apply to existing and to new records', async () => {
      await ingest(person('a@x.org'), person('B@x.org'), person(null))
      await change({ match: byEmail })
      expect((await table()).match).toEqual(byEmail)
      expect(await ingest(person('A@x.org'), person('b@x.org', { name: 'Bea' }), person('c@x.org'))).toEqual(
        counts(1, 2),
      )
      expect(await listed()).toHaveLength(4)
    })

    it('apply to many pages of records', async () => {
      const emails = Array.from({ length: 2_300 }, (_, no) => `p${no}@x.org`)
      for (let from = 0; from < emails.length; from += 500)
        await ingest(...emails.slice(from, from + 500).map((email) => person(email)))
      await change({ match: byEmail })
      for (const no of [0, 999, 1_000, 1_001, 2_299])
        expect(await ingest(person(`P${no}@x.org`, { name: 'Ann' }))).toEqual(counts(0, 1))
    })

    it('include records that arrive meanwhile', async () => {
      for (let turn = 0; turn < 3; turn++)
        await ingest(...Array.from({ length: 500 }, (_, no) => person(`p${turn}.${no}@x.org`)))
      let arrived = 0
      await change({ match: byEmail }, {}, async () => {
        await ingest(person(`late${arrived++}@x.org`))
      })
      expect(arrived).toBeGreaterThan(0)
      for (let no = 0; no < arrived; no++)
        expect(await ingest(person(`late${no}@x.org`, { name: 'Ann' }))).toEqual(counts(0, 1))
    })

    describe('while records change', () => {
      beforeEach(async () => {
        await ingest(person('a@x.org'))
        for (let turn = 0; turn < 3; turn++)
          await ingest(...Array.from({ length: 500 }, (_, no) => person(`p${turn}.${no}@x.org`)))
      })
      /** Sets the match columns, and does this after the first page of records was read. */
      const setMatch = async (work: () => Promise<unknown>, merge = false) => {
        let times = 0
        await change({ match: byEmail }, { merge }, async () => {
          if (times++ === 0) await work()
        })
        expect(times).toBeGreaterThan(0)
      }
      const firstId = async () => (await listed())[0]?.id ?? ''
      const editFirst = async (data: DataRecord) => {
        const { organizationId, dataTableId } = own
        const recordId = await firstId()
        const edit = { organizationId, dataTableId, recordId, data, requestId: 'edit', by: operator }
        await world.container.get(Records).change(edit, edit)
      }

      it('find a record by its new value, and not by its former one', async () => {
        await setMatch(() => editFirst({ email: 'b@x.org' }))
        expect(await ingest(person('b@x.org', { name: 'Bea' }))).toEqual(counts(0, 1))
        expect(await ingest(person('a@x.org', { name: 'Ann' }))).toEqual(counts(1, 0))
        expect((await listed())[0]?.data).toEqual(person('b@x.org', { name: 'Bea' }))
      })

      it('find a record that several edits at once have changed', async () => {
        const { organizationId, dataTableId } = own
        await setMatch(async () => {
          const records = [{ recordId: await firstId(), data: { email: 'b@x.org' } }]
          const command = { organizationId, dataTableId, records, requestId: 'edit', by: operator }
          await world.container.get(ChangeRecords).execute(command, atOnce)
        })
        expect(await ingest(person('b@x.org', { name: 'Bea' }))).toEqual(counts(0, 1))
      })

      it('find a record that a delivery with the former match columns has changed', async () => {
        await open()
        const numbered = (no: number, email: string) => person(email, { account_id: no })
        await change({ match: { ...byEmail, columns: ['account_id'] } })
        for (let turn = 0; turn < 3; turn++)
          await ingest(
            ...Array.from({ length: 500 }, (_, no) => numbered(turn * 500 + no, `p${turn}.${no}@x.org`)),
          )
        await setMatch(() => ingest(numbered(0, 'b@x.org')))
        expect(await ingest(person('b@x.org', { name: 'Bea' }))).toEqual(counts(0, 1))
        expect(await ingest(person('p0.0@x.org'))).toEqual(counts(1, 0))
      })

      it('do not count a record whose key is written twice as a duplicate', async () => {
        const run = <Result>(work: (tx: Transaction) => Promise<Result>) =>
          world.container.get(UnitOfWork).run(work)
        const rebuild = { id: world.container.get(Ids).next(), dataTableId: own.dataTableId }
        const [first, second] = await listed()
        const key = (id: string | undefined) => ({ recordId: id ?? '', key: 'ab'.repeat(16), version: '' })
        expect(await run((tx) => tx.dataTables.beginKeyRebuild(rebuild))).toBe(true)
        for (const id of [first?.id, first?.id, second?.id, second?.id])
          expect(await run((tx) => tx.dataTables.writeKeys(rebuild, [key(id)]))).toBe(true)
        expect(await run((tx) => tx.dataTables.countDuplicates(rebuild))).toEqual({ groups: 1, records: 2 })
        await run((tx) => tx.dataTables.abandonKeyRebuild(rebuild))
      })

      it.each([false, true])(
        'keep a record that arrives and is edited meanwhile (merging: %s)',
        async (merge) => {
          const { organizationId, dataTableId } = own
          await setMatch(async () => {
            await ingest(person('late@x.org'))
            const recordId = (await listed()).at(-1)?.id ?? ''
            const data = { name: 'Bea' }
            const edit = { organizationId, dataTableId, recordId, data, requestId: 'edit', by: operator }
            await world.container.get(Records).change(edit, edit)
          }, merge)
          expect(await listed()).toHaveLength(1_502)
          expect(await ingest(person('late@x.org', { name: 'Cy' }))).toEqual(counts(0, 1))
        },
      )

      it('do not find a record by the address of an erased person', async () => {
        const { organizationId } = own
        await setMatch(async () => {
          await world.container
            .get(ErasePerson)
            .execute({ organizationId, sought: { email: 'a@x.org' }, by: operator })
        })
        expect(await ingest(person('a@x.org'))).toEqual(counts(1, 0))
        expect(await listed()).toHaveLength(1_501)
      })

      const deleteFirst = async () => {
        const { organizationId, dataTableId } = own
        const command = { organizationId, dataTableId, recordId: await firstId(), by: operator }
        await world.container.get(Records).delete(command, command.dataTableId, command.recordId)
      }

      it('permit the value of a deleted record in another record', async () => {
        await setMatch(deleteFirst)
        await editFirst({ email: 'a@x.org' })
        expect(await ingest(person('a@x.org', { name: 'Ann' }))).toEqual(counts(0, 1))
        expect((await listed())[0]?.data).toEqual(person('a@x.org', { name: 'Ann' }))
      })

      it('find the only record that is left when its duplicate is deleted', async () => {
        await ingest(person('a@x.org', { phone: '1' }))
        await setMatch(deleteFirst)
        expect(await ingest(person('a@x.org', { phone: '2' }))).toEqual(counts(0, 1))
        expect(await listed()).toHaveLength(1_501)
      })

      it('are refused if a change makes a record the duplicate of another', async () => {
        await expect(setMatch(() => editFirst({ email: 'p0.0@x.org' }))).rejects.toMatchObject({
          code: 'CONFLICT',
          details: { groups: 1, records: 2 },
        })
      })

      it('merge a record that became the duplicate of another', async () => {
        await setMatch(() => editFirst({ email: 'p0.0@x.org', name: 'Ann' }), true)
        expect(await listed()).toHaveLength(1_500)
      })

      it('do not merge a record that is no duplicate any more', async () => {
        await ingest(person('a@x.org', { name: 'Ann' }))
        await setMatch(() => editFirst({ email: 'b@x.org' }), true)
        expect(await listed()).toHaveLength(1_502)
        expect(await ingest(person('a@x.org', { phone: '1' }), person('b@x.org', { phone: '2' }))).toEqual(
          counts(0, 2),
        )
      })
    })

    it('can be removed, after which every record is new, and set again', async () => {
      await change({ match: byEmail })
      await ingest(person('a@x.org'))
      await change({ match: null })
      expect(await ingest(person('b@x.org'), person('b@x.org', { name: 'Bea' }))).toEqual({ inserted: 2 })
      await expect(change({ match: byEmail })).rejects.toEqual(conflict)
      await change({ match: byEmail }, { merge: true })
      expect(await ingest(person('b@x.org', { name: 'Eve' }))).toEqual(counts(0, 1))
      expect(await names()).toEqual(['Ada', 'Eve'])
    })

    it('can be replaced, and only the new ones apply then', async () => {
      await change({ match: byEmail })
      await ingest(person('a@x.org', { name: 'Ann' }), person('b@x.org', { name: 'Bea' }))
      await change({ match: { ...byEmail, columns: ['name'] } })
      expect(await ingest(person('c@x.org', { name: 'Ann' }), person('b@x.org', { name: 'Eve' }))).toEqual(
        counts(1, 1),
      )
    })

    it('can get another treatment of matches without reading the records', async () => {
      await change({ match: byEmail })
      await ingest(person('a@x.org'))
      await change({ match: { ...byEmail, onMatch: 'ignore' } })
      expect(await ingest(person('a@x.org', { name: 'Ann' }))).toEqual(counts(0, 0, 1))
    })
  })

  describe('that would merge several records', () => {
    beforeEach(async () => {
      await ingest(person('a@x.org', { phone: '1' }), person('b@x.org'), person(null), person('c@x.org'))
      await ingest(
        person('A@x.org', { name: 'Ann', account_id: 7 }),
        person('c@x.org', { name: 'Cy' }),
        person(' a@x.org'),
      )
    })

    it('are refused with the number, and nothing changes', async () => {
      await expect(change({ match: byEmail, name: 'Other' })).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { groups: 2, records: 5 },
      })
      expect([(await table()).match, (await table()).name, (await listed()).length]).toEqual([
        null,
        'Leads',
        7,
      ])
      expect(await ingest(person('a@x.org'))).toEqual({ inserted: 1 })
    })

    it('are predicted with the records that would stay', async () => {
      const found = await find(['email'])
      expect(found).toMatchObject({
        groups: 2,
        records: 5,
        unmatched: 1,
        columns: [{ name: 'email', kind: 'email' }],
      })
      expect(
        found.items.map(({ records, primary, merged }) => [records, primary.data, merged.length]),
      ).toEqual([
        [3, person(' a@x.org', { phone: '1', account_id: 7 }), 2],
        [2, person('c@x.org', { name: 'Cy' }), 1],
      ])
      expect(found.items.map(({ primary }) => primary.id)).toEqual([
        (await listed())[0]?.id,
        (await listed())[3]?.id,
      ])
    })

    it('merge them on request: the oldest stays, with the newest values', async () => {
      const ids = (await listed()).map(({ id }) => id)
      await change({ match: byEmail }, { merge: true })
      const left = await listed()
      expect(left.map(({ id }) => id)).toEqual(ids.slice(0, 4))
      expect(left[0]?.data).toEqual(person(' a@x.org', { phone: '1', account_id: 7 }))
      expect(left[3]?.data).toEqual(person('c@x.org', { name: 'Cy' }))
      expect([(await table()).recordCount, await used()]).toEqual([4, 7])
      expect(await ingest(person('a@x.org', { name: 'Eve' }), person('c@x.org', { name: 'Cy' }))).toEqual(
        counts(0, 1, 1),
      )
    })

    it('use the newest record by the given column, not by arrival', async () => {
      await ingest(person('a@x.org', { name: 'Old', account_id: 3 }))
      await change({ match: { ...byEmail, newerBy: 'account_id' } }, { merge: true })
      expect((await listed())[0]?.data).toEqual(person('A@x.org', { name: 'Ann', phone: '1', account_id: 7 }))
      expect(await ingest(person('a@x.org', { account_id: 6 }))).toEqual(counts(0, 0, 1))
    })

    it('merge a group that is larger than one batch, and records that arrive meanwhile', async () => {
      for (let turn = 0; turn < 3; turn++)
        await ingest(...Array.from({ length: 500 }, (_, no) => person('d@x.org', { name: `${turn}.${no}` })))
      let arrived = 0
      await change({ match: byEmail }, { merge: true }, async () => {
        await ingest(person('d@x.org', { name: `late ${arrived++}` }), person(`d${arrived}@x.org`))
      })
      const people = (await listed()).filter(({ data }) => data['email'] === 'd@x.org')
      expect(people.map(({ data }) => data['name'])).toEqual([`late ${arrived - 1}`])
      expect((await table()).recordCount).toBe((await listed()).length)
    })

    it('keep the rest of a group whose oldest record is deleted meanwhile', async () => {
      const [oldest] = await listed()
      const { organizationId, dataTableId } = own
      let done = false
      for (let turn = 0; turn < 3; turn++)
        await ingest(...Array.from({ length: 500 }, (_, no) => person(`p${turn}.${no}@x.org`)))
      await change({ match: byEmail }, { merge: true }, async () => {
        if (done) return
        done = true
        await world.container
          .get(Records)
          .delete({ organizationId, by: operator }, dataTableId, oldest?.id ?? '')
      })
      expect(done).toBe(true)
      expect(await ingest(person('a@x.org', { name: 'Eve' }))).toEqual(counts(0, 1))
      expect((await listed()).filter(({ data }) => data['name'] === 'Eve')).toHaveLength(1)
    })
  })

  describe('that are not set, although records were merged for them', () => {
    /** Merges records for other match columns in a key rebuild whose last transaction fails. */
    const failAfterMerge = async (match: Match) => {
      const { match: current, defaultCountry } = await table()
      if (current === null) throw new Error('The table has match columns')
      const rebuild = { id: world.container.get(Ids).next(), dataTableId: own.dataTableId }
      const unitOfWork = world.container.get(UnitOfWork)
      await unitOfWork.run((tx) => tx.dataTables.beginKeyRebuild(rebuild))
      const run = new KeyRebuildRun(unitOfWork, {
        rebuild,
        rule: { match, defaultCountry },
        current: { match: current, defaultCountry },
        merge: true,
        requestId: 'the change',
        at: world.clock.now(),
        yieldToOthers: atOnce,
      })
      const complete = async () => {
        throw new Error('the process ends')
      }
      await expect(run.run(complete)).rejects.toThrow('the process ends')
    }

    it('find the kept record by its merged values, and by no former value of the merged records', async () => {
      await change({ match: byEmail })
      await ingest(person('a@x.org', { account_id: 7 }), person('b@x.org', { account_id: 7 }))
      await failAfterMerge({ ...byEmail, columns: ['account_id'] })
      expect((await listed()).map(({ data }) => data['email'])).toEqual(['b@x.org'])
      expect(await ingest(person('b@x.org', { name: 'Bea' }))).toEqual(counts(0, 1))
      expect(await ingest(person('a@x.org', { name: 'Ann' }))).toEqual(counts(1))
      expect((await listed()).map(({ data }) => [data['email'], data['name']])).toEqual([
        ['b@x.org', 'Bea'],
        ['a@x.org', 'Ann'],
      ])
    })

    it('compare arrivals with the newest of the merged records', async () => {
      await change({ match: { ...byEmail, newerBy: 'account_id' } })
      const old = person('a@x.org', { phone: '1', account_id: 3 })
      await ingest(old, person('b@x.org', { phone: '1', account_id: 5 }))
      await failAfterMerge({ ...byEmail, columns: ['phone'] })
      expect(await ingest(person('b@x.org', { name: 'Old', account_id: 4 }))).toEqual(counts(0, 0, 1))
      expect(await ingest(person('b@x.org', { name: 'New', account_id: 6 }))).toEqual(counts(0, 1))
    })

    it('leave a key with the record that has it, if the merged record gets the same values', async () => {
      await change({ match: { ...byEmail, columns: ['name', 'email'] } })
      await ingest(
        person('a@x.org', { account_id: 7 }),
        person('b@x.org', { name: 'Bea', account_id: 7 }),
        person(null, { name: 'Bea', phone: '2', account_id: 7 }),
        person('c@x.org', { name: 'Cy', account_id: 7 }),
      )
      await ingest(
        person('c@x.org', { name: 'Dan', phone: '3' }),
        person(null, { name: 'Dan', account_id: 7 }),
      )
      await failAfterMerge({ ...byEmail, columns: ['account_id'] })
      expect((await listed()).map(({ data }) => [data['name'], data['email'], data['phone']])).toEqual([
        ['Dan', 'c@x.org', '2'],
        ['Dan', 'c@x.org', '3'],
      ])
      expect(await ingest(person('c@x.org', { name: 'Dan', phone: '4' }))).toEqual(counts(0, 1))
      expect((await listed()).map(({ data }) => data['phone'])).toEqual(['2', '4'])
    })
  })

  describe('are refused', () => {
    const refused = (changes: object, details: object) =>
      expect(change(changes)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details })

    it('if the table lacks a column, with the nearest name', () =>
      refused(
        { match: { ...byEmail, columns: ['name', 'Email'] } },
        {
          errors: [
            { pointer: '/match/columns/1', code: 'UNKNOWN_COLUMN', column: 'Email', suggestion: 'email' },
          ],
        },
      ))

    it('if the table lacks the column that orders the records', () =>
      refused(
        { match: { ...byEmail, newerBy: 'updated' } },
        { errors: [expect.objectContaining({ pointer: '/match/newerBy' })] },
      ))

    it('if a match column orders the records', () =>
      refused(
        { match: { ...byEmail, newerBy: 'email' } },
        { errors: [expect.objectContaining({ code: 'NOT_ALLOWED' })] },
      ))

    it('for an unknown country', () =>
      refused({ defaultCountry: 'ZZ' }, { errors: [{ pointer: '/defaultCountry' }] }))

    it('while a file is being imported', async () => {
      const importId = world.container.get(Ids).next()
      await world.container
        .get(RecordStore)
        .beginImport(importId, own.dataTableId, { keyed: false, created: [] })
      await expect(change({ match: byEmail })).rejects.toEqual(conflict)
      await world.container.get(RecordStore).discardImport(importId)
      await world.settle()
      await change({ match: byEmail })
    })

    it('while others are being set', async () => {
      for (let turn = 0; turn < 3; turn++)
        await ingest(...Array.from({ length: 500 }, (_, no) => person(`p${turn}.${no}@x.org`)))
      const outcomes: string[] = []
      await change({ match: byEmail }, {}, async () => {
        if (outcomes.length > 0) return
        outcomes.push(
          await change({ match: { ...byEmail, columns: ['name'] } }).then(
            () => 'set',
            (error) => error.code,
          ),
        )
      })
      expect(outcomes).toEqual(['CONFLICT'])
      expect((await table()).match).toEqual(byEmail)
    })

    it('if the table has changed since it was read', async () => {
      for (let turn = 0; turn < 3; turn++)
        await ingest(...Array.from({ length: 500 }, (_, no) => person(`p${turn}.${no}@x.org`)))
      let turns = 0
      const changing = change({ match: byEmail }, {}, async () => {
        if (turns++ === 0) await change({ missingColumns: 'fill' })
      })
      await expect(changing).rejects.toEqual(conflict)
      await change({ match: byEmail })
    })
  })

  describe('and an import', () => {
    beforeEach(async () => {
      await change({ match: byEmail })
      await ingest(person('a@x.org', { phone: '1' }), person('b@x.org'))
    })
    const header = 'name,phone,account_id,email'

    it('adds new records, updates existing ones, and returns the numbers', async () => {
      const csv = [
        header,
        'Ann,,,A@x.org',
        'Cy,2,,c@x.org',
        'Ada,,,b@x.org',
        'Nobody,,,',
        'Cyd,3,,C@x.org',
      ].join('\n')
      expect(await importCsv(csv)).toMatchObject(counts(2, 2, 1))
      expect((await listed()).map(({ data }) => [data['name'], data['phone'], data['email']])).toEqual(
        expect.arrayContaining([
          ['Ann', '', 'A@x.org'],
          ['Ada', '', 'b@x.org'],
          ['Nobody', '', ''],
          ['Cyd', '3', 'C@x.org'],
        ]),
      )
      expect([(await table()).recordCount, (await listed()).length, await used()]).toEqual([4, 4, 4])
      expect(await importCsv(csv)).toMatchObject(counts(1, 0, 4))
    })

    it('keeps new rows in the order of the file, and an exact ledger, wherever existing ones are between', async () => {
      const rows = Array.from(
        { length: 1_700 },
        (_, no) => `Row ${no},,,${no % 3 === 0 && no < 1_200 ? `known${no}` : `new${no}`}@x.org`,
      )
      await ingest(
        ...rows.filter((row) => row.includes('known')).map((row) => person(row.split(',')[3] ?? null)),
      )
      const before = await listed()
      expect(await importCsv([header, ...rows].join('\n'))).toMatchObject(counts(1_300, 400))
      const after = await listed()
      expect(
        after.slice(before.length).map(({ data }) => `${String(data['name'])},,,${String(data['email'])}`),
      ).toEqual(rows.filter((row) => row.includes('new')))
      const appended = (await world.inspect.appends(own.dataTableId)).reduce(
        (sum, { count }) => sum + count,
        0,
      )
      expect([appended, (await table()).recordCount]).toEqual([after.length, after.length])
      expect(
        await ingest(person('new1699@x.org', { name: 'Late' }), person('new1@x.org', { name: 'Late' })),
      ).toEqual(counts(0, 2))
    })

    it('that the plan refuses changes nothing', async () => {
      await open({ limits: { records: 3 } })
      await change({ match: byEmail })
      await ingest(person('a@x.org'), person('b@x.org'))
      const rows = (emails: string) =>
        [header, ...emails.split('').map((letter) => `New,,,${letter}@x.org`)].join('\n')
      await expect(importCsv(rows('abcd'))).rejects.toMatchObject({
        code: 'PLAN_LIMIT',
        details: { requested: 2 },
      })
      await world.settle()
      expect([await names(), await used()]).toEqual([['Ada', 'Ada'], 2])
      expect(await importCsv(rows('abc'))).toMatchObject(counts(1, 2))
      expect(await ingest(person('d@x.org')).catch((error) => error.code)).toBe('PLAN_LIMIT')
    })

    it('keeps the columns that the file lacks, if the table permits missing columns', async () => {
      await change({ missingColumns: 'fill' })
      expect(await importCsv('email,name\na@x.org,Ann\nd@x.org,Dan')).toMatchObject(counts(1, 1))
      expect((await listed()).map(({ data }) => data)).toEqual([
        person('a@x.org', { name: 'Ann', phone: '1' }),
        person('b@x.org'),
        person('d@x.org', { name: 'Dan' }),
      ])
    })

    it('keeps existing records if the table says so, and takes the first of several rows', async () => {
      await change({ match: { ...byEmail, onMatch: 'ignore' } })
      const csv = [header, 'Ann,,,a@x.org', 'One,,,e@x.org', 'Two,,,e@x.org'].join('\n')
      expect(await importCsv(csv)).toMatchObject(counts(1, 0, 2))
      expect(await names()).toEqual(['Ada', 'Ada', 'One'])
    })

    it('takes the newest of several rows, and none that is older than the existing record', async () => {
      await change({ match: { ...byEmail, newerBy: 'account_id' } })
      const csv = [header, 'Two,,2,e@x.org', 'Three,,10,e@x.org', 'One,,1,e@x.org', 'Ann,,5,a@x.org'].join(
        '\n',
      )
      expect(await importCsv(csv)).toMatchObject(counts(1, 1, 2))
      expect(await importCsv([header, 'Old,,4,a@x.org', 'Old,,9,e@x.org'].join('\n'))).toMatchObject(
        counts(0, 0, 2),
      )
      expect(new Set(await names())).toEqual(new Set(['Ada', 'Ann', 'Three']))
    })
  })

  it('permit a deleted record to be added again', async () => {
    await change({ match: byEmail })
    await ingest(person('a@x.org'))
    const [first] = await listed()
    const { organizationId, dataTableId } = own
    await world.container.get(Records).delete({ organizationId, by: operator }, dataTableId, first?.id ?? '')
    expect(await ingest(person('a@x.org'))).toEqual(counts(1))
    expect(await importCsv('name,phone,account_id,email\nAnn,,,a@x.org')).toMatchObject(counts(0, 1))
  })

  it('never assign an updated record to an audience again', async () => {
    await change({ match: byEmail })
    await ingest(person('a@x.org'))
    const before = (await table()).schemaVersion
    const places = async () => (await world.inspect.appends(own.dataTableId)).length
    expect(await places()).toBe(1)
    await ingest(person('a@x.org', { name: 'Ann' }))
    await importCsv('name,phone,account_id,email\nEve,,,a@x.org')
    expect([await places(), (await table()).schemaVersion]).toEqual([1, before])
  })

  it('are deleted with the table', async () => {
    await change({ match: byEmail })
    await ingest(person('a@x.org'))
    await world.container.get(UnitOfWork).run(async (tx) => {
      await tx.spinners.remove(own.spinnerId)
      await tx.dataTables.remove(own.dataTableId)
    })
    await expect(ingest(person('a@x.org'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
