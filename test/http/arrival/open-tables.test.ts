import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { FinishArrivals } from '../../../src/use-cases/arrival/finish-arrivals.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

/** Returns a contact for the test as HubSpot's workflow action sends it. */
const foreign = (no: number | string) => ({
  'First Name': `Ada ${no}`,
  'Email Address': `ada${no}@example.com`,
})

const mapping = {
  name: 'HubSpot',
  match: { where: [], requires: [['Email Address']] },
  root: [],
  fields: [
    { column: 'name', from: [{ path: ['First Name'] }], transform: [] },
    { column: 'email', from: [{ path: ['Email Address'] }], transform: [{ do: 'lower' }] },
  ],
  action: 'insert',
}

describe('an open table', () => {
  let world: World
  let api: Api
  let ada: Person
  let projectId: string
  let table: { id: string; path: string }

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    ada = await signUp(api)
    projectId = (await ada.do('POST', '/projects', { name: 'Leads' })).id
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.set('2026-11-20T12:00:00.000Z')
    table = await tableOf({ acceptsAnyFormat: true })
  })

  async function tableOf(changes: object, header = 'name,email'): Promise<{ id: string; path: string }> {
    const { id } = await ada.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads' })
    if (header !== '') await ada.import(id, `${header}\n`)
    const { webhookUrl } = await ada.do('PATCH', `/data-tables/${id}`, changes)
    return { id, path: new URL(webhookUrl).pathname }
  }

  const post = (raw: string | Uint8Array, headers: Record<string, string> = {}) =>
    api.ask(table.path, { method: 'POST', raw, headers })
  const send = (json: unknown, headers: Record<string, string> = {}) => post(JSON.stringify(json), headers)
  const later = (ms: number) => world.clock.set(new Date(world.clock.now().getTime() + ms).toISOString())
  const records = () => world.inspect.records(table.id)
  /** Waits in the test before listing arrivals, because a refused arrival is stored shortly after its response. */
  const list = async (query = '') => {
    await world.settle()
    return (await ada.do('GET', `/arrivals?dataTableId=${table.id}${query}`)).items
  }
  const admit = (body: object = { all: true }) =>
    ada.do('POST', '/arrivals/admit', { dataTableId: table.id, ...body })
  const map = (changes: object = {}) =>
    ada.do('POST', `/data-tables/${table.id}/mappings`, { ...mapping, ...changes })
  const plain = (json: unknown) => JSON.parse(JSON.stringify(json)) as unknown

  it('takes no records of a body that names another table, although a record has its id', async () => {
    const { secret } = await ada.do('POST', '/api-keys', { name: 'CRM', scopes: ['ingest'] })
    const ingest = (json: object) =>
      api.ask('/api/v1/public/ingest', {
        method: 'POST',
        raw: JSON.stringify(json),
        headers: { authorization: `Bearer ${secret}` },
      })
    await map({ root: ['records', { all: true }], match: { where: [], requires: [] } })
    // Puts the facts about the open table into the cache, by which the next request would be tried.
    for (const no of [1, 2]) await ingest({ dataTableId: table.id, records: [foreign(no)] })
    const before = await records()
    const unknown = '01a20f96-f55b-71f3-903d-d8fa35aaf17b'
    const { body } = await ingest({
      records: [{ dataTableId: table.id, ...foreign(3) }],
      dataTableId: unknown,
    })
    expect(body['code']).toBe('NOT_FOUND')
    expect(before).toHaveLength(2)
    expect(await records()).toEqual(before)
  })

  describe('answers 200', () => {
    it('to records in Spindle’s own form, and stores them', async () => {
      const { status, body } = await send({ records: [{ name: 'Ada', email: 'a@example.com' }] })
      expect([status, body]).toEqual([200, { ok: true, accepted: 1, held: 0, arrivalId: null }])
      expect(await records()).toEqual([{ name: 'Ada', email: 'a@example.com' }])
    })

    it('to a body with valid and invalid records: it stores the former and holds the others with the reason', async () => {
      const good = { name: 'Ada', email: 'a@example.com' }
      const { status, body } = await send({
        records: [good, { name: 'Grace', mail: 'g@example.com' }, { name: 'Mary' }],
      })
      expect([status, body]).toEqual([200, { ok: true, accepted: 1, held: 2, arrivalId: expect.any(String) }])
      expect(await records()).toEqual([good])
      const [held] = await list('&status=held')
      expect(held).toMatchObject({ code: 'UNKNOWN_COLUMN', records: 3, accepted: 1 })
      expect(held.reasons).toEqual([
        expect.objectContaining({ code: 'UNKNOWN_COLUMN', column: 'mail', index: 1 }),
        expect.objectContaining({ code: 'MISSING_COLUMN', column: 'email', index: 1 }),
        expect.objectContaining({ code: 'MISSING_COLUMN', column: 'email', index: 2 }),
      ])
      expect(JSON.stringify(held.reasons)).not.toContain('g@example.com')
    })

    it('to a body of an unknown format in any content type', async () => {
      const bodies = [
        [JSON.stringify(foreign(1)), 'application/json'],
        ['contact%5Bemail%5D=ada%40example.com', 'application/x-www-form-urlencoded'],
        ['<lead><email>ada@example.com</email></lead>', 'text/xml'],
        ['name: Ada', 'text/plain'],
        ['{"name": "A "quoted" name"}', 'application/json'],
        [gzipSync('{"a":1}'), 'application/json', 'gzip'],
      ] as const
      for (const [raw, type, encoding] of bodies) {
        const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
        const { status, body } = await post(raw, headers)
        expect([status, body]).toMatchObject([200, { ok: true, accepted: 0, held: 1 }])
      }
      const codes = (await list()).map(({ code }: { code: string }) => code)
      expect(codes).toHaveLength(bodies.length)
      expect(new Set(codes)).toEqual(new Set(['UNKNOWN_FORMAT', 'MALFORMED_BODY']))
    })

    it('to records for which the plan has no room, and holds them until it has', async () => {
      await map()
      const { plan } = await ada.do('GET', '/organization')
      const limit = plan.limits.records
      const used = await world.inspect.used(ada.organizationId, 'records', '2026-11')
      const spend = (amount: number) =>
        world.container.get(UnitOfWork).run((tx) =>
          tx.plans.spend({
            organizationId: ada.organizationId,
            meter: 'records',
            period: '2026-11',
            amount,
          }),
        )
      expect(await spend(limit - used)).toBeNull()
      expect((await send(foreign(1))).body).toMatchObject({ accepted: 0, held: 1 })
      expect(await admit({ all: true, preview: true })).toMatchObject({
        admitted: 0,
        reasons: [{ code: 'PLAN_LIMIT', count: 1 }],
      })
      expect(await admit()).toMatchObject({ admitted: 0, held: 1 })
      expect((await list())[0]).toMatchObject({ code: 'PLAN_LIMIT', accepted: 0 })
      await spend(used - limit)
      expect(await admit()).toMatchObject({ admitted: 1, held: 0 })
    })

    it('to Salesforce in SOAP, with the acknowledgement that Salesforce expects', async () => {
      const soap =
        '<?xml version="1.0"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><notifications xmlns="http://soap.sforce.com/2005/09/outbound"><Notification><Id>04l1</Id><sObject><Email>a@example.com</Email></sObject></Notification></notifications></soapenv:Body></soapenv:Envelope>'
      const response = await fetch(api.url + table.path, {
        method: 'POST',
        headers: { 'content-type': 'text/xml; charset=UTF-8' },
        body: soap,
      })
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/xml; charset=utf-8',
      ])
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await response.text()).toContain('<Ack>true</Ack>')
      expect(await list('&status=held')).toHaveLength(1)
    })

    it('to a body for a table without columns, and holds it', async () => {
      table = await tableOf({ acceptsAnyFormat: true }, '')
      expect((await send(foreign(1))).body).toMatchObject({ held: 1 })
      expect((await list())[0]).toMatchObject({ code: 'TABLE_HAS_NO_SCHEMA' })
    })

    it('to a ping, and keeps nothing of it', async () => {
      for (const ping of [{}, { events: [] }, [], { event: 'ping' }]) {
        expect(await send(ping)).toMatchObject({ status: 200, body: { accepted: 0, held: 0 } })
      }
      expect(await list()).toEqual([])
    })

    it('by API key, to a body for the table in the URL', async () => {
      const key = await ada.do('POST', '/api-keys', { name: 'CRM', scopes: ['ingest'] })
      const path = `/api/v1/public/ingest?dataTableId=${table.id}`
      const reply = await api.ask(path, { method: 'POST', key: key.secret, json: foreign(1) })
      expect(reply).toMatchObject({ status: 200, body: { accepted: 0, held: 1 } })
      expect((await list())[0]).toMatchObject({ source: { kind: 'apiKey', apiKeyId: key.id } })
      const own = { dataTableId: table.id, records: [{ name: 'x' }] }
      const named = await api.ask('/api/v1/public/ingest', { method: 'POST', key: key.secret, json: own })
      expect(named).toMatchObject({ status: 200, body: { accepted: 0, held: 1 } })
    })
  })

  it('refuses a body that is larger than the maximum for held bodies', async () => {
    const { status } = await post(JSON.stringify({ text: 'x'.repeat(5 * 1024 * 1024) }))
    expect(status).toBe(413)
    expect((await list('&status=refused'))[0]).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  it('refuses a body just over the limit with the size, even if it is of an unknown format', async () => {
    const { status, body } = await send({ text: 'x'.repeat(4 * 1024 * 1024) })
    expect([status, body['code']]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(body['message']).toBe('The body is larger than 4,194,304 bytes')
    expect((await list('&status=refused'))[0]).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  it('holds a body whose compression differs from its header', async () => {
    for (const raw of [JSON.stringify(foreign(1)), gzipSync(JSON.stringify(foreign(2))).subarray(0, 40)]) {
      const { status, body } = await post(raw, { 'content-encoding': 'gzip' })
      expect([status, body]).toMatchObject([200, { accepted: 0, held: 1 }])
    }
    const [cutOff, unpacked] = await list('&status=held')
    expect([cutOff.code, unpacked.code]).toEqual(['UNREADABLE_ENCODING', 'UNREADABLE_ENCODING'])
    expect(await ada.do('GET', `/arrivals/${unpacked.id}`)).toMatchObject({
      contentEncoding: 'gzip',
      body: Buffer.from(JSON.stringify(foreign(1))).toString('base64'),
      bodyEncoding: 'base64',
    })
  })

  it('refuses the token of another table', async () => {
    table = { ...table, path: table.path.replace(/.{3}$/, 'xyz') }
    expect((await send(foreign(1))).status).toBe(401)
  })

  describe('with a mapping', () => {
    it('makes records of a foreign body before it answers', async () => {
      const { id } = await map()
      expect((await send(foreign(1))).body).toEqual({ ok: true, accepted: 1, held: 0, arrivalId: null })
      expect(await records()).toEqual([{ name: 'Ada 1', email: 'ada1@example.com' }])
      expect(id).toEqual(expect.any(String))
    })

    it('accepts the same bytes once within the window, and again after it', async () => {
      await ada.do('PATCH', `/data-tables/${table.id}`, { duplicateWindowSeconds: 60 })
      await map()
      await send(foreign(1))
      expect((await send(foreign(1))).body).toMatchObject({ accepted: 0, duplicate: 1 })
      later(61_000)
      expect((await send(foreign(1))).body).toMatchObject({ accepted: 1 })
      expect(await records()).toHaveLength(2)
    })

    it('accepts a delivery once in three days, by the id of its source', async () => {
      await map()
      await send(foreign(1), { 'webhook-id': 'msg_1' })
      later(72 * 60 * 60 * 1000)
      expect((await send(foreign(1), { 'webhook-id': 'msg_1' })).body).toMatchObject({ duplicate: 1 })
      expect(await records()).toHaveLength(1)
    })

    it('accepts one of many simultaneous deliveries with the same id', async () => {
      await map()
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => send(foreign(1), { 'webhook-id': 'msg_2' })),
      )
      expect(replies.reduce((sum, { body }) => sum + Number(body['accepted']), 0)).toBe(1)
      expect(await records()).toHaveLength(1)
    })

    it('counts the deliveries that it ignores, and stores no body', async () => {
      await map({ action: 'ignore' })
      expect((await send(foreign(1))).body).toMatchObject({ accepted: 0, held: 0, ignored: 1 })
      await world.settle()
      const [ignored] = await list('&status=ignored')
      expect((await ada.do('GET', `/arrivals/${ignored.id}`)).body).toBeNull()
    })

    it('stores valid records of a list of which one is held', async () => {
      await map({ root: [{ all: true }], match: { where: [], requires: [] } })
      const batch = [foreign(1), { 'First Name': { nested: true } }, foreign(3)]
      expect((await send(batch)).body).toMatchObject({ accepted: 2, held: 1 })
      expect((await list())[0]).toMatchObject({ records: 3, accepted: 2, code: expect.any(String) })
    })
  })

  describe('admits held arrivals', () => {
    it('in order of arrival, after a dry run that changes nothing', async () => {
      for (const no of [1, 2, 3]) await send(foreign(no))
      await send({ other: true })
      await map()
      const dry = {
        admitted: 3,
        held: 1,
        duplicate: 0,
        ignored: 0,
        reasons: [{ code: 'UNKNOWN_FORMAT', count: 1 }],
      }
      expect(await admit({ all: true, preview: true })).toEqual(dry)
      expect(await records()).toEqual([])
      expect(await admit()).toEqual(dry)
      expect(await records()).toEqual(
        [1, 2, 3].map((no) => ({ name: `Ada ${no}`, email: `ada${no}@example.com` })),
      )
      expect((await list('&status=held')).length).toBe(1)
      expect((await list('&status=accepted')).length).toBe(3)
      expect(await admit()).toMatchObject({ admitted: 0, held: 1 })
      expect(await records()).toHaveLength(3)
    })

    it('of one format, or a single one by its id', async () => {
      await send(foreign(1))
      const { arrivalId } = (await send(foreign(2))).body
      await map()
      expect(await admit({ arrivalIds: [arrivalId] })).toMatchObject({ admitted: 1, held: 0 })
      const [held] = await list('&status=held')
      expect(await admit({ format: held.format })).toMatchObject({ admitted: 1 })
      const whole = await ada.do('GET', `/arrivals/${String(arrivalId)}`)
      expect(whole).toMatchObject({ status: 'accepted', accepted: 1, body: null })
    })

    it('completely if the rest of a delivery fits now, and stores nothing of it twice', async () => {
      await send({ records: [{ name: 'Ada', email: 'a@example.com' }, { name: 'Grace' }] })
      await ada.do('PATCH', `/data-tables/${table.id}`, { missingColumns: 'fill' })
      expect(await admit()).toMatchObject({ admitted: 1, held: 0 })
      expect(await records()).toEqual([
        { name: 'Ada', email: 'a@example.com' },
        { name: 'Grace', email: null },
      ])
    })

    it('once, even if several users admit them while the delivery is repeated', async () => {
      for (let no = 0; no < 20; no++) await send(foreign(no))
      await map()
      await Promise.all([admit(), admit(), ...Array.from({ length: 20 }, (_, no) => send(foreign(no)))])
      const emails = (await records()).map(({ email }) => email)
      expect([emails.length, new Set(emails).size]).toEqual([20, 20])
    })

    it('once, if a delivery was repeated while it was held', async () => {
      await send(foreign(1))
      expect((await send(foreign(1))).body).toEqual({
        ok: true,
        accepted: 0,
        held: 0,
        arrivalId: null,
        duplicate: 1,
      })
      expect(await list()).toHaveLength(1)
    })

    it('and counts them on the meter then', async () => {
      const used = async () => world.inspect.used(ada.organizationId, 'records', '2026-11')
      const before = await used()
      await send(foreign('metered'))
      expect(await used()).toBe(before)
      await map()
      await admit()
      expect(await used()).toBe(before + 1)
    })

    it('but not for a user of another organization', async () => {
      await send(foreign(1))
      const eve = await signUp(api)
      const body = { dataTableId: table.id, all: true }
      expect((await eve.ask('POST', '/arrivals/admit', body)).status).toBe(404)
      expect((await eve.do('GET', `/arrivals?dataTableId=${table.id}`)).items).toEqual([])
      const [held] = await list()
      expect((await eve.ask('GET', `/arrivals/${held.id}`)).status).toBe(404)
    })
  })

  describe('a strict table', () => {
    beforeEach(async () => {
      table = await tableOf({})
    })

    it('refuses invalid bodies, and keeps them so that they can be admitted later', async () => {
      const refused = await send({ records: [{ name: 'Ada', mail: 'a@example.com' }] })
      expect([refused.status, refused.body['code']]).toEqual([422, 'SCHEMA_MISMATCH'])
      expect((await send(foreign(1))).status).toBe(400)
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const refusedForm = await post('First+Name=Ada&Email+Address=form%40example.com', form)
      expect([refusedForm.status, refusedForm.body['code']]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
      expect(refusedForm.body['message']).toContain('choose "Accept any format" in the console')
      const refusedArrivals = await list('&status=refused')
      expect(refusedArrivals.map(({ code }: { code: string }) => code)).toEqual([
        'UNSUPPORTED_MEDIA_TYPE',
        'VALIDATION_FAILED',
        'SCHEMA_MISMATCH',
      ])
      expect(refusedArrivals[2].reasons[0]).toMatchObject({
        code: 'UNKNOWN_COLUMN',
        column: 'mail',
        index: 0,
      })
      const whole = await ada.do('GET', `/arrivals/${refusedArrivals[0].id}`)
      expect(whole).toMatchObject({
        contentType: form['content-type'],
        body: 'First+Name=Ada&Email+Address=form%40example.com',
        bodyEncoding: 'utf8',
      })
      await map()
      expect(await admit()).toMatchObject({ admitted: 2, held: 1 })
      expect(await records()).toEqual([
        { name: 'Ada 1', email: 'ada1@example.com' },
        { name: 'Ada', email: 'form@example.com' },
      ])
    })

    it('gives the reason and the place in the body for each refused arrival', async () => {
      await send(foreign(1))
      await post('{"records": [')
      const [unreadable, other] = await list('&status=refused')
      expect(unreadable.reasons).toEqual([
        { code: 'MALFORMED_JSON', message: expect.stringContaining('The body cannot be read') },
      ])
      expect(other.reasons).toEqual([
        { code: 'REQUIRED', message: '/records is required' },
        { code: 'UNKNOWN_FIELD', message: '/First Name is not a field of this request' },
        { code: 'UNKNOWN_FIELD', message: '/Email Address is not a field of this request' },
      ])
    })

    it('shortens a long field name in the reason', async () => {
      await send({ [`${'k'.repeat(198)}😀`]: 1 })
      const [{ reasons }] = await list('&status=refused')
      expect(reasons.at(-1).message).toBe(`/${'k'.repeat(198)}… is not a field of this request`)
    })

    it('stores no header that contains a credential', async () => {
      await send(foreign(1), { cookie: 'a=b', 'x-hub-signature-256': 'sha256=00', 'x-shop': 'own' })
      await world.settle()
      const [stored] = await list()
      const { headers } = await ada.do('GET', `/arrivals/${stored.id}`)
      expect(headers).toMatchObject({ 'x-shop': 'own', 'content-type': 'application/json' })
      expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']))
      expect(JSON.stringify(plain(headers))).not.toContain('sha256')
    })

    it('lists accepted arrivals from the ledger', async () => {
      await send({ records: [{ name: 'Ada', email: 'a@example.com' }] }, { 'x-request-id': 'one-of-mine' })
      const [accepted] = await list()
      expect(accepted).toMatchObject({ status: 'accepted', records: 1, requestId: 'one-of-mine' })
      expect((await ada.do('GET', `/arrivals/${accepted.id}`)).status).toBe('accepted')
    })
  })

  describe('a webhook URL', () => {
    const get = (query = '', method = 'GET') => fetch(api.url + table.path + query, { method })

    it.each([false, true])(
      'answers the check whether it exists (acceptsAnyFormat: %s)',
      async (acceptsAnyFormat) => {
        await ada.do('PATCH', `/data-tables/${table.id}`, { acceptsAnyFormat })
        expect((await get()).status).toBe(200)
        expect((await get('', 'HEAD')).status).toBe(200)
        const token = table.path.split('/').at(-1) ?? ''
        const hub = (verify: string) =>
          get(`?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${verify}`)
        const challenged = await hub(token)
        expect([challenged.status, await challenged.text()]).toEqual([200, '1158201444'])
        expect(challenged.headers.get('content-type')).toBe('text/plain; charset=utf-8')
        expect(challenged.headers.get('x-content-type-options')).toBe('nosniff')
        expect((await hub('guessed')).status).toBe(403)
        expect(
          (await send({ challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P' })).body,
        ).toEqual({
          challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P',
        })
        const validated = await get('?validationToken=Validation-abc', 'POST')
        expect([validated.status, await validated.text()]).toEqual([200, 'Validation-abc'])
        const hooked = await send(
          {},
          { 'x-hook-secret': 'b537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53e81' },
        )
        expect([hooked.status, hooked.headers.get('x-hook-secret')]).toEqual([
          200,
          'b537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53e81',
        ])
        expect((await get('', 'POST')).status).toBe(200)
        await world.settle()
        expect(await list()).toEqual([])
      },
    )

    it('echoes no challenge that contains HTML', async () => {
      const text = encodeURIComponent('<script>alert(1)</script>')
      expect((await get(`?validationToken=${text}`, 'POST')).status).toBe(400)
    })

    it('answers 401 to a wrong token', async () => {
      table = { ...table, path: table.path.replace(/.{3}$/, 'xyz') }
      for (const reply of [get(), get('?validationToken=a', 'POST')]) expect((await reply).status).toBe(401)
      expect((await send({ challenge: 'a' })).status).toBe(401)
    })

    it('works beside the new URL for as long as the user chose', async () => {
      const old = table
      const rotated = await ada.do('POST', `/data-tables/${table.id}/webhook-url/rotate`, {
        graceSeconds: 60,
      })
      await send({ records: [{ name: 'Ada', email: 'a@example.com' }] })
      table = { ...table, path: new URL(rotated.webhookUrl).pathname }
      await send({ records: [{ name: 'Grace', email: 'g@example.com' }] })
      expect(await records()).toHaveLength(2)
      const { previousWebhookUrlUntil } = await ada.do('GET', `/data-tables/${table.id}`)
      expect(previousWebhookUrlUntil).toEqual(expect.any(String))
      later(61_000)
      table = old
      expect((await send({ records: [{ name: 'Mary', email: 'm@example.com' }] })).status).toBe(401)
      expect((await send(foreign(1))).status).toBe(401)
    })
  })

  it('has no arrival left to finish if every request was answered in time', async () => {
    await send(foreign(1))
    await world.container.get(FinishArrivals).execute(new AbortController().signal)
    expect(await list('&status=held')).toHaveLength(1)
  })
})
