import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi, type Reply } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('match columns over HTTP', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let table: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    await begin()
  })
  afterAll(() => world.close())

  const match = { columns: ['email'], onMatch: 'update' }
  /** Gives a test its own table of two records, Ada and Grace. */
  const begin = async () => {
    own = await createWorkshop(person)
    table = `/data-tables/${own.dataTableId}`
  }
  const beginMatched = async () => {
    await begin()
    await person.do('PATCH', table, { match })
  }
  const ingest = (records: object[], headers: Record<string, string> = {}) =>
    api.ask('/api/v1/public/ingest', {
      method: 'POST',
      key: own.apiKey,
      json: { dataTableId: own.dataTableId, records },
      headers,
    })
  const text = ({ body }: Reply) => JSON.stringify(body)
  const records = async () =>
    (await person.do('GET', `${table}/records`)).items.map(({ data }: { data: object }) => data)

  it('leave the answers of a table without match columns unchanged, to the byte', async () => {
    await begin()
    const reply = await ingest([{ name: 'Ada', email: 'Ada@Example.com' }])
    expect([reply.status, text(reply)]).toEqual([201, '{"ok":true,"inserted":1}'])
    expect(await person.do('GET', table)).toMatchObject({ match: null, defaultCountry: null })
  })

  it('lists the records that would be merged, and refuses match columns until merging is requested', async () => {
    await begin()
    await ingest([{ name: 'Ada', email: 'Ada@Example.com' }])
    const found = await person.do('GET', `${table}/match-preview?columns=email`)
    expect(found).toMatchObject({
      columns: [{ name: 'email', kind: 'email' }],
      groups: 1,
      records: 2,
      unmatched: 0,
      items: [{ records: 2, primary: { data: { name: 'Ada', email: 'Ada@Example.com' } }, merged: [{}] }],
    })
    const refused = await person.ask('PATCH', table, { match })
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'CONFLICT',
        groups: 1,
        records: 2,
        message: expect.stringContaining('merge'),
      }),
    ])
    const merged = await person.do('PATCH', table, { match, duplicates: 'merge' })
    expect(merged).toMatchObject({ match: { ...match, newerBy: null }, recordCount: 2 })
  })

  it('lists what happened to each ingested record, by key and by webhook URL', async () => {
    await beginMatched()
    const sent = [
      { name: 'Ann', email: 'ada@example.com' },
      { name: 'Grace', email: 'grace@example.com' },
      { name: 'Cy', email: 'cy@example.com' },
    ]
    const headers = { 'idempotency-key': 'once' }
    const first = await ingest(sent, headers)
    expect([first.status, text(first)]).toEqual([201, '{"ok":true,"inserted":1,"updated":1,"unchanged":1}'])
    const again = await ingest(sent, headers)
    expect([again.status, text(again), again.headers.get('idempotency-replayed')]).toEqual([
      201,
      text(first),
      'true',
    ])
    const { webhookUrl } = await person.do('GET', table)
    const path = new URL(webhookUrl).pathname
    const byUrl = await api.ask(path, { method: 'POST', json: { records: [sent[0], sent[0]] } })
    expect(text(byUrl)).toBe('{"ok":true,"inserted":0,"updated":0,"unchanged":2}')
    expect(await records()).toEqual([sent[0], sent[1], sent[2]])
  })

  it('lists what happened to the rows of a file', async () => {
    await beginMatched()
    await ingest([
      { name: 'Ann', email: 'ada@example.com' },
      { name: 'Cy', email: 'cy@example.com' },
    ])
    const { status, body } = await person.import(
      own.dataTableId,
      'name,email\nAda,ADA@example.com\nGrace,grace@example.com\nDan,dan@example.com\n',
    )
    expect([status, body]).toEqual([
      201,
      { inserted: 1, updated: 1, unchanged: 1, columns: ['name', 'email'] },
    ])
    expect((await person.do('GET', table)).recordCount).toBe(4)
  })

  it('does not trigger an updated record again', async () => {
    await beginMatched()
    await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await ingest([{ name: 'Ada L.', email: 'ada@example.com' }])
    const { jobId } = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await world.drain()
    expect((await person.do('GET', `/jobs/${jobId}`)).counts.total).toBe(0)
  })

  it.each([
    ['no columns', { match: { columns: [], onMatch: 'update' } }],
    ['more than five columns', { match: { columns: ['a', 'b', 'c', 'd', 'e', 'f'], onMatch: 'update' } }],
    ['one column twice', { match: { columns: ['email', 'email'], onMatch: 'update' } }],
    ['an unknown rule', { match: { columns: ['email'], onMatch: 'replace' } }],
    ['no rule', { match: { columns: ['email'] } }],
    ['a column that the table lacks', { match: { columns: ['e-mail'], onMatch: 'update' } }],
    ['an unknown column that orders the duplicates', { match: { ...match, newerBy: 'at' } }],
    ['an unknown country', { defaultCountry: 'XX' }],
    ['a country in words', { defaultCountry: 'Germany' }],
    ['an unknown treatment of duplicates', { match, duplicates: 'delete' }],
  ])('refuses %s', async (_what, json) => {
    const { status, body } = await person.ask('PATCH', table, json)
    expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
  })

  it.each([
    ['?columns=', 400],
    ['', 400],
    ['?columns=name,name', 400],
    ['?columns=nothing', 400],
    ['?columns=email&newerBy=at', 400],
    ['?columns=%5B%22name%22,%22email%22%5D', 200],
    ['?columns=name,%20email', 200],
  ])('answers a request for duplicates%s with %i', async (query, status) => {
    expect((await person.ask('GET', `${table}/match-preview${query}`)).status).toBe(status)
  })

  it('refuses match columns on a table that has no columns yet', async () => {
    const { id } = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Empty' })
    const { status, body } = await person.ask('PATCH', `/data-tables/${id}`, { match })
    expect([status, body['code']]).toEqual([409, 'TABLE_HAS_NO_SCHEMA'])
  })

  it('shows no table of another organization', async () => {
    const stranger = await signUp(api)
    expect((await stranger.ask('GET', `${table}/match-preview?columns=email`)).status).toBe(404)
    expect((await stranger.ask('PATCH', table, { match })).status).toBe(404)
  })

  it('removes the match columns, and then answers as before', async () => {
    await beginMatched()
    await person.do('PATCH', table, { match: null })
    expect(text(await ingest([{ name: 'Ada', email: 'ada@example.com' }]))).toBe('{"ok":true,"inserted":1}')
  })
})
