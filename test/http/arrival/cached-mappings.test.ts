import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const field = (column: string, key: string) => ({ column, from: [{ path: [key] }], transform: [] })

const mapping = {
  name: 'CRM',
  match: { where: [], requires: [['mail']] },
  root: [],
  fields: [field('name', 'full'), field('email', 'mail')],
  action: 'insert',
}

describe('an open table whose mappings are cached by a process', () => {
  let world: World
  let api: Api
  let ada: Person
  let table: { id: string; path: string }
  let mappingId: string
  let sent = 0

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    ada = await signUp(api)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    const projectId = (await ada.do('POST', '/projects', { name: 'Leads' })).id
    const { id } = await ada.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads' })
    await ada.import(id, 'name,email\n')
    const { webhookUrl } = await ada.do('PATCH', `/data-tables/${id}`, { acceptsAnyFormat: true })
    table = { id, path: new URL(webhookUrl).pathname }
    mappingId = (await ada.do('POST', `/data-tables/${id}/mappings`, mapping)).id
    // Tests that the first request looks up the mappings of the table, and the second uses the cached ones.
    for (const reply of [await send(), await send()]) expect(reply.body).toMatchObject({ accepted: 1 })
  })

  const send = (changes: object = {}, headers: Record<string, string> = {}) => {
    const json = { full: 'Ada', other: 'Grace', mail: `a${sent++}@example.com`, ...changes }
    return api.ask(table.path, { method: 'POST', raw: JSON.stringify(json), headers })
  }
  const change = (changes: object) => ada.do('PATCH', `/mappings/${mappingId}`, changes)
  const newest = async () => (await world.inspect.records(table.id)).at(-1)

  it('uses a changed mapping from the very next delivery', async () => {
    await change({ fields: [field('name', 'other'), field('email', 'mail')] })
    expect((await send()).body).toMatchObject({ accepted: 1 })
    expect(await newest()).toMatchObject({ name: 'Grace' })
  })

  it('uses a mapping that was placed before the cached one', async () => {
    await ada.do('POST', `/data-tables/${table.id}/mappings`, { ...mapping, action: 'ignore', position: 0 })
    expect((await send()).body).toMatchObject({ accepted: 0, ignored: 1 })
  })

  it('holds a delivery after its mapping was deleted', async () => {
    await ada.do('DELETE', `/mappings/${mappingId}`)
    expect((await send()).body).toMatchObject({ accepted: 0, held: 1 })
  })

  it('recognizes a repeat by the present mapping, and by no other', async () => {
    await change({ deliveryId: ['first'] })
    const one = { mail: 'a@example.com', first: 'same', second: 1 }
    expect((await send(one)).body).toMatchObject({ accepted: 1 })
    expect((await send({ ...one, retry: 1 })).body).toMatchObject({ accepted: 0, duplicate: 1 })
    expect((await send({ ...one, second: 2 })).body).toMatchObject({ accepted: 0, held: 1 })
    await change({ deliveryId: ['second'] })
    expect((await send({ ...one, second: 3 })).body).toMatchObject({ accepted: 1 })
    expect((await send({ ...one, second: 3, retry: 1 })).body).toMatchObject({ accepted: 0, duplicate: 1 })
    expect((await send({ ...one, first: 'other', second: 3 })).body).toMatchObject({ accepted: 0, held: 1 })
  })

  it('accepts one of many simultaneous deliveries with the same id', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => send({ mail: 'a@example.com' }, { 'webhook-id': 'the same' })),
    )
    expect(replies.reduce((sum, { body }) => sum + Number(body['accepted']), 0)).toBe(1)
    expect(replies.reduce((sum, { body }) => sum + Number(body['duplicate'] ?? 0), 0)).toBe(9)
  })

  it('refuses a foreign body as soon as it is strict', async () => {
    await ada.do('PATCH', `/data-tables/${table.id}`, { acceptsAnyFormat: false })
    expect((await send()).status).toBe(400)
    expect(await world.inspect.records(table.id)).toHaveLength(2)
  })

  it('requires a signature as soon as one is configured', async () => {
    const signature = { preset: 'typeform', secret: 'a secret that both sides know' }
    await ada.do('PATCH', `/data-tables/${table.id}`, { signature })
    expect((await send()).status).toBe(401)
  })

  it('accepts nothing with a revoked token, and does not say whether a delivery is a repeat', async () => {
    const known = { mail: 'known@example.com' }
    expect((await send(known)).body).toMatchObject({ accepted: 1 })
    await ada.do('POST', `/data-tables/${table.id}/webhook-url/rotate`, { graceSeconds: 0 })
    for (const reply of [await send(known), await send(known), await send()]) expect(reply.status).toBe(401)
  })

  it('accepts nothing with a revoked key, and does not say whether a delivery is a repeat', async () => {
    const { id, secret: key } = await ada.do('POST', '/api-keys', { name: 'Key', scopes: ['ingest'] })
    const json = { full: 'Ada', mail: 'by-key@example.com' }
    const path = `/api/v1/public/ingest?dataTableId=${table.id}`
    const byKey = () => api.ask(path, { method: 'POST', key, json })
    expect((await byKey()).body).toMatchObject({ accepted: 1 })
    expect((await byKey()).body).toMatchObject({ accepted: 0, duplicate: 1 })
    await ada.do('DELETE', `/api-keys/${id}`)
    for (const reply of [await byKey(), await byKey()]) expect(reply.status).toBe(401)
  })

  it('accepts nothing with a key of another organization, and does not say whether it is a repeat', async () => {
    const eve = await signUp(api)
    const { secret: key } = await eve.do('POST', '/api-keys', { name: 'Key', scopes: ['ingest'] })
    const json = { full: 'Ada', mail: 'of-ada@example.com' }
    await send(json)
    const path = `/api/v1/public/ingest?dataTableId=${table.id}`
    for (let times = 0; times < 2; times++)
      expect((await api.ask(path, { method: 'POST', key, json })).status).not.toBe(200)
    expect(await world.inspect.records(table.id)).toHaveLength(3)
  })
})
