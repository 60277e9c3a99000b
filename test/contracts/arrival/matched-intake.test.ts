import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { PlanLimits } from '../../../src/domain/plan/plan.ts'
import type { Cell, DataRecord } from '../../../src/domain/record-cells.ts'
import type { DataTable } from '../../../src/domain/table/data-table.ts'
import type { OnMatch } from '../../../src/domain/table/match.ts'
import { TableSchema } from '../../../src/domain/table/table-schema.ts'
import { type Arrival, RecordAppender } from '../../../src/ports/arrival/record-appender.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { type KernelWorld, storages } from '../../support/demo/kernel.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'

interface Options extends Partial<Pick<DataTable, 'missingColumns' | 'defaultCountry'>> {
  readonly onMatch?: OnMatch
  readonly newerBy?: string
  readonly limits?: Partial<PlanLimits>
}

describe.each(storages)('RecordAppender into a table with match columns (%s)', (_name, createStorage) => {
  let world: KernelWorld
  let intake: RecordAppender
  let own: Tenant

  beforeAll(async () => {
    world = await createStorage()
    intake = world.container.get(RecordAppender)
  })
  afterAll(() => world.close())
  beforeEach(() => matching(['email']))

  async function matching(columns: readonly string[], options: Options = {}): Promise<void> {
    const { onMatch = 'update', newerBy = null, limits = {}, ...changes } = options
    own = await createTenant(world, { limits })
    await world.container.get(UnitOfWork).run(async (tx) => {
      const table = await tx.dataTables.lock(own.organizationId, own.dataTableId)
      const match = { columns, onMatch, newerBy }
      if (table !== null) await tx.dataTables.save({ ...table, match, schemaVersion: 2, ...changes })
    })
  }

  async function schemaOf({ organizationId, dataTableId } = own): Promise<TableSchema> {
    const table = await world.container
      .get(UnitOfWork)
      .run((tx) => tx.dataTables.find(organizationId, dataTableId))
    if (table === null) throw new Error('There is such a table')
    return new TableSchema(table)
  }
  const person = (email: unknown, changes: DataRecord = {}): DataRecord => ({
    name: 'Ada',
    phone: null,
    account_id: null,
    email: email as string,
    ...changes,
  })
  const arrival = (records: readonly DataRecord[], key: string | null = null): Arrival => ({
    credential: own.key,
    dataTableId: own.dataTableId,
    records,
    idempotency: key === null ? null : { key, fingerprint: 'print' },
    requestId: 'request',
  })
  const send = async (...records: DataRecord[]) =>
    (await intake.append(arrival(records), await schemaOf()))?.answer
  const counts = (inserted: number, updated = 0, unchanged = 0) => ({ inserted, updated, unchanged })
  const records = () => world.inspect.records(own.dataTableId)
  const appends = () => world.inspect.appends(own.dataTableId)
  const used = () => world.inspect.used(own.organizationId, 'records', '2026-11')

  it('adds new records, updates existing ones, and returns the numbers', async () => {
    expect(await send(person('a@x.org'), person('b@x.org'))).toEqual(counts(2))
    expect(await send(person('a@x.org', { name: 'Ann' }), person('b@x.org'), person('c@x.org'))).toEqual(
      counts(1, 1, 1),
    )
    expect(await records()).toEqual([
      person('a@x.org', { name: 'Ann' }),
      person('b@x.org'),
      person('c@x.org'),
    ])
  })

  it('counts only added records in the ledger and on the meter', async () => {
    await send(person('a@x.org'))
    await send(person('a@x.org', { name: 'Ann' }))
    await send(person('a@x.org'), person('b@x.org'), person('c@x.org'))
    expect([await appends(), await used()]).toEqual([
      [
        { seq: 1, count: 1 },
        { seq: 2, count: 2 },
      ],
      3,
    ])
  })

  it('keeps new records in order, wherever existing ones are between them', async () => {
    await send(person('b@x.org'), person('d@x.org'))
    await send(...['a', 'b', 'c', 'd', 'e'].map((letter) => person(`${letter}@x.org`, { name: letter })))
    expect((await records()).map(({ name: is }) => is)).toEqual(['b', 'd', 'a', 'c', 'e'])
    expect((await appends()).map(({ count }) => count)).toEqual([2, 3])
  })

  it('matches an address in every spelling', async () => {
    await send(person('Ada@Example.com'))
    const spellings = [
      ' ada@example.COM ',
      'ada@example.com.',
      'ADA@ｅｘａｍｐｌｅ.com',
      'ada@exam\u00adple.com',
    ]
    for (const email of spellings) expect(await send(person(email))).toEqual(counts(0, 1))
    expect(await records()).toHaveLength(1)
  })

  it('matches a phone number in every spelling, by the country of the table', async () => {
    await matching(['phone'], { defaultCountry: 'GB' })
    await send(person(null, { phone: '+44 20 7946 0000' }))
    const spellings = ['020 7946 0000', '(020) 79460000', '0044 20 7946 0000', 442079460000]
    for (const phone of spellings.slice(0, 2))
      expect(await send(person(null, { phone }))).toEqual(counts(0, 1))
    expect(await send(person(null, { phone: '020 7946 0001' }), person(null, { phone: 'ask Ada' }))).toEqual(
      counts(2),
    )
    expect(await send(person(null, { phone: ' ask Ada ' }))).toEqual(counts(0, 1))
  })

  it('matches text by its characters, whatever its composition or surrounding spaces', async () => {
    await matching(['name'])
    await send(person(null, { name: 'Zoë' }), person(null, { name: '張' }), person(null, { name: 'مرحبا' }))
    expect(
      await send(
        person('1@x.org', { name: ' Zoe\u0308\u00a0' }),
        person('2@x.org', { name: '張' }),
        person('3@x.org', { name: 'ZOË' }),
      ),
    ).toEqual(counts(1, 2))
  })

  it('matches a number with the same number as text', async () => {
    await matching(['account_id'])
    await send(person(null, { account_id: 12 }))
    expect(await send(person(null, { account_id: '12' }))).toEqual(counts(0, 1))
  })

  it('matches by all columns together, wherever one value ends and the next begins', async () => {
    await matching(['name', 'account_id'])
    expect(
      await send(
        person(null, { name: 'a', account_id: 'bc' }),
        person(null, { name: 'ab', account_id: 'c' }),
        person(null, { name: 'a', account_id: '' }),
        person(null, { name: 'a', account_id: null }),
      ),
    ).toEqual(counts(4))
    expect(await send(person('x@x.org', { name: 'ab', account_id: 'c' }))).toEqual(counts(0, 1))
  })

  it('adds every record without a value in the match columns', async () => {
    for (let turn = 0; turn < 2; turn++)
      expect(await send(person(null), person(''), person(' \t\u00a0 '))).toEqual(counts(3))
    expect([(await records()).length, await used()]).toEqual([6, 6])
  })

  it('accepts keys of 10 kB that differ in their last character', async () => {
    await matching(['name'])
    const long = '好'.repeat(10_000)
    expect(await send(person(null, { name: `${long}a` }), person(null, { name: `${long}b` }))).toEqual(
      counts(2),
    )
    expect(await send(person('x@x.org', { name: `${long}b` }))).toEqual(counts(0, 1))
  })

  it('uses the last of several records in one arrival, as if they arrived one by one', async () => {
    await matching(['email'], { missingColumns: 'fill' })
    const several = [
      { email: 'a@x.org', name: 'One', phone: '1' },
      { email: 'b@x.org' },
      { email: 'A@x.org', name: 'Two' },
    ]
    expect(await send(...several)).toEqual(counts(2, 0, 1))
    expect(await records()).toEqual([
      { email: 'A@x.org', name: 'Two', phone: '1', account_id: null },
      { email: 'b@x.org', name: null, phone: null, account_id: null },
    ])
  })

  it('keeps the value of an absent column, and clears it for null', async () => {
    await matching(['email'], { missingColumns: 'fill' })
    await send({ email: 'a@x.org', name: 'Ada', phone: '1' })
    expect(await send({ email: 'a@x.org', phone: null })).toEqual(counts(0, 1))
    expect(await send({ email: 'a@x.org' })).toEqual(counts(0, 0, 1))
    expect(await records()).toEqual([{ email: 'a@x.org', name: 'Ada', phone: null, account_id: null }])
  })

  it('keeps existing records unchanged if the table says so', async () => {
    await matching(['email'], { onMatch: 'ignore' })
    await send(person('a@x.org'))
    expect(
      await send(person('a@x.org', { name: 'Ann' }), person('b@x.org'), person('b@x.org', { name: 'Bea' })),
    ).toEqual(counts(1, 0, 2))
    expect(await records()).toEqual([person('a@x.org'), person('b@x.org')])
  })

  it('updates no record with an older one, by numbers, times or text', async () => {
    const rounds = [
      [9, 10, '9.5', null, '10.0'],
      [
        '2026-11-20T10:00:00+02:00',
        '2026-11-20T09:00:00Z',
        '2026-11-20T08:30:00Z',
        '2026-11-20',
        '2026-11-20T09:00Z',
      ],
      ['v10', 'v2', 'v11', '', 'v2'],
    ]
    for (const [first, newer, older, none, again] of rounds) {
      await matching(['email'], { newerBy: 'account_id' })
      const by = (account_id: Cell | undefined, is: string) =>
        person('a@x.org', { account_id: account_id ?? null, name: is })
      await send(by(first, 'first'))
      expect(await send(by(newer, 'newer'))).toEqual(counts(0, 1))
      expect(await send(by(older, 'older'))).toEqual(counts(0, 0, 1))
      expect(await send(by(none, 'none'))).toEqual(counts(0, 0, 1))
      expect(await send(by(again, 'again'))).toEqual(counts(0, 1))
      expect((await records())[0]).toMatchObject({ name: 'again' })
    }
  })

  it('returns the same answer for a repeat, and changes nothing again', async () => {
    await send(person('a@x.org'))
    const tableSchema = await schemaOf()
    const first = arrival([person('a@x.org', { name: 'Ann' }), person('b@x.org')], 'k')
    expect((await intake.append(first, tableSchema))?.answer).toEqual(counts(1, 1))
    await send(person('a@x.org', { name: 'Eve' }))
    expect(await intake.append(first, tableSchema)).toBeNull()
    expect((await intake.factsOf(first)).earlier?.answer).toEqual(counts(1, 1))
    expect((await records())[0]).toMatchObject({ name: 'Eve' })
  })

  it('refuses a whole arrival that exceeds the plan, and updates existing records on a full plan', async () => {
    await matching(['email'], { limits: { records: 2 } })
    await send(person('a@x.org'))
    const tooMany = arrival([person('a@x.org', { name: 'Ann' }), person('b@x.org'), person('c@x.org')], 'k')
    await expect(intake.append(tooMany, await schemaOf())).rejects.toMatchObject({
      code: 'PLAN_LIMIT',
      organizationId: own.organizationId,
      details: { meter: 'records', limit: 2, used: 1, requested: 2 },
    })
    expect([await records(), await used()]).toEqual([[person('a@x.org')], 1])
    expect((await intake.factsOf(tooMany)).earlier).toBeNull()
    expect(await send(person('a@x.org', { name: 'Ann' }), person('b@x.org'))).toEqual(counts(1, 1))
    expect(await send(person('a@x.org'), person('b@x.org', { name: 'Bea' }))).toEqual(counts(0, 2))
    expect(await used()).toBe(2)
  })

  it('returns null for a table version from before the match columns were removed', async () => {
    const present = await schemaOf()
    await world.container.get(UnitOfWork).run(async (tx) => {
      const table = await tx.dataTables.lock(own.organizationId, own.dataTableId)
      if (table !== null) await tx.dataTables.save({ ...table, match: null, schemaVersion: 3 })
    })
    expect(await intake.append(arrival([person('a@x.org')]), present)).toBeNull()
    expect([await records(), await used()]).toEqual([[], 0])
  })

  it('creates one record for each of a thousand keys that 32 send at once, with one of their values', async () => {
    const tableSchema = await schemaOf()
    const emails = Array.from({ length: 1_000 }, (_, no) => `p${no}@x.org`)
    const answers = await Promise.all(
      Array.from({ length: 32 }, async (_, client) => {
        const halves =
          client % 2 === 0
            ? [emails.slice(0, 500), emails.slice(500)]
            : [emails.slice(500).toReversed(), emails.slice(0, 500)]
        const all = []
        for (const half of halves) {
          const batch = half.map((email) =>
            person(email, { name: `${client}`, phone: `${client}`, account_id: client }),
          )
          all.push((await intake.append(arrival(batch), tableSchema))?.answer)
        }
        return all
      }),
    )
    const stored = await records()
    expect(stored).toHaveLength(1_000)
    expect(new Set(stored.map(({ email }) => email))).toEqual(new Set(emails))
    expect(
      stored.filter(({ name: is, phone, account_id }) => is !== phone || is !== String(account_id)),
    ).toEqual([])
    const sum = answers.flat().reduce((total, answer) => total + (answer?.inserted ?? 0), 0)
    expect([sum, await used()]).toEqual([1_000, 1_000])
  })

  it('accepts many small requests for few keys at once, each with its own result', async () => {
    const tableSchema = await schemaOf()
    const answers = await Promise.all(
      Array.from(
        { length: 200 },
        async (_, no) =>
          (
            await intake.append(
              arrival([person(`p${no % 7}@x.org`, { name: `${no}` }), person(null)]),
              tableSchema,
            )
          )?.answer,
      ),
    )
    const sum = (field: 'inserted' | 'updated') =>
      answers.reduce((total, answer) => total + (answer?.[field] ?? 0), 0)
    expect([sum('inserted'), sum('updated')]).toEqual([207, 193])
    expect([(await records()).length, await used()]).toEqual([207, 207])
  })
})
