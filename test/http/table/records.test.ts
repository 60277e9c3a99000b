import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('editing records by hand', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let path: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createWorkshop(person)
    path = `/data-tables/${own.dataTableId}`
    await person.do('POST', `${path}/columns`, { name: 'size', type: 'number' })
    await person.do('POST', `${path}/columns`, { name: 'stage', type: 'choice', options: ['new', 'won'] })
  })

  const records = async () => (await person.do('GET', `${path}/records`)).items
  const refusal = async (method: string, to: string, json?: object) => {
    const { status, body } = await person.ask(method, to, json)
    return [status, body['code'], body['message']]
  }

  it('changes the named cells, and leaves the others', async () => {
    const [first] = await records()
    const changed = await person.do('PATCH', `${path}/records/${first.id}`, { data: { size: '12' } })
    expect(changed).toEqual({ ...first, data: { ...first.data, size: '12' } })
    expect((await records())[0]).toEqual(changed)
  })

  it('refuses a cell that does not match the type of its column, and changes nothing', async () => {
    const [first] = await records()
    const to = `${path}/records/${first.id}`
    expect(await refusal('PATCH', to, { data: { size: 'large', name: 'Eve' } })).toEqual([
      400,
      'VALIDATION_FAILED',
      '"size" takes numbers, such as 42 or 3.5',
    ])
    expect(await refusal('PATCH', to, { data: { stage: 'lost' } })).toEqual([
      400,
      'VALIDATION_FAILED',
      '"stage" takes one of new, won',
    ])
    expect((await records())[0]).toEqual(first)
  })

  it('refuses an unknown column and an unknown record', async () => {
    const [first] = await records()
    expect(await refusal('PATCH', `${path}/records/${first.id}`, { data: { nmae: 'Eve' } })).toEqual([
      422,
      'SCHEMA_MISMATCH',
      expect.any(String),
    ])
    expect((await refusal('PATCH', `${path}/records/7`, { data: { name: 'Eve' } }))[0]).toBe(404)
  })

  it('adds a record with the given values', async () => {
    expect(await person.do('POST', `${path}/records`, { data: { name: 'Eve', stage: 'new' } })).toEqual({
      recordId: expect.any(String),
      inserted: 1,
    })
    expect((await records()).at(-1).data).toEqual({ name: 'Eve', email: null, size: null, stage: 'new' })
    expect((await refusal('POST', `${path}/records`, { data: { size: 'x' } }))[0]).toBe(400)
  })

  it('adds a record once if the request is repeated with the same Idempotency-Key', async () => {
    const before = (await records()).length
    const key = { headers: { 'idempotency-key': 'once' } }
    const add = (data: object) => person.ask('POST', `${path}/records`, { data }, key)
    const [first, repeated] = [await add({ name: 'Flo' }), await add({ name: 'Flo' })]
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(repeated.body).toEqual({ recordId: null, inserted: 1 })
    expect((await add({ name: 'Gus' })).body['code']).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await records()).toHaveLength(before + 1)
    // The key of another route is another key.
    const { webhookUrl } = await person.do('GET', path)
    const json = { records: [{ name: 'Hal', email: null, size: null, stage: null }] }
    const reply = await api.ask(new URL(webhookUrl).pathname, { method: 'POST', json, ...key })
    expect(reply.status).toBe(201)
    // A repeat gets the first answer even if the record would be refused.
    await person.do('PATCH', `${path}/columns/name`, { type: 'number' })
    expect((await add({ name: 'Flo' })).headers.get('idempotency-replayed')).toBe('true')
    await person.do('PATCH', `${path}/columns/name`, { type: 'text' })
  })

  it('permits sources to send values of any type, and counts those that do not match', async () => {
    await person.do('POST', `${path}/records`, { data: { name: 'Bo', size: '12' } })
    const sent = { name: 'Cy', email: 'cy@example.com', size: 'huge', stage: 'odd' }
    const json = { dataTableId: own.dataTableId, records: [sent] }
    const reply = await api.ask('/api/v1/public/ingest', { method: 'POST', key: own.apiKey, json })
    expect(reply.status).toBe(201)
    expect(await person.do('POST', `${path}/columns/size/preview-type`, { type: 'number' })).toEqual({
      filled: 2,
      mismatches: 1,
      samples: [{ recordId: expect.any(String), value: 'huge' }],
    })
    await person.do('PATCH', `${path}/columns/size`, { type: 'date' })
    expect((await records()).at(-1).data).toEqual(sent)
    const { columns } = await person.do('GET', path)
    expect(columns.find((column: { name: string }) => column.name === 'size')).toEqual({
      name: 'size',
      isMetadata: false,
      type: 'date',
    })
  })

  it('recognizes an edited record by its match columns, and creates no duplicates', async () => {
    await person.do('PATCH', path, { match: { columns: ['email'], onMatch: 'update' } })
    const [ada, grace] = await records()
    expect(
      await refusal('PATCH', `${path}/records/${ada.id}`, { data: { email: ' Grace@Example.com ' } }),
    ).toEqual([
      409,
      'CONFLICT',
      'Another record of the table already has the same "email"; nothing was changed',
    ])
    await person.do('PATCH', `${path}/records/${ada.id}`, { data: { email: 'ada@new.example' } })
    const json = {
      dataTableId: own.dataTableId,
      records: [{ ...ada.data, email: 'ada@new.example', name: 'Ada L' }],
    }
    const reply = await api.ask('/api/v1/public/ingest', { method: 'POST', key: own.apiKey, json })
    expect(reply.body).toEqual({ ok: true, inserted: 0, updated: 1, unchanged: 0 })
    const after = await records()
    expect(after[0].data.name).toBe('Ada L')
    expect(after[1]).toEqual(grace)
  })

  it('adds a record with a known key as an update, which keeps cells that the request omits', async () => {
    const { columns } = await person.do('GET', path)
    const added = async (data: object) => {
      const { inserted, updated } = await person.do('POST', `${path}/records`, { data })
      return [inserted, updated]
    }
    const [ada] = await records()
    const empty = Object.fromEntries(columns.map((column: { name: string }) => [column.name, null]))
    for (const missingColumns of ['reject', 'fill']) {
      const match = { columns: ['email'], onMatch: 'update' }
      await person.do('PATCH', path, { match, missingColumns })
      expect(await added({ email: ada.data.email })).toEqual([0, 0])
      expect((await records())[0]).toEqual(ada)
      const email = `${missingColumns}@example.com`
      expect(await added({ email })).toEqual([1, 0])
      expect((await records()).at(-1).data).toEqual({ ...empty, email })
    }
    expect(await added({ email: ada.data.email, name: null })).toEqual([0, 1])
    expect((await records())[0].data).toEqual({ ...ada.data, name: null })
    await person.do('PATCH', path, { match: null })
    expect(await added({ email: ada.data.email })).toEqual([1, undefined])
    expect((await records()).at(-1).data).toEqual({ ...empty, email: ada.data.email })
  })

  it('deletes several records at once, and returns their number', async () => {
    await person.do('POST', `${path}/records`, { data: { name: 'Eve' } })
    const before = await records()
    const ids = before.slice(0, 2).map(({ id }: { id: string }) => id)
    expect(await person.do('POST', `${path}/records/delete`, { ids: [...ids, '7'] })).toEqual({
      deleted: 2,
      deletionId: expect.any(String),
    })
    expect(await records()).toEqual(before.slice(2))
  })
})
