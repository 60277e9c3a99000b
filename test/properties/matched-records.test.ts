import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { operator } from '../../src/domain/account/audit/actor.ts'
import type { Cell, DataRecord } from '../../src/domain/record-cells.ts'
import { onMatchRules } from '../../src/domain/table/match.ts'
import { isOlder, recordVersion } from '../../src/domain/table/record-version.ts'
import { RecordStore } from '../../src/ports/table/records.ts'
import { ImportRecords } from '../../src/use-cases/arrival/import/import-records.ts'
import { IngestRecords } from '../../src/use-cases/arrival/ingest-records.ts'
import { ChangeDataTable } from '../../src/use-cases/table/change-data-table.ts'
import { Records } from '../../src/use-cases/table/records/records.ts'

import { createTenant, type Tenant } from '../support/tenant.ts'
import { createWorld, type World } from '../support/world.ts'

type Action =
  | { readonly kind: 'ingest'; readonly records: readonly DataRecord[] }
  | { readonly kind: 'import'; readonly records: readonly DataRecord[] }
  | { readonly kind: 'delete'; readonly nth: number }

const columns = ['name', 'phone', 'account_id', 'email']

/**
 * Generates e-mail addresses of few people in several spellings for the test, so that records of the same
 * person collide.
 */
const email = fc.constantFrom<Cell>(
  'a@x.org',
  'A@X.org',
  ' a@x.org.',
  'b@x.org',
  'c@x.org',
  'none',
  'none ',
  '',
  null,
)
const cell = fc.constantFrom<Cell>('', null, 'x', 'y', 1, 2)
const version = fc.constantFrom<Cell>(null, 1, '2', 3, '2026-11-20', 'v1')
const whole = fc.record({ name: cell, phone: cell, account_id: version, email })
const partial = fc.record(
  { name: cell, phone: cell, account_id: version, email },
  { requiredKeys: ['email'] },
)
const several = <One>(one: fc.Arbitrary<One>) => fc.array(one, { minLength: 1, maxLength: 6 })
/** Returns a generated record of the test as an import file holds it, with all cells as text. */
const asText = (record: DataRecord): DataRecord =>
  Object.fromEntries(Object.entries(record).map(([column, value]) => [column, String(value ?? '')]))
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('ingest' as const), records: several(partial) }) },
  {
    weight: 2,
    arbitrary: several(whole).map((records) => ({ kind: 'import' as const, records: records.map(asText) })),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), nth: fc.nat(5) }) },
)
const rule = fc.record({
  onMatch: fc.constantFrom(...onMatchRules),
  newerBy: fc.constantFrom(null, 'account_id'),
})

interface By {
  readonly onMatch: string
  readonly newerBy: string | null
}

/**
 * `Model` computes the records that the test expects, by applying the rule for matches to one record after the
 * other.
 */
class Model {
  records: Record<string, Cell>[] = []
  readonly #rule: By

  constructor(by: By) {
    this.#rule = by
  }

  take(record: DataRecord): void {
    const key = keyOf(record)
    const known = key === null ? undefined : this.records.find((one) => keyOf(one) === key)
    if (known === undefined) {
      const blank = Object.fromEntries(columns.map((column) => [column, null]))
      this.records.push({ ...blank, ...record })
    } else if (this.#rule.onMatch === 'update' && !this.#isOlder(record, known)) Object.assign(known, record)
  }

  /**
   * Returns whether a generated record is older than the stored record. A record without a version is older
   * than a record with a version.
   */
  #isOlder(record: DataRecord, known: DataRecord): boolean {
    const { newerBy } = this.#rule
    return newerBy !== null && isOlder(recordVersion(record[newerBy]), recordVersion(known[newerBy]))
  }
}

function keyOf({ email: address }: DataRecord): string | null {
  const text = String(address ?? '')
    .trim()
    .toLowerCase()
    .replace(/\.$/, '')
  return text === '' ? null : text
}

/** The number of random histories that the test generates, new ones in each test run. */
const runs = 25

describe('a table with a match column', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  async function perform({ organizationId, dataTableId, key }: Tenant, happens: Action): Promise<unknown> {
    const { container } = world
    if (happens.kind === 'ingest') {
      const arrival = { credential: key, dataTableId, records: happens.records, idempotency: null }
      return (await container.get(IngestRecords).execute({ ...arrival, requestId: 'request' })).answer
    }
    if (happens.kind === 'import') {
      const rows = happens.records.map((record) => columns.map((column) => String(record[column])))
      const source = {
        header: async () => columns,
        chunks: async function* () {
          yield rows.map((cells, at) => ({ cells, line: at + 2, fault: null }))
        },
        close: async () => {},
      }
      return container.get(ImportRecords).execute({
        organizationId,
        dataTableId,
        source,
        requestId: 'import',
        choices: null,
        skipBadRows: false,
        by: operator,
      })
    }
    const { items } = await container.get(RecordStore).list(dataTableId, 'asc', { limit: 1_000, after: null })
    const recordId = items[happens.nth]?.id
    if (recordId !== undefined)
      await container.get(Records).delete({ organizationId, by: operator }, dataTableId, recordId)
    return items[happens.nth]?.data
  }

  const text = (record: DataRecord) => JSON.stringify(columns.map((column) => record[column]))

  it('has the same records as after one by one, and counts what was added in the ledger and the meter', async () => {
    await fc.assert(
      fc.asyncProperty(rule, fc.array(action, { maxLength: 8 }), async (by, history) => {
        const own = await createTenant(world)
        const { organizationId, dataTableId } = own
        await world.container.get(ChangeDataTable).execute(
          {
            organizationId,
            dataTableId,
            changes: { missingColumns: 'fill', match: { columns: ['email'], ...by } },
            mergesDuplicates: false,
            revision: null,
            requestId: 'request',
            by: operator,
          },
          async () => {},
        )
        const model = new Model(by)
        let added = 0
        for (const happens of history) {
          const done = await perform(own, happens)
          if (happens.kind === 'delete') {
            const at = model.records.findIndex(
              (record) => done !== undefined && text(record) === text(done as DataRecord),
            )
            if (at !== -1) model.records.splice(at, 1)
            continue
          }
          const before = model.records.length
          for (const record of happens.records) model.take(record)
          const { inserted, updated, unchanged } = done as Record<
            'inserted' | 'updated' | 'unchanged',
            number
          >
          added += inserted
          expect([inserted, inserted + updated + unchanged]).toEqual([
            model.records.length - before,
            happens.records.length,
          ])
        }
        const stored = await world.inspect.records(dataTableId)
        expect(stored.map((record) => text(record as DataRecord)).toSorted()).toEqual(
          model.records.map(text).toSorted(),
        )
        const appends = await world.inspect.appends(dataTableId)
        expect(appends.reduce((sum, { count }) => sum + count, 0)).toBe(added)
        expect(await world.inspect.used(organizationId, 'records', '2026-11')).toBe(added)
      }),
      { numRuns: runs },
    )
  })
})

it('the order of versions in SQL is that of the domain', async () => {
  const world = await createWorld()
  try {
    const any = fc.oneof(
      fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed() && !one.includes('\0')),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String),
      fc
        .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
        .map((at) => at.toISOString()),
    )
    const pairs = fc.sample(fc.tuple(any, any), 5_000).map((pair) => pair.map(recordVersion))
    const { rows } = await world.sql.query<{ older: boolean }>(
      'select a collate "C" < b as older from unnest($1::text[], $2::text[]) with ordinality p(a, b, no) order by no',
      [pairs.map(([a]) => a), pairs.map(([, b]) => b)],
    )
    expect(rows.map(({ older }) => older)).toEqual(pairs.map(([a = '', b = '']) => isOlder(a, b)))
  } finally {
    await world.close()
  }
})
