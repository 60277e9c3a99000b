import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type Actor, operator } from '../../src/domain/account/audit/actor.ts'
import type { DataRecord } from '../../src/domain/record-cells.ts'
import { Bin } from '../../src/use-cases/bin/bin.ts'
import { ClearBin } from '../../src/use-cases/bin/clear-bin.ts'
import { ChangeDataTable } from '../../src/use-cases/table/change-data-table.ts'
import { Records } from '../../src/use-cases/table/records/records.ts'

import { columnNames, createTenant, type Tenant } from '../support/tenant.ts'
import { createWorld, type World } from '../support/world.ts'

const cell = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.constantFrom(0, -0.5, 1e21, 9_007_199_254_740_991, -1e-7, 1.5e300),
  fc.constantFrom(
    '',
    ' ',
    'null',
    '0',
    '\\u0000',
    '{"a":1}',
    'ß',
    'e\u0301',
    '😀',
    'a@b.example',
    'A@B.example',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const record = fc.record(Object.fromEntries(columnNames.map((name) => [name, cell])))

/** A table of records, whether they have match keys, and the records that each request deletes. */
const scene = fc.record({
  records: fc.array(record, { minLength: 1, maxLength: 8 }),
  isMatched: fc.boolean(),
  deletions: fc.array(fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  }),
  isJoined: fc.boolean(),
})

describe('records that are deleted and restored', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  const rows = async (text: string, values: readonly string[]) =>
    (await world.sql.query<Record<string, unknown>>(text, [...values])).rows

  /** Returns everything that the database stores of the records of a test's table, as text. */
  async function stored({ dataTableId, organizationId }: Tenant) {
    return {
      records: await rows('select id, data::text from records where data_table_id = $1 order by id', [
        dataTableId,
      ]),
      ledger: await rows(
        'select seq, first_id, count, appended from appends where data_table_id = $1 order by seq',
        [dataTableId],
      ),
      keys: await rows(
        "select generation, encode(key, 'hex') as key, record_id, version from record_keys where data_table_id = $1 order by key",
        [dataTableId],
      ),
      removed: await rows('select removed from data_tables where id = $1', [dataTableId]),
      meters: await rows('select * from meters where organization_id = $1 order by 1, 2, 3', [
        organizationId,
      ]),
      spendings: await rows('select * from meter_usage where organization_id = $1 order by 1, 2, 3, 4', [
        organizationId,
      ]),
      bin: await rows('select id from bin_entries where organization_id = $1', [organizationId]),
      inBin: await rows(
        'select id from deleted_records where bin_entry_id in (select id from bin_entries where organization_id = $1)',
        [organizationId],
      ),
    }
  }

  async function prepared(records: readonly DataRecord[], isMatched: boolean): Promise<Tenant> {
    const own = await createTenant(world)
    if (isMatched)
      await world.container.get(ChangeDataTable).execute(
        {
          organizationId: own.organizationId,
          dataTableId: own.dataTableId,
          changes: { match: { columns: ['email'], onMatch: 'update', newerBy: null } },
          mergesDuplicates: false,
          revision: null,
          requestId: 'match',
          by: operator,
        },
        async () => {},
      )
    await own.ingest(records)
    return own
  }

  const asPerson = (userId: string): Actor => ({
    kind: 'user',
    userId,
    email: 'ada@example.com',
    requestId: null,
    ipAddress: null,
  })

  it('are the same as before, with their keys, places, counts and meters', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async ({ records, isMatched, deletions, isJoined }) => {
        const own = await prepared(records, isMatched)
        const place = { organizationId: own.organizationId, dataTableId: own.dataTableId }
        const before = await stored(own)
        const ids = before.records.map(({ id }) => String(id))
        const gone: { deletionId: string; recordIds: string[] }[] = []
        for (const numbers of deletions) {
          const recordIds = numbers.flatMap((number) => ids[number] ?? [])
          const left = recordIds.filter((id) => !gone.some((one) => one.recordIds.includes(id)))
          const by = isJoined ? asPerson(own.spinnerId) : operator
          const order = { ...place, recordIds, deletionId: null, by }
          const { deleted, deletionId } = await world.container.get(Records).deleteSeveral(order, order)
          expect(deleted).toBe(left.length)
          if (deletionId !== null) gone.push({ deletionId, recordIds: left })
        }
        const entries = new Set(gone.map(({ deletionId }) => deletionId))
        expect((await stored(own)).bin).toHaveLength(entries.size)
        if (isJoined) expect(entries.size).toBeLessThanOrEqual(1)
        for (const { deletionId: entryId, recordIds } of gone.toReversed()) {
          const { restored, conflicts } = await world.container
            .get(Bin)
            .restore(
              { organizationId: own.organizationId, by: operator },
              { projectIds: null, entryId, recordIds, after: null },
            )
          expect([restored, conflicts]).toEqual([recordIds.length, []])
        }
        expect(await stored(own)).toEqual(before)
      }),
      { numRuns: 60 },
    )
  })

  it('are restored or deleted permanently, never both, if both are asked for at once', async () => {
    const people = Array.from({ length: 6 }, (_, no) => ({
      name: `${no}`,
      phone: null,
      account_id: null,
      email: `${no}@example.com`,
    }))
    for (let round = 0; round < 10; round++) {
      const own = await prepared(people, true)
      const { organizationId, dataTableId } = own
      const before = await stored(own)
      const recordIds = before.records.map(({ id }) => String(id))
      const by = asPerson(own.spinnerId)
      const remove = (some: readonly string[]) =>
        world.container
          .get(Records)
          .deleteSeveral({ organizationId, by }, { dataTableId, recordIds: some, deletionId: null })
      const entryId = (await remove(recordIds.slice(0, 3))).deletionId ?? ''
      const restore = (some: readonly string[] | null) =>
        world.container
          .get(Bin)
          .restore({ organizationId, by }, { projectIds: null, entryId, recordIds: some, after: null })
      const work = [
        () => restore(recordIds.slice(0, 2)),
        () => restore(null),
        () => remove(recordIds.slice(2, 5)),
        () => world.container.get(Bin).deletePermanently({ organizationId, by }, entryId),
        () => world.container.get(ClearBin).execute(new AbortController().signal),
      ]
      const turned = [...work.slice(round % 5), ...work.slice(0, round % 5)]
      for (const outcome of await Promise.allSettled(turned.map((one) => one())))
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'NOT_FOUND' })
      await world.container.get(ClearBin).execute(new AbortController().signal)
      const after = await stored(own)
      const inBin = new Set(after.inBin.map(({ id }) => id))
      const inTable = new Set(after.records.map(({ id }) => id))
      expect([...inTable].filter((id) => inBin.has(id))).toEqual([])
      // The count of the table, the keys and the counts of the entries agree with the stored records.
      expect(Number(after.removed[0]?.['removed'])).toBe(recordIds.length - inTable.size)
      expect(new Set(after.keys.map((key) => key['record_id']))).toEqual(inTable)
      const counts = await rows(
        'select coalesce(sum(records), 0)::int as n from bin_entries where organization_id = $1',
        [organizationId],
      )
      expect(counts).toEqual([{ n: inBin.size }])
      const empty = await rows('select id from bin_entries where organization_id = $1 and records = 0', [
        organizationId,
      ])
      expect(empty).toEqual([])
      expect(after.ledger).toEqual(before.ledger)
      expect([after.meters, after.spendings]).toEqual([before.meters, before.spendings])
    }
  })
})
