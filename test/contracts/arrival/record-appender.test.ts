import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { auditEntry } from '../../../src/domain/account/audit/audit-entry.ts'
import { maxRecordsPerAppend } from '../../../src/domain/record-cells.ts'
import { TableSchema } from '../../../src/domain/table/table-schema.ts'
import { AuditStore } from '../../../src/ports/account/audit.ts'
import {
  type Arrival,
  type ArrivalFacts,
  RecordAppender,
} from '../../../src/ports/arrival/record-appender.ts'
import { Ids } from '../../../src/ports/ids.ts'
import type { AppendReceipt } from '../../../src/ports/table/records.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { leads } from '../../support/api.ts'
import { anyEntry } from '../../support/data/any-entry.ts'
import { type KernelWorld, storages } from '../../support/demo/kernel.ts'
import { columnNames, createTenant, type Tenant, type TenantOptions } from '../../support/tenant.ts'

describe.each(storages)('RecordAppender (%s)', (_name, createStorage) => {
  let world: KernelWorld
  let intake: RecordAppender
  let own: Tenant

  beforeAll(async () => {
    world = await createStorage()
    intake = world.container.get(RecordAppender)
  })
  afterAll(() => world.close())
  beforeEach(() => open())

  async function open(options: TenantOptions = {}): Promise<void> {
    own = await createTenant(world, options)
  }

  const arrival = (count = 1, changes: Partial<Arrival> = {}): Arrival => ({
    credential: own.key,
    dataTableId: own.dataTableId,
    records: leads(count),
    idempotency: null,
    requestId: 'request',
    ...changes,
  })
  const byToken = (count = 1, changes: Partial<Arrival> = {}) =>
    arrival(count, { credential: own.token, dataTableId: null, ...changes })
  const keyed = (key: string, count = 1, fingerprint = 'print') =>
    arrival(count, { idempotency: { key, fingerprint } })

  async function schemaOf({ organizationId, dataTableId } = own): Promise<TableSchema> {
    const table = await world.container
      .get(UnitOfWork)
      .run((tx) => tx.dataTables.find(organizationId, dataTableId))
    if (table === null) throw new Error('There is such a table')
    return new TableSchema(table)
  }
  const append = async (one: Arrival) => intake.append(one, await schemaOf())
  const records = () => world.inspect.records(own.dataTableId)
  const appends = () => world.inspect.appends(own.dataTableId)
  const used = () => world.inspect.used(own.organizationId, 'records', '2026-11')
  const stored = (inserted: number) => ({ answer: { inserted }, replayed: false })

  /**
   * Changes the test's API key in a transaction, as users of the console do. The next append must check the
   * changed key.
   */
  const changeKey = (changes: { readonly expiresAt?: Date; readonly revokedAt?: Date }) =>
    world.container.get(UnitOfWork).run(async (tx) => {
      const key = await tx.apiKeys.lock(own.organizationId, own.apiKeyId)
      if (key !== null) await tx.apiKeys.save({ ...key, ...changes })
    })
  const changeTable = (changes: object) =>
    world.container.get(UnitOfWork).run(async (tx) => {
      const table = await tx.dataTables.lock(own.organizationId, own.dataTableId)
      if (table !== null) await tx.dataTables.save({ ...table, ...changes })
    })
  const addColumn = () =>
    changeTable({
      columns: [...columnNames, 'city'].map((column) => ({ name: column, isMetadata: false })),
      schemaVersion: 2,
    })
  async function expectNothing(): Promise<void> {
    expect([await records(), await appends(), await used()]).toEqual([[], [], 0])
  }

  describe('an append of the valid records of a request', () => {
    const refused = [{ index: 1, ok: false, code: 'SCHEMA_MISMATCH', errors: [] }] as const
    const idempotency = { key: 'partial', fingerprint: 'print' }

    it.each([2, 0])('stores the answer about the other records, with %i valid records', async (count) => {
      const one = arrival(count, { refused, idempotency })
      const answer = { inserted: count, results: refused }
      expect(await append(one)).toEqual({ answer, replayed: false })
      expect(await append(one)).toBeNull()
      expect((await intake.factsOf(one)).earlier).toEqual({ fingerprint: 'print', answer })
      expect([await records(), await used()]).toEqual([leads(count), count])
      expect(await appends()).toHaveLength(count === 0 ? 0 : 1)
    })

    it('stores nothing if the plan has no room', async () => {
      await open({ limits: { records: 1 } })
      const one = arrival(2, { refused, idempotency })
      await expect(append(one)).rejects.toMatchObject({ code: 'PLAN_LIMIT' })
      expect((await intake.factsOf(one)).earlier).toBeNull()
      await expectNothing()
    })
  })

  describe('an append with an audit entry', () => {
    const entryOf = ({ inserted }: AppendReceipt) =>
      auditEntry(world.container.get(Ids).next(), world.clock.now(), {
        action: 'record.added',
        organizationId: own.organizationId,
        by: operator,
        subject: { kind: 'dataTable', id: own.dataTableId, name: 'Leads' },
        after: { records: inserted },
      })
    const entries = async () => {
      const filter = { ...anyEntry, organizationId: own.organizationId, action: 'record.added' } as const
      return (await world.container.get(AuditStore).list(filter, { limit: 10, after: null })).items
    }
    const match = { columns: ['email'], onMatch: 'update' } as const

    it.each([null, match])('writes it in the same commit, with match columns %j', async (columns) => {
      await changeTable({ match: columns })
      const entered = byToken(2, { entered: { apiKeyId: own.apiKeyId }, audit: entryOf })
      expect((await append(entered))?.answer).toMatchObject({ inserted: 2 })
      expect(await entries()).toMatchObject([{ action: 'record.added', after: { records: 2 } }])
    })

    it.each([null, match])('writes nothing if the entry fails, with match columns %j', async (columns) => {
      await changeTable({ match: columns })
      const audit = () => {
        throw new Error('The process dies')
      }
      await expect(append(byToken(1, { entered: { apiKeyId: null }, audit }))).rejects.toThrow('dies')
      await expectNothing()
      expect(await entries()).toEqual([])
    })
  })

  describe('an append', () => {
    it('stores the records unchanged, in order, as one entry of the ledger, and counts them on the meter', async () => {
      expect(await append(arrival(3))).toEqual(stored(3))
      expect(await records()).toEqual(leads(3))
      expect([await appends(), await used()]).toEqual([[{ seq: 1, count: 3 }], 3])
    })

    it('does the same with the token of the table', async () => {
      expect(await append(byToken(2))).toEqual(stored(2))
      expect([await records(), await used()]).toEqual([leads(2), 2])
    })

    it('finds the table by its id in any capitalization', async () => {
      expect(await append(arrival(1, { dataTableId: own.dataTableId.toUpperCase() }))).toEqual(stored(1))
    })

    it('accepts the maximum number of records', async () => {
      expect(await append(arrival(maxRecordsPerAppend))).toEqual(stored(maxRecordsPerAppend))
      expect(await records()).toEqual(leads(maxRecordsPerAppend))
    })

    it('keeps every kind of cell, and every character, as it was sent', async () => {
      const cells = [
        { name: '', phone: 0, account_id: -1.5, email: null },
        { name: '\u{1F9F5} \\ " \n \u2028', phone: true, account_id: 9_007_199_254_740_991, email: false },
        { name: "'; drop table records; --", phone: 1e-7, account_id: 1e21, email: '{"a":[1]}' },
      ]
      await append(arrival(0, { records: cells }))
      expect(await records()).toEqual(cells)
    })

    it('fills a missing column with null if the table says so', async () => {
      await changeTable({ missingColumns: 'fill', schemaVersion: 2 })
      await append(arrival(0, { records: [{ name: 'Ann' }, { email: 'b@example.com' }] }))
      expect(await records()).toEqual([
        { name: 'Ann', phone: null, account_id: null, email: null },
        { name: null, phone: null, account_id: null, email: 'b@example.com' },
      ])
    })

    it('accepts a column named like a property of every object', async () => {
      const odd = ['__proto__', 'constructor', 'toString']
      await changeTable({ columns: odd.map((one) => ({ name: one, isMetadata: false })), schemaVersion: 2 })
      const record = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}') as Record<
        string,
        string
      >
      await append(arrival(0, { records: [record] }))
      const [kept = {}] = await records()
      expect(new Map(Object.entries(kept))).toEqual(new Map(Object.entries(record)))
    })
  })

  describe('returns null and writes nothing', () => {
    const stale = async (one: Arrival, tableSchema?: TableSchema) => {
      expect(await intake.append(one, tableSchema ?? (await schemaOf()))).toBeNull()
      await expectNothing()
    }

    it('for an outdated table version', async () => {
      const before = await schemaOf()
      await addColumn()
      await stale(arrival(), before)
    })

    it('for a future table version', async () => {
      const before = await schemaOf()
      const later = new TableSchema({
        id: before.tableId,
        organizationId: before.organizationId,
        schemaVersion: before.version + 1,
        columns: before.columns.map((column) => ({ name: column, isMetadata: false })),
        missingColumns: before.missingColumns,
        match: before.match,
        defaultCountry: before.defaultCountry,
      })
      await stale(arrival(), later)
    })

    it.each([['apiKey'], ['webhookUrl']] as const)('for an unknown credential of kind %s', async (kind) => {
      await stale(arrival(1, { credential: { kind, digest: 'unknown' } }))
    })

    it('for a credential of the other kind', async () => {
      await stale(arrival(1, { credential: { kind: 'webhookUrl', digest: own.key.digest } }))
      await stale(arrival(1, { credential: { kind: 'apiKey', digest: own.token.digest } }))
    })

    it('for a key that was revoked just before', async () => {
      await changeKey({ revokedAt: world.clock.now() })
      await stale(arrival())
    })

    it('for a key that has expired', async () => {
      await changeKey({ expiresAt: world.clock.now() })
      await stale(arrival())
    })

    it('for a key that may only trigger', async () => {
      await open({ keyScopes: ['trigger'] })
      await stale(arrival())
    })

    it('for a key on a plan without keys', async () => {
      await own.offer({}, false)
      await stale(arrival())
    })

    it('for a token that was replaced just before', async () => {
      await changeTable({ ingestTokenDigest: `new ${own.token.digest}` })
      await stale(byToken())
    })

    it('for a table of another organization, with any table version', async () => {
      const stranger = await createTenant(world)
      await stale(arrival(1, { credential: stranger.key }))
      expect(await world.inspect.used(stranger.organizationId, 'records', '2026-11')).toBe(0)
    })

    it('for a table that was deleted', async () => {
      const before = await schemaOf()
      await world.container.get(UnitOfWork).run(async (tx) => {
        await tx.spinners.remove(own.spinnerId)
        await tx.dataTables.remove(own.dataTableId)
      })
      await stale(arrival(), before)
      await stale(byToken(), before)
    })
  })

  it('accepts the token of an organization whose plan has no keys, because the token is not a key', async () => {
    await own.offer({}, false)
    expect(await append(byToken())).toEqual(stored(1))
  })

  describe('the plan', () => {
    it('is filled to the last record and not beyond, and a refusal is complete', async () => {
      await open({ limits: { records: 5 } })
      expect(await append(arrival(4))).toEqual(stored(4))
      await expect(append(arrival(2))).rejects.toMatchObject({
        code: 'PLAN_LIMIT',
        organizationId: own.organizationId,
        details: { meter: 'records', limit: 5, used: 4, requested: 2, resetsAt: '2026-12-01T00:00:00.000Z' },
      })
      expect([await append(arrival(1)), await used()]).toEqual([stored(1), 5])
      expect(await records()).toHaveLength(5)
    })

    it('refuses a first append that exceeds it', async () => {
      await open({ limits: { records: 2 } })
      await expect(append(arrival(3))).rejects.toMatchObject({ details: { used: 0 } })
      await expectNothing()
    })

    it('accepts no records if it has none', async () => {
      await open({ limits: { records: 0 } })
      await expect(append(byToken())).rejects.toMatchObject({ code: 'PLAN_LIMIT' })
    })

    it('applies to keys and tokens together', async () => {
      await open({ limits: { records: 3 } })
      await append(arrival(2))
      await expect(append(byToken(2))).rejects.toMatchObject({ code: 'PLAN_LIMIT' })
    })

    it('applies as it is at present', async () => {
      await open({ limits: { records: 1 } })
      await append(arrival(1))
      await own.offer({ records: 2 })
      expect(await append(arrival(1))).toEqual(stored(1))
    })

    it('starts again from 0 each month', async () => {
      await open({ limits: { records: 1 } })
      await append(arrival(1))
      const now = world.clock.now().toISOString()
      world.clock.set('2026-12-01T00:00:00.000Z')
      const answer = await append(arrival(1))
      world.clock.set(now)
      expect([answer, await used()]).toEqual([stored(1), 1])
      expect(await world.inspect.used(own.organizationId, 'records', '2026-12')).toBe(1)
    })

    it('is exact when many compete for its last records', async () => {
      await open({ limits: { records: 10 } })
      const tableSchema = await schemaOf()
      const racing = Array.from({ length: 40 }, (_, no) =>
        intake.append(no % 2 ? arrival() : byToken(), tableSchema),
      )
      const outcomes = await Promise.allSettled(racing)
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
      expect([(await records()).length, await used()]).toEqual([10, 10])
    })
  })

  describe('an idempotency key', () => {
    it('returns the answer of the first append, and stores nothing again', async () => {
      expect(await append(keyed('k', 2, 'of the first'))).toEqual(stored(2))
      expect(await append(keyed('k', 2, 'of the first'))).toBeNull()
      expect(await append(keyed('k', 5, 'of the second'))).toBeNull()
      expect([(await records()).length, await used()]).toEqual([2, 2])
      expect((await intake.factsOf(keyed('k'))).earlier).toEqual({
        fingerprint: 'of the first',
        answer: { inserted: 2 },
      })
    })

    it('that is sent many times at once stores one append', async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => append(keyed('k', 2))))
      expect(answers.filter((answer) => answer !== null)).toEqual([stored(2)])
      expect([await appends(), await used()]).toEqual([[{ seq: 1, count: 2 }], 2])
    })

    it('of an append that the plan refused can be used again', async () => {
      await open({ limits: { records: 2 } })
      await expect(append(keyed('k', 3))).rejects.toMatchObject({ code: 'PLAN_LIMIT' })
      expect((await intake.factsOf(keyed('k'))).earlier).toBeNull()
      expect(await append(keyed('k', 2))).toEqual(stored(2))
    })

    it('of an append with an outdated table version can be used again', async () => {
      const before = await schemaOf()
      await addColumn()
      expect(await intake.append(keyed('k'), before)).toBeNull()
      expect((await intake.factsOf(keyed('k'))).earlier).toBeNull()
    })

    it('that is repeated returns the first answer, even on a full plan', async () => {
      await open({ limits: { records: 2 } })
      await append(keyed('k', 2))
      expect(await append(keyed('k', 2))).toBeNull()
      expect((await intake.factsOf(keyed('k', 2))).earlier?.answer).toEqual({ inserted: 2 })
    })

    it('that is repeated near the limit uses no room of new records', async () => {
      await open({ limits: { records: 3 } })
      const tableSchema = await schemaOf()
      await intake.append(keyed('k', 2), tableSchema)
      const repeats = Array.from({ length: 20 }, () => intake.append(keyed('k', 2), tableSchema))
      expect(await intake.append(arrival(1), tableSchema)).toEqual(stored(1))
      expect(new Set(await Promise.all(repeats))).toEqual(new Set([null]))
    })

    it('belongs to one organization', async () => {
      await append(keyed('k'))
      await open()
      expect(await append(keyed('k'))).toEqual(stored(1))
    })

    it('of the API key is separate from that of the token', async () => {
      const idempotency = { key: 'k', fingerprint: 'print' }
      expect(await append(keyed('k'))).toEqual(stored(1))
      expect(await append(byToken(1, { idempotency }))).toEqual(stored(1))
      expect(await append(byToken(1, { idempotency }))).toBeNull()
      expect(await used()).toBe(2)
    })

    it('is sensitive to case and spaces', async () => {
      for (const key of ['k', 'K', ' k', 'k ']) expect(await append(keyed(key))).toEqual(stored(1))
    })
  })

  describe('simultaneous appends', () => {
    it('are numbered without a gap, and each keeps its records together', async () => {
      const counts = Array.from({ length: 60 }, (_, no) => (no % 7) + 1)
      const tableSchema = await schemaOf()
      await Promise.all(
        counts.map((count, no) =>
          intake.append(
            arrival(0, { records: leads(count).map((lead) => ({ ...lead, account_id: `${no}` })) }),
            tableSchema,
          ),
        ),
      )
      const entries = await appends()
      expect(entries.map(({ seq }) => seq)).toEqual(counts.map((_, index) => index + 1))
      const inOrder = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)
      expect(inOrder(entries.map(({ count }) => count))).toEqual(inOrder(counts))
      const owners = (await records()).map((one) => one['account_id'])
      expect(owners.filter((owner, at) => owner !== owners[at - 1])).toHaveLength(counts.length)
      expect(await used()).toBe(counts.reduce((sum, count) => sum + count, 0))
    })

    it('are numbered in the order of their commits: an answered one precedes a later one', async () => {
      for (const batch of [30, 1, 400]) await append(arrival(batch))
      expect(await appends()).toEqual([
        { seq: 1, count: 30 },
        { seq: 2, count: 1 },
        { seq: 3, count: 400 },
      ])
    })

    it('are each accepted or refused separately', async () => {
      const tableSchema = await schemaOf()
      const stranger = await createTenant(world)
      const answers = await Promise.all([
        intake.append(arrival(1), tableSchema),
        intake.append(arrival(1, { credential: { kind: 'apiKey', digest: 'unknown' } }), tableSchema),
        intake.append(keyed('k', 2), tableSchema),
        intake.append(keyed('k', 2), tableSchema),
        intake.append(arrival(1, { credential: stranger.key }), tableSchema),
        intake.append(byToken(4), tableSchema),
      ])
      expect(answers).toEqual([stored(1), null, stored(2), null, null, stored(4)])
      expect([(await records()).length, await used()]).toEqual([7, 7])
    })

    it('are not affected by one that exceeds the plan', async () => {
      await open({ limits: { records: 10 } })
      const tableSchema = await schemaOf()
      const counts = [4, 9, 3, 8, 1]
      const outcomes = await Promise.allSettled(
        counts.map((count) => intake.append(arrival(count), tableSchema)),
      )
      const taken = counts.filter((_, index) => outcomes[index]?.status === 'fulfilled')
      const sum = taken.reduce((total, count) => total + count, 0)
      expect(sum).toBeLessThanOrEqual(10)
      expect([(await records()).length, await used()]).toEqual([sum, sum])
      // Expects the entries of 9 and 8 records to be refused and later smaller ones accepted, because the
      // test's plan has room for 10 records.
      expect(taken).toEqual([4, 3, 1])
    })

    it('to tables of several organizations do not affect each other', async () => {
      const tenants = await Promise.all(Array.from({ length: 6 }, () => createTenant(world)))
      await Promise.all(
        tenants.flatMap((tenant) =>
          [1, 2, 3].map(async (count) =>
            intake.append(
              arrival(count, { credential: tenant.key, dataTableId: tenant.dataTableId }),
              await schemaOf(tenant),
            ),
          ),
        ),
      )
      for (const { dataTableId, organizationId } of tenants) {
        expect((await world.inspect.appends(dataTableId)).map(({ seq }) => seq)).toEqual([1, 2, 3])
        expect(await world.inspect.used(organizationId, 'records', '2026-11')).toBe(6)
      }
    })
  })

  describe('the state of a table', () => {
    const plain = ({ tableSchema, ...standing }: ArrivalFacts) => ({
      ...standing,
      tableSchema: tableSchema && {
        columns: tableSchema.columns,
        version: tableSchema.version,
        missing: tableSchema.missingColumns,
      },
    })

    it('names its organization and columns, and writes nothing', async () => {
      const expected = {
        organizationId: own.organizationId,
        earlier: null,
        mappingVersions: null,
        tableSchema: { columns: columnNames, version: 1, missing: 'reject' },
      }
      const byKey = { ...expected, apiKeyId: own.apiKeyId }
      expect(plain(await intake.factsOf(keyed('k')))).toEqual(byKey)
      expect(plain(await intake.factsOf(byToken()))).toEqual({ ...expected, apiKeyId: null })
      await expectNothing()
    })

    it('contains the present columns after a change', async () => {
      await addColumn()
      expect((await intake.factsOf(arrival())).tableSchema).toMatchObject({
        version: 2,
        columns: [...columnNames, 'city'],
      })
    })

    it('has no columns for a table of another organization, or an unknown table', async () => {
      const { dataTableId } = await createTenant(world)
      const unknown = world.container.get(Ids).next()
      for (const id of [dataTableId, unknown]) {
        const { tableSchema, organizationId } = await intake.factsOf(arrival(1, { dataTableId: id }))
        expect([tableSchema, organizationId]).toEqual([null, own.organizationId])
      }
    })

    it.each([
      ['unknown', async () => {}, 'INVALID_API_KEY'],
      ['revoked', () => changeKey({ revokedAt: world.clock.now() }), 'INVALID_API_KEY'],
      ['expired', () => changeKey({ expiresAt: world.clock.now() }), 'INVALID_API_KEY'],
      ['on a plan without keys', () => own.offer({}, false), 'INVALID_API_KEY'],
      ['one that may only trigger', () => open({ keyScopes: ['trigger'] }), 'MISSING_SCOPE'],
    ] as const)('is refused for a key that is %s', async (which, change, code) => {
      await change()
      const credential = which === 'unknown' ? { ...own.key, digest: 'unknown' } : own.key
      await expect(intake.factsOf(arrival(1, { credential }))).rejects.toMatchObject({ code })
    })

    it('is refused for a replaced token, and returned for the new one', async () => {
      const digest = `new ${own.token.digest}`
      await changeTable({ ingestTokenDigest: digest })
      await expect(intake.factsOf(byToken())).rejects.toMatchObject({ code: 'INVALID_INGEST_TOKEN' })
      const credential = { kind: 'webhookUrl', digest } as const
      expect((await intake.factsOf(byToken(1, { credential }))).tableSchema).not.toBeNull()
    })
  })

  it('returns a cached table only to a credential that was valid when it was last used', async () => {
    const { credential, dataTableId } = arrival()
    await append(arrival())
    expect([null, 1]).toContain(intake.cachedSchema({ credential, dataTableId })?.version ?? null)
    const unknown = { ...credential, digest: 'unknown' }
    expect(intake.cachedSchema({ credential: unknown, dataTableId })).toBeNull()
  })

  it('caches nothing of a table with which an outdated append would succeed', async () => {
    await intake.factsOf(arrival())
    await addColumn()
    const cached = intake.cachedTable(arrival())
    if (cached !== null) expect(await intake.append(arrival(), cached)).toBeNull()
    await intake.factsOf(arrival())
    expect([null, 2]).toContain(intake.cachedTable(arrival())?.version ?? null)
    await expectNothing()
  })
})
