import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi, type Reply } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const secret = 'what-typeform-signs-with'
const signed = (raw: string, key = secret) => ({
  'typeform-signature': `sha256=${createHmac('sha256', key).update(raw).digest('base64')}`,
})

describe('a table whose deliveries are signed', () => {
  let world: World
  let api: Api
  let ada: Person
  let projectId: string
  let table: { id: string; url: URL }

  let began: string

  beforeAll(async () => {
    world = await createWorld()
    began = world.clock.now().toISOString()
    api = await createApi(world)
    ada = await signUp(api)
    projectId = (await ada.do('POST', '/projects', { name: 'Leads' })).id
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.set(began)
    table = await tableOf({ signature: { preset: 'typeform', secret } })
  })

  async function tableOf(changes: object): Promise<{ id: string; url: URL }> {
    const { id } = await ada.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads' })
    await ada.import(id, 'name,email\n')
    const { webhookUrl } = await ada.do('PATCH', `/data-tables/${id}`, changes)
    return { id, url: new URL(webhookUrl) }
  }

  const own = JSON.stringify({ records: [{ name: 'Ada', email: 'ada@example.com' }] })
  const post = (raw: string, headers: Record<string, string> = {}, search = '') =>
    api.ask(`${table.url.pathname}${search}`, { method: 'POST', raw, headers })
  const said = ({ status, body }: Reply) => [status, body['code'] ?? body['inserted'] ?? body['accepted']]
  const records = () => world.inspect.records(table.id)
  /** Waits in the test before listing arrivals, because a refused arrival is stored shortly after its response. */
  const arrivals = async () => {
    await world.settle()
    return (await ada.do('GET', `/arrivals?dataTableId=${table.id}`)).items
  }

  it('accepts a signed delivery, and refuses an unsigned one with 401, whatever it contains', async () => {
    expect(said(await post(own, signed(own)))).toEqual([201, 1])
    for (const headers of [{}, signed(own, 'another secret'), signed(`${own} `)])
      expect(said(await post(own, headers))).toEqual([401, 'INVALID_SIGNATURE'])
    expect(said(await post('{"broken": ', {}))).toEqual([401, 'INVALID_SIGNATURE'])
    expect(said(await post('{"broken": ', signed('{"broken": ')))).toEqual([400, 'MALFORMED_JSON'])
    expect(await records()).toHaveLength(1)
    expect(await arrivals()).toEqual(
      expect.arrayContaining([expect.objectContaining({ status: 'refused', code: 'INVALID_SIGNATURE' })]),
    )
  })

  describe('the handshake of a source', () => {
    const key = 'the secret of the app'
    const hex = (text: string) => createHmac('sha256', key).update(text).digest('hex')
    const of = async (preset: string) => {
      table = await tableOf({ acceptsAnyFormat: true, signature: { preset, secret: key } })
    }

    it('answers Zoom with the HMAC of its token, and stores no record', async () => {
      await of('zoom')
      const plainToken = 'qgg8vlvZRS6UYooatFL8Aw'
      const requested = JSON.stringify({
        payload: { plainToken },
        event_ts: 1,
        event: 'endpoint.url_validation',
      })
      const answer = await post(requested)
      expect([answer.status, answer.body]).toEqual([200, { plainToken, encryptedToken: hex(plainToken) }])
      const forged = JSON.stringify({
        event: 'endpoint.url_validation',
        payload: { plainToken: `v0:${Math.floor(world.clock.now().getTime() / 1000)}:{}` },
      })
      expect(said(await post(forged))).toEqual([401, 'INVALID_SIGNATURE'])
      expect(await records()).toEqual([])
    })

    it('answers Slack with its challenge, and then requires signed deliveries', async () => {
      await of('slack')
      const requested = {
        token: 'x',
        challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmd',
        type: 'url_verification',
      }
      expect((await post(JSON.stringify(requested))).body).toEqual({ challenge: requested.challenge })
      const time = String(Math.floor(world.clock.now().getTime() / 1000))
      const sent = JSON.stringify({ records: [{ name: 'Ada', email: 'ada@example.com' }] })
      const headers = {
        'x-slack-request-timestamp': time,
        'x-slack-signature': `v0=${hex(`v0:${time}:${sent}`)}`,
      }
      expect((await post(sent)).status).toBe(401)
      expect((await post(sent, headers)).status).toBeLessThan(300)
      expect(await records()).toHaveLength(1)
    })

    it('answers the unsigned handshake of WooCommerce', async () => {
      await of('woocommerce')
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      expect((await post('webhook_id=12', form)).status).toBe(200)
      expect((await post('webhook_id=12&email=ada%40example.com', form)).status).toBe(401)
    })

    it('checks the secret in the URL of Mailchimp, and does not store the secret', async () => {
      await of('mailchimp')
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const sent = 'type=subscribe&data%5Bemail%5D=ada%40example.com'
      expect((await post(sent, form)).status).toBe(401)
      expect((await post(sent, form, `?secret=${encodeURIComponent(key)}&list=7`)).status).toBe(200)
      const held = (await arrivals()).find((arrival: { status: string }) => arrival.status === 'held')
      expect((await ada.do('GET', `/arrivals/${held.id}`)).query).toEqual({ list: '7' })
    })
  })

  it('requires a signature for requests with onError "continue" too', async () => {
    const partly = JSON.stringify({
      records: [{ name: 'Ada', email: 'ada@example.com' }, 1],
      onError: 'continue',
    })
    expect(said(await post(partly))).toEqual([401, 'INVALID_SIGNATURE'])
    expect(said(await post(partly, signed(partly)))).toEqual([200, 1])
  })

  it('requires no signature for requests by API key', async () => {
    const { secret: key } = await ada.do('POST', '/api-keys', { name: 'Key', scopes: ['ingest'] })
    const json = { dataTableId: table.id, records: [{ name: 'Ada', email: 'ada@example.com' }] }
    const { status } = await api.ask('/api/v1/public/ingest', { method: 'POST', key, json })
    expect(status).toBe(201)
  })

  it('refuses unsigned deliveries from the very next one, even if the process has cached the table', async () => {
    await ada.do('PATCH', `/data-tables/${table.id}`, { signature: null })
    expect(said(await post(own))).toEqual([201, 1])
    await ada.do('PATCH', `/data-tables/${table.id}`, { signature: { preset: 'typeform', secret } })
    expect(said(await post(own))).toEqual([401, 'INVALID_SIGNATURE'])
  })

  it('accepts the very next delivery that is signed with a new secret, and refuses the old secret', async () => {
    expect(said(await post(own, signed(own)))).toEqual([201, 1])
    const key = 'the new secret of typeform'
    await ada.do('PATCH', `/data-tables/${table.id}`, { signature: { preset: 'typeform', secret: key } })
    const next = own.replaceAll('Ada', 'Augusta')
    expect(said(await post(next, signed(next, key)))).toEqual([201, 1])
    expect(said(await post(next, signed(next)))).toEqual([401, 'INVALID_SIGNATURE'])
    await ada.do('PATCH', `/data-tables/${table.id}`, { signature: null })
    const unsigned = own.replaceAll('Ada', 'Grace')
    expect(said(await post(unsigned))).toEqual([201, 1])
  })

  it('does not replay the first answer to a caller without a signature', async () => {
    const again = { 'idempotency-key': 'once' }
    expect(said(await post(own, { ...signed(own), ...again }))).toEqual([201, 1])
    expect(said(await post(own, again))).toEqual([401, 'INVALID_SIGNATURE'])
  })

  it('can hold unsigned deliveries until a user admits them by id', async () => {
    await ada.do('PATCH', `/data-tables/${table.id}`, { onBadSignature: 'hold' })
    const { status, body } = await post(own)
    expect([status, body]).toEqual([200, { ok: true, accepted: 0, held: 1, arrivalId: expect.any(String) }])
    expect((await post(own)).body).toMatchObject({ held: 0, duplicate: 1 })
    const other = own.replaceAll('Ada', 'Augusta')
    expect(said(await post(other, signed(other)))).toEqual([201, 1])
    expect(await arrivals()).toEqual(
      expect.arrayContaining([expect.objectContaining({ status: 'held', code: 'UNVERIFIED' })]),
    )
    const admit = (which: object) => ada.do('POST', '/arrivals/admit', { dataTableId: table.id, ...which })
    expect(await admit({ all: true })).toMatchObject({ admitted: 0, held: 1 })
    expect(await records()).toHaveLength(1)
    expect(await admit({ arrivalIds: [body['arrivalId']] })).toMatchObject({ admitted: 1, held: 0 })
    expect(await records()).toHaveLength(2)
  })

  it('admits refused unsigned deliveries only by id, and proposes no mapping from them', async () => {
    const raw = JSON.stringify({ 'E-Mail': 'eve@example.com' })
    expect(said(await post(own))).toEqual([401, 'INVALID_SIGNATURE'])
    expect(said(await post(raw))).toEqual([401, 'INVALID_SIGNATURE'])
    const [foreign, forged] = await arrivals()
    const admit = (which: object) => ada.do('POST', '/arrivals/admit', { dataTableId: table.id, ...which })
    for (const which of [{ all: true }, { code: 'INVALID_SIGNATURE' }, { format: forged.format }])
      for (const preview of [true, false]) expect((await admit({ ...which, preview })).admitted).toBe(0)
    const edited = await ada.do('PATCH', `/arrivals/${forged.id}`, { body: own })
    expect(edited).toMatchObject({ code: 'INVALID_SIGNATURE' })
    expect(await admit({ all: true })).toMatchObject({
      admitted: 0,
      held: 2,
      reasons: [{ code: 'INVALID_SIGNATURE', count: 2 }],
    })
    expect(await records()).toEqual([])

    const propose = (which: object) => ada.ask('POST', `/data-tables/${table.id}/mappings/propose`, which)
    for (const which of [{}, { format: foreign.format }])
      expect(said(await propose(which))).toEqual([404, 'NOT_FOUND'])
    expect((await propose({ arrivalIds: [foreign.id] })).status).toBe(200)
    expect(await admit({ arrivalIds: [forged.id] })).toMatchObject({ admitted: 1 })
    expect(await records()).toHaveLength(1)
  })

  it('accepts a signed delivery beside an unsigned copy of it, and does not admit the copy afterwards', async () => {
    await ada.do('PATCH', `/data-tables/${table.id}`, { onBadSignature: 'hold' })
    const { arrivalId } = (await post(own)).body
    expect(said(await post(own, signed(own)))).toEqual([201, 1])
    const admitted = await ada.do('POST', '/arrivals/admit', {
      dataTableId: table.id,
      arrivalIds: [arrivalId],
    })
    expect(admitted).toMatchObject({ admitted: 0, duplicate: 1 })
    expect(await records()).toHaveLength(1)
  })

  it('recognizes a delivery without a signed time for a day, whatever id its copy has', async () => {
    expect(said(await post(own, signed(own)))).toEqual([201, 1])
    world.clock.set(new Date(world.clock.now().getTime() + 23 * 60 * 60 * 1000).toISOString())
    for (const headers of [{}, { 'webhook-id': 'msg_other' }, { 'idempotency-key': 'other' }]) {
      const { status, body, headers: answered } = await post(own, { ...signed(own), ...headers })
      expect([status, body]).toEqual([201, { ok: true, inserted: 1 }])
      expect(answered.get('idempotency-replayed')).toBe('true')
    }
    expect(await records()).toHaveLength(1)
  })

  it('counts a replay within five minutes of its signed time as a repeat', async () => {
    const key = Buffer.from('a-key-of-standard-webhooks')
    table = await tableOf({
      signature: { preset: 'standardWebhooks', secret: `whsec_${key.toString('base64')}` },
    })
    const time = String(Math.floor(world.clock.now().getTime() / 1000))
    const headersOf = (id: string) => ({
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${time}.${own}`).digest('base64')}`,
    })
    expect(said(await post(own, headersOf('msg_1')))).toEqual([201, 1])
    await post(own, headersOf('msg_1'))
    await post(own, { ...headersOf('msg_1'), 'idempotency-key': 'another' })
    expect(await records()).toHaveLength(1)
    // Tests that the signature covers the delivery id: a request with another id is another delivery, even with
    // the same body.
    expect(said(await post(own, headersOf('msg_2')))).toEqual([201, 1])
    expect(await records()).toHaveLength(2)

    table = await tableOf({ signature: { preset: 'stripe', secret } })
    const signature = createHmac('sha256', secret).update(`${time}.${own}`).digest('hex')
    const stripe = { 'stripe-signature': `t=${time},v1=${signature}` }
    await post(own, stripe)
    await post(own, { ...stripe, 'webhook-id': 'msg_3' })
    expect(await records()).toHaveLength(1)
  })

  it('verifies the signature over the URL that it gave to the source', async () => {
    table = await tableOf({ signature: { preset: 'hubspotV3', secret } })
    const search = '?source=hubspot'
    const time = String(world.clock.now().getTime())
    const base = `POST${table.url.href}${search}${own}${time}`
    const headers = {
      'x-hubspot-request-timestamp': time,
      'x-hubspot-signature-v3': createHmac('sha256', secret).update(base).digest('base64'),
    }
    expect(said(await post(own, headers, search))).toEqual([201, 1])
    expect(said(await post(own, headers, '?source=other'))).toEqual([401, 'INVALID_SIGNATURE'])
  })

  it('answers a handshake before it requires a signature', async () => {
    expect((await post(JSON.stringify({ challenge: 'abc' }))).body).toEqual({ challenge: 'abc' })
  })

  describe('with automatic mapping', () => {
    const body = JSON.stringify({ 'Full name': 'Ada Lovelace', 'E-Mail': 'ada@example.com', size: 3 })
    const mappings = async () => (await ada.do('GET', `/data-tables/${table.id}/mappings`)).items

    it('creates a mapping once if each column has one clear candidate, and records that it did so', async () => {
      table = await tableOf({ acceptsAnyFormat: true, mapsAutomatically: true })
      expect((await post(body)).body).toMatchObject({ accepted: 1, held: 0 })
      expect((await post(body.replaceAll('Ada', 'Augusta'))).body).toMatchObject({ accepted: 1 })
      expect(await records()).toContainEqual({ name: 'Ada Lovelace', email: 'ada@example.com' })
      expect(await mappings()).toMatchObject([{ name: 'Created from the first delivery', version: 1 }])
    })

    it('holds an ambiguous delivery, and a delivery to a table without automatic mapping', async () => {
      table = await tableOf({ acceptsAnyFormat: true, mapsAutomatically: true })
      expect((await post(JSON.stringify({ 'E-Mail': 'ada@example.com' }))).body).toMatchObject({ held: 1 })
      table = await tableOf({ acceptsAnyFormat: true })
      expect((await post(body)).body).toMatchObject({ held: 1 })
      expect(await mappings()).toEqual([])
    })

    it('proposes a mapping from held deliveries of one format', async () => {
      table = await tableOf({ acceptsAnyFormat: true })
      const { arrivalId } = (await post(body)).body
      const [{ format }] = await arrivals()
      for (const which of [{ format }, { arrivalIds: [arrivalId] }, {}]) {
        const proposal = await ada.do('POST', `/data-tables/${table.id}/mappings/propose`, which)
        expect(proposal).toMatchObject({
          columns: [
            { column: 'name', path: ['Full name'], samples: ['Ada Lovelace'] },
            { column: 'email', path: ['E-Mail'] },
          ],
          unmapped: [{ path: ['size'], samples: [3] }],
          wouldAdmit: 1,
          wouldHold: 0,
        })
      }
    })
  })
})
