import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { ClearOldArrivals } from '../../../src/use-cases/arrival/clear-old-arrivals.ts'
import { ForgetIdempotencyKeys } from '../../../src/use-cases/arrival/forget-idempotency-keys.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const mapping = {
  name: 'Webinar',
  match: { where: [], requires: [['email']] },
  root: [],
  fields: [
    { column: 'name', from: [{ path: ['first'] }], transform: [] },
    { column: 'email', from: [{ path: ['email'] }], transform: [] },
  ],
  action: 'insert',
}

describe('a delivery that is sent by several routes', () => {
  let world: World
  let api: Api
  let ada: Person
  let projectId: string
  let key: string
  let table: { id: string; path: string }

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    ada = await signUp(api)
    projectId = (await ada.do('POST', '/projects', { name: 'Leads' })).id
    key = (await ada.do('POST', '/api-keys', { name: 'CRM', scopes: ['ingest'] })).secret
  })
  afterAll(() => world.close())
  beforeEach(() => world.clock.set('2026-11-20T12:00:00.000Z'))

  async function open(acceptsAnyFormat: boolean, header = 'name,email'): Promise<void> {
    const { id } = await ada.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads' })
    await ada.import(id, `${header}\n`)
    const { webhookUrl } = await ada.do('PATCH', `/data-tables/${id}`, { acceptsAnyFormat })
    table = { id, path: new URL(webhookUrl).pathname }
  }

  const lead = (no: number) => ({ name: `Ada ${no}`, email: `ada${no}@example.com`, city: 'London' })
  const urlSend = (body: object, headers: Record<string, string>) =>
    api.ask(table.path, { method: 'POST', raw: JSON.stringify(body), headers })
  const keySend = (body: object, headers: Record<string, string>) =>
    api.ask('/api/v1/public/ingest', {
      method: 'POST',
      key,
      raw: JSON.stringify({ dataTableId: table.id, ...body }),
      headers,
    })
  const addCity = () => ada.do('POST', `/data-tables/${table.id}/columns`, { name: 'city' })
  const admit = async (which: object = { all: true }) => {
    await world.settle()
    return ada.do('POST', '/arrivals/admit', { dataTableId: table.id, ...which })
  }
  const records = () => world.inspect.records(table.id)
  const names = async () => (await records()).map((record) => String(record['name']))
  const sortedNames = async () => (await names()).toSorted((a, b) => a.localeCompare(b))
  const waiting = async () => {
    await world.settle()
    return (await ada.do('GET', `/arrivals?dataTableId=${table.id}&limit=200`)).items.filter(
      ({ status }: { status: string }) => status !== 'accepted',
    )
  }

  it('is refused if it is repeated with a revoked credential', async () => {
    await open(false, 'name,email,city')
    const { id, secret } = await ada.do('POST', '/api-keys', { name: 'Former CRM', scopes: ['ingest'] })
    const send = () =>
      api.ask('/api/v1/public/ingest', {
        method: 'POST',
        key: secret,
        raw: JSON.stringify({ dataTableId: table.id, records: [lead(1)] }),
        headers: { 'webhook-id': 'revoked' },
      })
    expect((await send()).status).toBe(201)
    expect((await send()).status).toBe(201)
    await ada.do('DELETE', `/api-keys/${id}`)
    expect((await send()).body).toMatchObject({ code: 'INVALID_API_KEY' })
    expect(await records()).toEqual([lead(1)])
  })

  describe.each([
    [true, 'by URL', 'webhook-id'],
    [true, 'by URL', 'svix-id'],
    [true, 'by URL', 'idempotency-key'],
    [true, 'by API key', 'idempotency-key'],
    [false, 'by URL', 'webhook-id'],
    [false, 'by URL', 'idempotency-key'],
    [false, 'by API key', 'idempotency-key'],
    [false, 'by API key', 'x-shopify-webhook-id'],
  ] as const)('into an %s table, %s, with %s', (acceptsAnyFormat, way, header) => {
    let delivery = 0
    const send = (body: object) =>
      (way === 'by URL' ? urlSend : keySend)(body, { [header]: `${acceptsAnyFormat}-${delivery}` })
    beforeEach(async () => {
      delivery++
      await open(acceptsAnyFormat)
    })

    it('is one record if it is held, repeated and then admitted', async () => {
      await send({ records: [lead(1)] })
      expect(await waiting()).toHaveLength(1)
      await addCity()
      const repeated = await send({ records: [lead(1)] })
      expect([200, 201]).toContain(repeated.status)
      expect(await records()).toEqual([lead(1)])
      expect(await admit()).toMatchObject({ admitted: 0, duplicate: 1, held: 0 })
      expect(await records()).toEqual([lead(1)])
    })

    it('is one record if it is admitted and then repeated, immediately or later', async () => {
      await send({ records: [lead(1), lead(2)] })
      await addCity()
      await Promise.all([admit(), admit(), send({ records: [lead(1), lead(2)] })])
      const { status, body } = await send({ records: [lead(1), lead(2)] })
      expect([status, body]).toEqual(
        acceptsAnyFormat
          ? [200, { ok: true, accepted: 0, held: 0, arrivalId: null, duplicate: 2 }]
          : [201, { ok: true, inserted: 2 }],
      )
      expect(await sortedNames()).toEqual(['Ada 1', 'Ada 2'])
    })

    it('is one record if it is accepted and then repeated, even many times at once', async () => {
      await addCity()
      await Promise.all(Array.from({ length: 20 }, () => send({ records: [lead(1), lead(2)] })))
      await send({ records: [lead(1), lead(2)] })
      expect(await records()).toHaveLength(2)
      const used = await world.inspect.used(ada.organizationId, 'records', '2026-11')
      await send({ records: [lead(1), lead(2)] })
      expect(await world.inspect.used(ada.organizationId, 'records', '2026-11')).toBe(used)
    })

    it('leaves the records of other deliveries unchanged', async () => {
      await addCity()
      const other = (no: number) =>
        (way === 'by URL' ? urlSend : keySend)(
          { records: [lead(7)] },
          { [header]: `${acceptsAnyFormat}-other-${no}` },
        )
      await Promise.all([other(1), other(2), other(3)])
      expect(await records()).toHaveLength(3)
    })
  })

  it('is recognized by its Idempotency-Key for longer than the answer of the key is kept', async () => {
    await open(false)
    const send = (no: number) => keySend({ records: [lead(no), lead(2)] }, { 'idempotency-key': 'kept' })
    await send(1)
    await addCity()
    expect((await send(1)).status).toBe(201)
    world.clock.set('2026-11-22T14:00:00.000Z')
    expect(await world.container.get(ForgetIdempotencyKeys).execute()).toBeGreaterThan(0)
    const { status, body } = await send(1)
    expect([status, body]).toEqual([201, { ok: true, inserted: 2 }])
    expect((await send(3)).body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    world.clock.set('2026-11-20T20:00:00.000Z')
    expect(await admit({ all: true, code: 'SCHEMA_MISMATCH' })).toMatchObject({ admitted: 0, duplicate: 2 })
    expect(await sortedNames()).toEqual(['Ada 1', 'Ada 2'])
  })

  it('is recognized after its key is forgotten, although a longer delivery came with the key', async () => {
    await open(true, 'name,email,city')
    const send = (...numbers: number[]) =>
      urlSend({ records: numbers.map(lead) }, { 'idempotency-key': 'longer' })
    expect((await send(1, 2)).body).toMatchObject({ accepted: 2 })
    world.clock.advance(3600)
    expect((await send(1, 2, 3)).body).toMatchObject({ accepted: 1, duplicate: 2 })
    world.clock.advance(48 * 3600)
    expect(await world.container.get(ForgetIdempotencyKeys).execute()).toBeGreaterThan(0)
    await send(1, 2)
    await send(1, 2, 3)
    expect(await sortedNames()).toEqual(['Ada 1', 'Ada 2', 'Ada 3'])
    // Expects that the contents of the records are still compared, so that another record is held.
    expect((await send(4, 2, 3)).body).toMatchObject({ held: 1, duplicate: 2 })
  })

  it('stores the missing records when it is repeated after a partial admission', async () => {
    await open(false)
    const { city: _, ...short } = lead(1)
    const body = { records: [short, lead(2)] }
    await urlSend(body, { 'webhook-id': 'w' })
    expect(await admit()).toMatchObject({ admitted: 1, held: 1 })
    await addCity()
    await ada.do('PATCH', `/data-tables/${table.id}`, { missingColumns: 'fill' })
    expect((await urlSend(body, { 'webhook-id': 'w' })).body).toEqual({ ok: true, inserted: 1 })
    expect((await urlSend(body, { 'webhook-id': 'w' })).body).toEqual({ ok: true, inserted: 2 })
    expect(await names()).toEqual(['Ada 1', 'Ada 2'])
  })

  it('stores its valid records once, whether or not a repeat leaves out the others', async () => {
    await open(false)
    const body = { records: [lead(1), { name: 'Ada 2', email: 'ada2@example.com' }], onError: 'continue' }
    expect((await urlSend(body, { 'webhook-id': 'w' })).body).toMatchObject({ inserted: 1 })
    await addCity()
    await ada.do('PATCH', `/data-tables/${table.id}`, { missingColumns: 'fill' })
    expect((await urlSend(body, { 'webhook-id': 'w' })).body).toMatchObject({ inserted: 1, results: [] })
    expect(await sortedNames()).toEqual(['Ada 1', 'Ada 2'])
  })

  it('counts as unchanged when it is repeated to a table with match columns', async () => {
    await open(false, 'name,email,city')
    await ada.do('PATCH', `/data-tables/${table.id}`, {
      match: { columns: ['email'], onMatch: 'update', newerBy: null },
    })
    const first = await urlSend({ records: [lead(1)] }, { 'webhook-id': 'w' })
    const again = await urlSend({ records: [lead(1)] }, { 'webhook-id': 'w' })
    expect(first.body).toEqual({ ok: true, inserted: 1, updated: 0, unchanged: 0 })
    expect(again.body).toEqual({ ok: true, inserted: 0, updated: 0, unchanged: 1 })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  it('is separate from a delivery with the same key by the other route', async () => {
    await open(false, 'name,email,city')
    await keySend({ records: [lead(1)] }, { 'idempotency-key': 'k' })
    await urlSend({ records: [lead(1)] }, { 'idempotency-key': 'k' })
    expect(await records()).toHaveLength(2)
  })

  describe('with different content under the same id', () => {
    it('is refused with an Idempotency-Key by a strict table, and kept', async () => {
      await open(false)
      await keySend({ records: [lead(1)] }, { 'idempotency-key': 'k2' })
      const { city: _, ...fixed } = lead(1)
      const repaired = await keySend({ records: [fixed] }, { 'idempotency-key': 'k2' })
      expect(repaired.status).toBe(201)
      const other = await keySend({ records: [{ ...fixed, name: 'Grace' }] }, { 'idempotency-key': 'k2' })
      expect([other.status, other.body['code']]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
      await addCity()
      await ada.do('PATCH', `/data-tables/${table.id}`, { missingColumns: 'fill' })
      // Tests that admitting all arrivals does not add the first, faulty version of the lead beside the repaired one.
      expect(await admit()).toMatchObject({ admitted: 0, held: 2, reasons: [{ code: 'DELIVERY_ID_REUSED' }] })
      expect(await records()).toHaveLength(1)
      const arrivalIds = (await waiting()).map(({ id }: { id: string }) => id)
      expect(await admit({ arrivalIds })).toMatchObject({ admitted: 2, held: 0 })
    })

    it('is a new delivery to a strict table, because a source may send the same id with every delivery', async () => {
      await open(false, 'name,email,city')
      for (const no of [1, 2, 2, 1, 3]) await urlSend({ records: [lead(no)] }, { 'webhook-id': 'constant' })
      expect(await names()).toEqual(['Ada 1', 'Ada 2', 'Ada 3'])
    })

    it('is held for a user’s decision in an open table, which gives the reason', async () => {
      await open(true, 'name,email,city')
      expect((await urlSend({ records: [lead(1)] }, { 'webhook-id': 'w' })).body).toMatchObject({
        accepted: 1,
      })
      const { body } = await urlSend({ records: [lead(2)] }, { 'webhook-id': 'w' })
      expect(body).toMatchObject({ accepted: 0, held: 1 })
      const [held] = await waiting()
      expect(held).toMatchObject({ id: body['arrivalId'], code: 'DELIVERY_ID_REUSED' })
      expect(await admit()).toMatchObject({ admitted: 0, held: 1 })
      expect(await admit({ arrivalIds: [held.id] })).toMatchObject({ admitted: 1 })
      expect(await records()).toHaveLength(2)
    })

    it('is held separately if the first delivery is held too', async () => {
      await open(true)
      for (const no of [1, 2, 1]) await urlSend({ records: [lead(no)] }, { 'webhook-id': 'w' })
      expect(await waiting()).toHaveLength(2)
    })
  })

  describe('that is read by a mapping', () => {
    const send = (body: object, headers: Record<string, string> = {}) => urlSend(body, headers)
    const map = (changes: object = {}) =>
      ada.do('POST', `/data-tables/${table.id}/mappings`, { ...mapping, ...changes })
    beforeEach(() => open(true))

    it('is a new delivery for another person, whatever id the body gives the event', async () => {
      await map()
      const registrant = (no: number) => ({
        event_id: 'webinar-42',
        first: `Ada ${no}`,
        email: `a${no}@x.test`,
      })
      for (const no of [1, 2, 1, 3]) await send(registrant(no))
      expect(await names()).toEqual(['Ada 1', 'Ada 2', 'Ada 3'])
    })

    it('is a repeat if only counters and sending times differ', async () => {
      await map()
      const attempt = (no: number) => ({
        eventId: 100,
        first: 'Ada',
        email: 'a@x.test',
        attemptNumber: no,
        sentAt: `2026-11-20T12:00:0${no}Z`,
        meta: { retry: no, timestamp: 1_700_000_000 + no },
      })
      for (const no of [0, 1, 2]) await send(attempt(no))
      expect(await records()).toHaveLength(1)
    })

    it('is stored for each change of a person whose id is in meta.id', async () => {
      await map({ root: ['current'], match: { where: [], requires: [] } })
      const change = (first: string) => ({
        meta: { id: 77, action: 'updated' },
        current: { first, email: 'a@x.test' },
      })
      for (const first of ['Ada', 'Augusta'])
        expect((await send(change(first))).body).toMatchObject({ accepted: 1 })
    })

    it('is held if the mapping names the id and the content differs', async () => {
      await map({ deliveryId: ['number'] })
      const of = (first: string) => ({ number: 5, first, email: 'a@x.test' })
      expect((await send(of('Ada'))).body).toMatchObject({ accepted: 1 })
      expect((await send(of('Ada'))).body).toMatchObject({ duplicate: 1 })
      expect((await send(of('Grace'))).body).toMatchObject({ accepted: 0, held: 1 })
      expect(await waiting()).toMatchObject([{ code: 'DELIVERY_ID_REUSED' }])
    })

    it('is another delivery after the duplicate window, although both are held and then admitted', async () => {
      const body = { first: 'Ada', email: 'a@x.test' }
      await send(body)
      world.clock.advance(15 * 60)
      await send(body)
      await map()
      expect(await admit()).toMatchObject({ admitted: 2 })
      expect(await records()).toHaveLength(2)
    })

    it('is recognized for as long as the first copy may be held', async () => {
      const body = { first: 'Ada', email: 'a@x.test' }
      await send(body, { 'webhook-id': 'w' })
      await map()
      world.clock.set('2026-11-20T20:00:00.000Z')
      expect((await send(body, { 'webhook-id': 'w' })).body).toMatchObject({ accepted: 1 })
      world.clock.set('2026-12-15T12:00:00.000Z')
      await world.container.get(ClearOldArrivals).execute(new AbortController().signal)
      world.clock.set('2026-11-20T20:00:00.000Z')
      expect(await admit()).toMatchObject({ admitted: 0, duplicate: 1 })
      expect(await records()).toHaveLength(1)
    })
  })
})
