import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { PersonAnswersReader } from '../../../src/adapters/postgres/table/search/person-answers.ts'
import { RecordLookup } from '../../../src/adapters/postgres/table/search/record-lookup.ts'
import type { Cell, DataRecord } from '../../../src/domain/record-cells.ts'
import { noAnswers } from '../../../src/domain/spinner/where/person-question.ts'
import { visibleCells } from '../../../src/domain/spinner/where/visible-cells.ts'
import { matchesWhere, operators, type Where } from '../../../src/domain/spinner/where/where.ts'
import { faultOfWhere, takesValue, takesValues } from '../../../src/domain/spinner/where/where-fault.ts'
import { PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { IngestRecords } from '../../../src/use-cases/arrival/ingest-records.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

/** The metadata columns of the data table of the test's organization. */
const columns = ['name', 'email'] as const
const now = new Date('2026-11-21T16:00:00Z')

const odd = [
  '',
  ' ',
  '0',
  '-0',
  '1',
  ' 1 ',
  '1.',
  '.5',
  '+7',
  '1e3',
  '1e-7',
  '1e21',
  '0x10',
  'Infinity',
  'NaN',
  '１２',
  '1\u00a0',
  'true',
  'false',
  'null',
  'İstanbul',
  'istanbul',
  'ΑΣ',
  'ας',
  'ẞ',
  'K',
  'k',
  'Ada',
  'ADA',
  'a%b_c\\',
  "o'hara",
  '"q"',
  '2026-11-21',
  '2026-11-22',
  '2026-02-30',
  '2026-11-21T16:00:00Z',
  '2026-11-21T16:00:00+02:00',
  '2026-11-21 15:59',
  '2026-11-20T23:30:00-10:00',
  '2026-11-19',
  '2026-11-23',
  '2026-11-30',
  '2026-12-31',
  '2020-01-01T00:00:00.123456789Z',
  '9999-12-31',
  '1000-01-01',
  '0999-01-01',
  '2026-11-21t16:00:00z',
  '2026-11-21T16:00:00,5Z',
  '2026-11-21T24:00',
  '2026-13-01',
  '\t2026-11-18\n',
  '2026-11-18x',
  '2026-W47',
  'ada@example.com',
  ' Ada@Example.COM ',
  'ada@b.example.com',
  'ada@münchen.de',
  'ada@ｅxample.com',
  'two@example.com, three@example.org',
  'x@y@example.org',
  'ada@',
  '@example.com',
  'ada@example.com.',
]
const oddNumbers = [
  0,
  -0,
  1,
  1.5,
  -3,
  42,
  1e15,
  1e16,
  123456789012345680,
  1e21,
  1.5e300,
  1e-6,
  1e-7,
  5e-324,
  0.1 + 0.2,
]

const text = fc
  .oneof(fc.constantFrom(...odd), fc.string({ maxLength: 4 }), fc.string({ unit: 'grapheme', maxLength: 4 }))
  .filter((one) => !one.includes('\u0000') && one.isWellFormed())
const number = fc.oneof(
  fc.constantFrom(...oddNumbers),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
)
const value: fc.Arbitrary<Exclude<Cell, null>> = fc.oneof(text, text, number, fc.boolean())
const cell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 8, arbitrary: value },
  { weight: 1, arbitrary: fc.constant(null) },
)
const domains = fc.array(
  fc.constantFrom(
    'example.com',
    'EXAMPLE.com',
    'b.example.com',
    'xn--mnchen-3ya.de',
    'münchen.de',
    '@example.org',
  ),
  { minLength: 1, maxLength: 3 },
)
const moment = fc.oneof(fc.constantFrom('now', 'now-7d', 'now+2h', 'now-2d'), fc.constantFrom(...odd))

const comparison: fc.Arbitrary<Where> = fc
  .record({
    column: fc.constantFrom(...columns),
    operator: fc.constantFrom(...operators),
    value,
    values: fc.oneof(fc.array(value, { minLength: 1, maxLength: 4 }), domains),
    moment,
  })
  .map(({ column, operator, value: given, values, moment: when }): Where => {
    if (operator === 'exists' || operator === 'missing') return { column, operator }
    if (takesValues(operator)) return { column, operator, values }
    return { column, operator, value: operator === 'before' || operator === 'after' ? when : given }
  })
  .filter((one) => faultOfWhere(one) === null)
const { where } = fc.letrec<{ where: Where }>((tie) => ({
  where: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'where' },
    { weight: 3, arbitrary: comparison },
    { weight: 1, arbitrary: fc.array(tie('where'), { minLength: 1, maxLength: 3 }).map((and) => ({ and })) },
    { weight: 1, arbitrary: fc.array(tie('where'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })) },
    { weight: 1, arbitrary: tie('where').map((not) => ({ not })) },
  ),
}))

describe('a condition over a whole table', () => {
  let world: World
  let database: Database
  let answers: PersonAnswersReader
  let tenant: Tenant
  beforeAll(async () => {
    world = await createWorld()
    database = new Database({ url: world.databaseUrl, poolSize: 2 })
    answers = new PersonAnswersReader(database, world.container.get(PersonDigests))
  })
  afterAll(async () => {
    await database.close()
    await world.close()
  })

  const ingest = async (records: readonly DataRecord[]) => {
    const arrival = {
      credential: tenant.key,
      dataTableId: tenant.dataTableId,
      records,
      idempotency: null,
      requestId: 'x',
    }
    await world.container.get(IngestRecords).execute(arrival)
  }
  const row = (name: Cell, email: Cell): DataRecord => ({ name, email, phone: 'x', account_id: null })

  it('finds the same records as the domain, whatever the cells contain', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 30, maxLength: 60 }),
        fc.array(where, { minLength: 12, maxLength: 12 }),
        async (cells, conditions) => {
          tenant = await createTenant(world)
          await ingest(cells.map(([name, email]) => row(name, email)))
          const everything = { limit: 1_000, after: null }
          const { items } = await world.container.get(RecordStore).list(tenant.dataTableId, 'asc', everything)
          // Makes the test's search read only seven records at a time, so that a search needs several parts.
          const records = new RecordLookup(database, answers, 7)
          for (const condition of conditions) {
            const found = await records.like(
              { tableId: tenant.dataTableId },
              { where: condition, metadataColumns: columns, now },
              1_000,
            )
            const expected = items
              .filter(({ data }) => matchesWhere(condition, visibleCells(data, columns), now, noAnswers))
              .map(({ id }) => id)
            expect({ condition, found }).toEqual({ condition, found: expected })
          }
        },
      ),
      { numRuns: 12, interruptAfterTimeLimit: 25_000 },
    )
  })

  it('evaluates every unusual cell as the domain does', async () => {
    tenant = await createTenant(world)
    const values: Cell[] = [...odd, ...oddNumbers, true, false, null]
    await ingest(values.map((one) => row(one, 'x@example.com')))
    const { items } = await world.container
      .get(RecordStore)
      .list(tenant.dataTableId, 'asc', { limit: 1_000, after: null })
    const records = new RecordLookup(database, answers)
    for (const operator of operators) {
      for (const one of [...odd, ...oddNumbers, true, 'example.com', 'münchen.de', 'example.org']) {
        const condition = {
          column: 'name',
          operator,
          ...(takesValue(operator)
            ? { value: one }
            : takesValues(operator)
              ? { values: ['b.example.com', one] }
              : {}),
        }
        if (faultOfWhere(condition) !== null) continue
        const found = await records.like(
          { tableId: tenant.dataTableId },
          { where: condition, metadataColumns: columns, now },
          1_000,
        )
        const expected = items
          .filter(({ data }) => matchesWhere(condition, visibleCells(data, columns), now, noAnswers))
          .map(({ id }) => id)
        expect({ condition, found }).toEqual({ condition, found: expected })
        if (operator === 'exists' || operator === 'missing') break
      }
    }
  })

  it('returns one more than the maximum, and stops there', async () => {
    tenant = await createTenant(world)
    await ingest(Array.from({ length: 40 }, (_, index) => row(`p${index}`, 'x@example.com')))
    const records = new RecordLookup(database, answers, 5)
    const condition = {
      where: { column: 'name', operator: 'exists' } as const,
      metadataColumns: columns,
      now,
    }
    expect(await records.like({ tableId: tenant.dataTableId }, condition, 12)).toHaveLength(13)
  })
})
