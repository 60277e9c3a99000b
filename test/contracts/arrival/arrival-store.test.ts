import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { auditEntry } from '../../../src/domain/account/audit/audit-entry.ts'
import type { ArrivalSettlement, StoredArrival } from '../../../src/domain/arrival/arrival.ts'
import { ArrivalBounds, rowBytes } from '../../../src/domain/arrival/arrival-bounds.ts'
import type { Claim } from '../../../src/domain/arrival/claims.ts'
import { TableSchema } from '../../../src/domain/table/table-schema.ts'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { AuditStore } from '../../../src/ports/account/audit.ts'
import {
  type ArrivalSelection,
  ArrivalStore,
  type DiscardableStatus,
} from '../../../src/ports/arrival/arrivals.ts'
import { RecordAppender } from '../../../src/ports/arrival/record-appender.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { DataTableStore } from '../../../src/ports/table/data-tables.ts'
import { type Transaction, UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { leads } from '../../support/api.ts'
import { pagesOf } from '../../support/browser/pages.ts'
import { anyEntry } from '../../support/data/any-entry.ts'
import { heldArrival } from '../../support/data/held-arrival.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

/**
 * The storage limit in bytes of these tests. It has room for four stored arrivals with small bodies, and not
 * for five.
 */
const maxBytes = 5 * rowBytes

const any = { dataTableId: null, status: null, code: null, format: null }

describe('ArrivalStore, tx.arrivals', () => {
  let world: World
  let store: ArrivalStore
  let own: Tenant

  beforeAll(async () => {
    world = await createWorld([provideValue(ArrivalBounds, new ArrivalBounds(30, maxBytes))])
    store = world.container.get(ArrivalStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
  })

  const bodyOf = (text: string): NonNullable<StoredArrival['body']> => ({
    bytes: Buffer.from(text),
    digest: text,
    contentType: 'application/json',
    contentEncoding: null,
    headers: { 'x-shop': 'own' },
    query: { from: 'crm' },
  })
  const arrival = (changes: Partial<StoredArrival> = {}): StoredArrival => ({
    id: world.container.get(Ids).next(),
    organizationId: own.organizationId,
    dataTableId: own.dataTableId,
    receivedAt: world.clock.now(),
    status: 'held',
    code: 'UNKNOWN_FORMAT',
    reasons: [{ code: 'UNKNOWN_FORMAT', message: 'Nobody knows', index: 0, path: ['a', { index: 1 }] }],
    format: 'one',
    mappingId: null,
    apiKeyId: null,
    requestId: 'request',
    records: 2,
    accepted: 1,
    heldPositions: [1],
    recordsRoot: ['people', { where: { path: ['kind'], equals: 'lead' } }, 'items', { all: true }],
    body: bodyOf('{"a":1}'),
    revision: 1,
    ...changes,
  })
  const admission = (admitted: number) =>
    auditEntry(world.container.get(Ids).next(), world.clock.now(), {
      action: 'arrivals.admitted',
      organizationId: own.organizationId,
      by: operator,
      subject: { kind: 'dataTable', id: own.dataTableId, name: 'Leads' },
      after: { admitted, held: 0 },
    })
  const entries = async () => {
    const filter = { ...anyEntry, organizationId: own.organizationId, action: 'arrivals.admitted' } as const
    return (await world.container.get(AuditStore).list(filter, { limit: 10, after: null })).items
  }
  const stored = async (changes: Partial<StoredArrival> = {}, claim: Claim | null = null) => {
    const one = arrival(changes)
    return { one, outcome: await store.keep(one, claim) }
  }
  const storedSoon = async (changes: Partial<StoredArrival> = {}) => {
    const one = arrival({ status: 'refused', ...changes })
    store.keepSoon(one, (same) => same)
    await world.settle()
    return one
  }
  /** Appends records to the data table with the API key, in a request with the id. */
  const append = async (count: number, requestId: string) => {
    const { key: credential, dataTableId, organizationId } = own
    const table = await world.container.get(DataTableStore).find(organizationId, dataTableId)
    if (table === null) throw new Error('There is such a table')
    const more = { credential, dataTableId, records: leads(count), idempotency: null, requestId }
    await world.container.get(RecordAppender).append(more, new TableSchema(table))
  }
  const settlement = (
    { id }: StoredArrival,
    changes: Partial<ArrivalSettlement> = {},
  ): ArrivalSettlement => ({
    id,
    revision: 1,
    status: 'accepted',
    code: null,
    reasons: [],
    format: 'one',
    mappingId: null,
    records: 2,
    heldPositions: null,
    recordsRoot: ['people', { all: true }],
    accepted: 1,
    ...changes,
  })
  const find = (id: string) => store.find(own.organizationId, id)
  const plain = (one: StoredArrival | null) =>
    one && { ...one, body: one.body && { ...one.body, bytes: Buffer.from(one.body.bytes).toString() } }
  const wanted = (changes: object = {}) => ({
    organizationId: own.organizationId,
    dataTableId: own.dataTableId,
    ...changes,
  })
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

  it('keeps all fields of an arrival, for its organization only', async () => {
    const { one } = await stored()
    expect(plain(await find(one.id))).toEqual(plain(one))
    const other = await createTenant(world)
    expect(await store.find(other.organizationId, one.id)).toBeNull()
    expect(await find('nonsense')).toBeNull()
  })

  it('keeps a refused arrival whose record is written shortly after the response', async () => {
    const one = arrival({ status: 'refused', body: null, format: null })
    store.keepSoon(one, (looked) => ({ ...looked, format: 'looked at' }))
    await world.settle()
    expect(await find(one.id)).toMatchObject({ status: 'refused', format: 'looked at', body: null })
  })

  it('stores no arrival whose claim already exists, within the duration of either claim', async () => {
    const at = world.clock.now()
    const claim = (ms: number) => ({
      text: 'bytes',
      place: null,
      content: null,
      seconds: 60,
      at: new Date(at.getTime() + ms),
    })
    expect((await stored({}, claim(0))).outcome).toBe('kept')
    const { one, outcome } = await stored({}, claim(59_000))
    expect([outcome, await find(one.id)]).toEqual(['duplicate', null])
    expect((await stored({}, claim(-59_000))).outcome).toBe('duplicate')
    expect((await stored({}, claim(61_000))).outcome).toBe('kept')
  })

  it('stores one of many with the same claim at once', async () => {
    const claim = { text: 'at once', place: null, content: null, seconds: 60, at: world.clock.now() }
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, async () => (await stored({}, claim)).outcome),
    )
    expect(outcomes.filter((outcome) => outcome === 'kept')).toHaveLength(1)
  })

  it('deletes refused arrivals to make room for held ones, oldest first', async () => {
    const refused = [await storedSoon(), await storedSoon(), await storedSoon()]
    await stored()
    await stored()
    expect(await Promise.all(refused.map(async ({ id }) => (await find(id)) !== null))).toEqual([
      false,
      true,
      true,
    ])
  })

  it('refuses more when held arrivals fill the storage, and keeps them', async () => {
    const held = [await stored(), await stored(), await stored(), await stored()]
    await expect(stored()).rejects.toMatchObject({ code: 'OVERLOADED', details: { retryAfter: 60 } })
    const refused = await storedSoon()
    expect(await find(refused.id)).toBeNull()
    expect(await find(held[0]?.one.id ?? '')).not.toBeNull()
    await store.settle(settlement(held[0]?.one ?? arrival()), world.clock.now())
    expect((await stored()).outcome).toBe('kept')
  })

  it('stores no arrival of a table that no longer exists, beside arrivals of others', async () => {
    const gone = { dataTableId: world.container.get(Ids).next() }
    const [refused, other] = await Promise.allSettled([stored(gone), stored({ dataTableId: null })])
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'OVERLOADED' } })
    expect(other).toMatchObject({ status: 'fulfilled', value: { outcome: 'kept' } })
    await storedSoon(gone)
    expect((await store.list(own.organizationId, any, { limit: 10, after: null })).items).toHaveLength(1)
  })

  it('stores an arrival while the settings of its table are being saved', async () => {
    await world.container.get(UnitOfWork).run(async (tx) => {
      const table = await tx.dataTables.lock(own.organizationId, own.dataTableId)
      if (table === null) throw new Error('There is such a table')
      await tx.dataTables.save({ ...table, revision: table.revision + 1 })
      expect(await store.keep(arrival(), null)).toBe('kept')
    })
  })

  it('finds arrivals to admit in order of arrival, page by page, by format or by id', async () => {
    const one = (await stored()).one
    const two = await storedSoon({ format: 'two' })
    await storedSoon({ status: 'ignored', body: null })
    const three = (await stored({ status: 'received' })).one
    expect(ids(await store.admissible(wanted(), null, 10))).toEqual(ids([one, two, three]))
    expect(ids(await store.admissible(wanted(), null, 2))).toEqual(ids([one, two]))
    expect(ids(await store.admissible(wanted(), two.id, 2))).toEqual(ids([three]))
    expect(ids(await store.admissible(wanted({ format: 'two' }), null, 10))).toEqual([two.id])
    expect(ids(await store.admissible(wanted({ arrivalIds: [three.id] }), null, 10))).toEqual([three.id])
    const stranger = wanted({ organizationId: (await createTenant(world)).organizationId })
    expect(await store.admissible(stranger, null, 10)).toEqual([])
  })

  it('returns the newest held bodies for mapping proposals, and unsigned ones only by id', async () => {
    const { one } = await stored({ body: bodyOf('{"n":1}') })
    const two = await storedSoon({ body: bodyOf('{"n":2}') })
    const unsigned = await storedSoon({ code: 'INVALID_SIGNATURE', body: bodyOf('{"n":3}') })
    const read = async (limit: number, arrivalIds?: readonly string[]) => {
      const selection = { dataTableId: own.dataTableId, limit, ...(arrivalIds && { arrivalIds }) }
      const bodies = await store.heldBodies(own.organizationId, selection)
      return bodies.map((body) => [body.arrivalId, Buffer.from(body.bytes).toString(), body.query])
    }
    const beside = { from: 'crm' }
    expect(await read(10)).toEqual([
      [two.id, '{"n":2}', beside],
      [one.id, '{"n":1}', beside],
    ])
    expect(await read(1)).toHaveLength(1)
    expect(await read(10, [unsigned.id])).toEqual([[unsigned.id, '{"n":3}', beside]])
  })

  it('settles an arrival once, and deletes the body of a settled one', async () => {
    const { one } = await stored()
    const part = settlement(one, { status: 'held', code: 'PLAN_LIMIT', heldPositions: [1] })
    expect(await store.settle(part, world.clock.now())).toBe(true)
    expect(await find(one.id)).toMatchObject({
      code: 'PLAN_LIMIT',
      accepted: 2,
      revision: 2,
      recordsRoot: ['people', { all: true }],
    })
    expect(await store.settle(settlement(one), world.clock.now())).toBe(false)
    expect(await store.settle(settlement(one, { revision: 2 }), world.clock.now())).toBe(true)
    expect(await find(one.id)).toMatchObject({ status: 'accepted', accepted: 3, body: null })
    expect(await store.settle(settlement(one, { revision: 3 }), world.clock.now())).toBe(false)
  })

  it('writes the given audit entry in the commit that settles an arrival, once', async () => {
    const { one } = await stored()
    const settle = () => store.settle(settlement(one), world.clock.now(), admission(0))
    expect([await settle(), await settle()]).toEqual([true, false])
    expect(await entries()).toMatchObject([{ action: 'arrivals.admitted', after: { admitted: 0, held: 0 } }])
  })

  it('discards selected arrivals in batches, and none of another organization', async () => {
    const held: string[] = []
    for (const code of ['A', 'A', 'B']) held.push((await stored({ code })).one.id)
    const refused = await storedSoon({ code: 'A' })
    const all = { organizationId: own.organizationId, dataTableId: own.dataTableId }
    const discard = (which: ArrivalSelection, states: readonly DiscardableStatus[], most: number) =>
      world.container.get(UnitOfWork).run((tx) => tx.arrivals.discard(which, states, most))
    expect(await discard({ ...all, organizationId: own.dataTableId }, ['held'], 10)).toBe(0)
    expect(await discard({ ...all, code: 'A' }, ['held'], 1)).toBe(1)
    expect(await discard({ ...all, code: 'A' }, ['held'], 10)).toBe(1)
    expect(await discard({ ...all, arrivalIds: held }, ['refused'], 10)).toBe(0)
    expect(await discard(all, ['held', 'refused'], 10)).toBe(2)
    expect(await find(refused.id)).toBeNull()
  })

  it('keeps an arrival unchanged if the transaction that replaces or discards it fails', async () => {
    const { one } = await stored()
    const before = await find(one.id)
    if (before === null) throw new Error('It is kept')
    const all = { organizationId: own.organizationId, dataTableId: own.dataTableId }
    const units = world.container.get(UnitOfWork)
    const failing = (work: (tx: Transaction) => Promise<unknown>) =>
      units.run(async (tx) => {
        await work(tx)
        throw new Error('The entry in the audit log cannot be written')
      })
    await expect(failing((tx) => tx.arrivals.replace(before, null))).rejects.toThrow('audit')
    await expect(failing((tx) => tx.arrivals.replace(before, { ...before, code: 'B' }))).rejects.toThrow(
      'audit',
    )
    await expect(failing((tx) => tx.arrivals.discard(all, ['held'], 10))).rejects.toThrow('audit')
    expect(await find(one.id)).toEqual(before)
    expect(await units.run((tx) => tx.arrivals.replace(before, { ...before, code: 'B' }))).toBe(true)
    expect(await units.run((tx) => tx.arrivals.replace(before, null))).toBe(false)
    expect(await find(one.id)).toMatchObject({ code: 'B', revision: before.revision + 1 })
  })

  it('returns the bodies of given arrivals, newest first, and the used storage', async () => {
    const before = await store.room(own.organizationId)
    const [first, second] = [(await stored({})).one, (await stored({})).one]
    const both = [first.id, second.id]
    expect((await store.bodiesOf(own.organizationId, both)).map(({ id }) => id)).toEqual([
      second.id,
      first.id,
    ])
    expect(await store.bodiesOf(own.dataTableId, both)).toEqual([])
    expect((await store.room(own.organizationId)).heldBytes).toBeGreaterThan(before.heldBytes)
  })

  it('finds arrivals that were received and never finished, also if some of their records were added', async () => {
    const { one } = await stored({ status: 'received' })
    const at = world.clock.now().getTime()
    const found = async (ms: number) =>
      ids(await store.received(new Date(at + ms), 100)).filter((id) => id === one.id)
    expect([await found(0), await found(1)]).toEqual([[], [one.id]])
    const others = await store.received(new Date(at + 1), 100, new Set([own.dataTableId]))
    expect(ids(others)).not.toContain(one.id)
    const { one: second } = await stored({ status: 'received' })
    const oldest = ids(await store.received(new Date(at + 1), 100))
    const place = oldest.indexOf(one.id)
    expect(oldest.slice(place)).toEqual([one.id, second.id])
    expect(ids(await store.received(new Date(at + 1), 100, new Set(), one))).toEqual([second.id])
    const part = settlement(one, { status: 'received', heldPositions: [1] })
    expect(await store.settle(part, world.clock.now())).toBe(true)
    expect(await found(1)).toEqual([one.id])
    expect(await find(one.id)).toMatchObject({
      status: 'received',
      accepted: 2,
      body: { digest: one.body?.digest },
    })
  })

  it('finds unfinished arrivals of a test organization, whatever their time on its test clock', async () => {
    const testing = await createTenant(world)
    const { organizationId } = testing
    const later = new Date(world.clock.now().getTime() + 86_400_000)
    const one = heldArrival(world, testing, 1, {})
    await store.keep({ ...one, status: 'received', receivedAt: later }, null)
    const found = async () => ids(await store.received(world.clock.now(), 100)).includes(one.id)
    expect(await found()).toBe(false)
    await world.container.get(UnitOfWork).run((tx) => tx.testClocks.add(newTestClock(organizationId, later)))
    expect(await found()).toBe(true)
  })

  it('lists the newest first, with accepted arrivals in their places, and in pages', async () => {
    const { one } = await stored()
    for (const requestId of ['first', 'second']) await append(2, requestId)
    const refused = await storedSoon({ dataTableId: null, code: 'NOT_FOUND' })
    const list = async (filter: object = {}, limit = 10) =>
      (await pagesOf((page) => store.list(own.organizationId, { ...any, ...filter }, page), limit)).flat()
    const all = await list()
    expect(all.map(({ status }) => status).toSorted()).toEqual(['accepted', 'accepted', 'held', 'refused'])
    expect(await list({}, 1)).toEqual(all)
    expect(ids(await list({ status: 'held' }))).toEqual([one.id])
    expect(ids(await list({ code: 'NOT_FOUND' }))).toEqual([refused.id])
    expect(await list({ format: 'one', status: 'held' })).toHaveLength(1)
    const accepted = await list({ status: 'accepted', dataTableId: own.dataTableId })
    expect(accepted.map(({ requestId }) => requestId)).toEqual(['second', 'first'])
    expect(accepted[0]).toMatchObject({ records: 2, accepted: 2, apiKeyId: own.apiKeyId, code: null })
    expect(await store.accepted(own.organizationId, accepted[0]?.id ?? '')).toEqual({
      ...accepted[0],
      firstRecordId: expect.stringMatching(/^\d+$/),
    })
    expect(ids(await list({ source: 'apiKey' }))).toEqual(ids(accepted))
    expect(ids(await list({ source: 'webhookUrl' }))).toEqual([refused.id, one.id])
    expect(await list({ source: 'user' })).toEqual([])
    const { organizationId: other } = await createTenant(world)
    expect((await store.list(other, any, { limit: 10, after: null })).items).toEqual([])
    expect(await store.accepted(other, accepted[0]?.id ?? '')).toBeNull()
  })

  it('lists accepted arrivals in pages without a gap, also of a process whose clock is behind', async () => {
    for (const requestId of ['first', 'second', 'third']) {
      await append(1, requestId)
      world.clock.advance(-0.005)
    }
    world.clock.advance(0.015)
    for (const limit of [10, 1]) {
      const pages = await pagesOf((page) => store.list(own.organizationId, any, page), limit)
      expect(pages.flat().map(({ requestId }) => requestId)).toEqual(['third', 'second', 'first'])
    }
  })

  it('gives no later arrival the time of a process whose clock was wrong by more than a minute', async () => {
    const right = world.clock.now()
    for (const requestId of ['wrong', 'right']) {
      world.clock.advance(requestId === 'wrong' ? 86_400 : -86_400)
      await append(1, requestId)
    }
    const [pages] = await pagesOf((page) => store.list(own.organizationId, any, page), 10)
    expect(pages?.map(({ requestId, receivedAt }) => [requestId, receivedAt])).toEqual([
      ['wrong', new Date(right.getTime() + 86_400_000)],
      ['right', right],
    ])
  })

  it('deletes arrivals at the end of their retention', async () => {
    const before = world.clock.now()
    const { one } = await stored({ receivedAt: new Date(before.getTime() - 1) })
    const { one: later } = await stored()
    while (await store.clear({ arrivals: before, claims: before }));
    expect([await find(one.id), (await find(later.id))?.id]).toEqual([null, later.id])
  })

  it('reads the bodies of one organization, in order of arrival', async () => {
    const { one } = await stored({ body: bodyOf('{"n":1}') })
    const { one: two } = await stored({ body: bodyOf('{"n":2}') })
    await storedSoon({ body: null })
    const other = await createTenant(world)
    await stored({ organizationId: other.organizationId })
    const found: StoredArrival[] = []
    for await (const part of store.withBodies(own.organizationId)) found.push(...part)
    expect(found.map(plain)).toEqual([plain(one), plain(two)])
  })

  const replace = (one: StoredArrival, rest: StoredArrival | null) =>
    world.container.get(UnitOfWork).run((tx) => tx.arrivals.replace(one, rest))

  it('replaces a body by its remainder, or deletes the arrival, once', async () => {
    const { one } = await stored({ heldPositions: [0, 1] })
    const rest = {
      ...one,
      body: { ...bodyOf('[null]'), isPartlyErased: true },
      heldPositions: [1],
      recordsRoot: [{ all: true as const }],
      reasons: [],
    }
    expect(await replace(one, { ...rest, records: 1 })).toBe(true)
    expect(plain(await find(one.id))).toEqual(plain({ ...rest, records: 1, revision: 2 }))
    expect(await store.settle(settlement(one), world.clock.now())).toBe(false)
    expect(await replace(one, null)).toBe(false)
    expect(await replace({ ...one, revision: 2 }, null)).toBe(true)
    expect(await find(one.id)).toBeNull()
  })

  it('erases nothing of an arrival that was settled since it was read', async () => {
    const { one } = await stored()
    await store.settle(settlement(one), world.clock.now())
    expect(await replace(one, null)).toBe(false)
    expect(await find(one.id)).toMatchObject({ status: 'accepted' })
  })
})
