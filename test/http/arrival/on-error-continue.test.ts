import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi, lead, type Reply } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const period = '2026-11'

describe('ingest with onError "continue"', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let keys = 0

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    person = await signUp(api)
    own = await createWorkshop(person)
  })

  const send = (records: unknown, headers: Record<string, string> = {}, others: object = {}) =>
    api.ask('/api/v1/public/ingest', {
      method: 'POST',
      key: own.apiKey,
      json: { dataTableId: own.dataTableId, records, onError: 'continue', ...others },
      headers,
    })
  const names = async () =>
    (await person.do('GET', `/data-tables/${own.dataTableId}/records`)).items.map(
      ({ data }: { data: { name: string } }) => data.name,
    )
  const used = () => world.inspect.used(person.organizationId, 'records', period)
  const text = ({ body }: Reply) => JSON.stringify(body)
  const cy = { name: 'Cy', email: 'cy@example.com' }
  const dan = { name: 'Dan', email: 'dan@example.com' }
  const newKey = () => ({ 'idempotency-key': `key ${keys++}`.replace(' ', '-') })

  it('inserts the records that fit, in order, and reports each other one without its values', async () => {
    const reply = await send([
      { name: 'secret', Email: 'secret' },
      cy,
      { name: 'secret' },
      { name: ['secret'], email: { a: 'secret' } },
      'secret',
      null,
      [cy],
      dan,
    ])
    const errors = (index: number, ...items: object[]) =>
      items.map((item) => ({ pointer: `/records/${index}`, ...item }))
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        ok: true,
        inserted: 2,
        results: [
          {
            index: 0,
            ok: false,
            code: 'SCHEMA_MISMATCH',
            errors: errors(
              0,
              { code: 'UNKNOWN_COLUMN', column: 'Email', suggestion: 'email' },
              { code: 'MISSING_COLUMN', column: 'email' },
            ),
          },
          {
            index: 2,
            ok: false,
            code: 'SCHEMA_MISMATCH',
            errors: errors(2, { code: 'MISSING_COLUMN', column: 'email' }),
          },
          {
            index: 3,
            ok: false,
            code: 'VALIDATION_FAILED',
            errors: [
              { pointer: '/records/3/name', code: 'NESTED_VALUE', column: 'name' },
              { pointer: '/records/3/email', code: 'NESTED_VALUE', column: 'email' },
            ],
          },
          ...[4, 5, 6].map((index) => ({
            index,
            ok: false,
            code: 'VALIDATION_FAILED',
            errors: errors(index, { code: 'NOT_AN_OBJECT' }),
          })),
        ],
      },
    ])
    expect(text(reply)).not.toContain('secret')
    expect([await names(), await used()]).toEqual([['Ada', 'Grace', 'Cy', 'Dan'], 4])
  })

  it('returns an empty list if all records fit, and 0 inserted if none does', async () => {
    const all = await send([cy])
    expect([all.status, text(all)]).toEqual([200, '{"ok":true,"inserted":1,"results":[]}'])
    const none = await send([{}])
    expect([none.status, none.body]).toEqual([
      200,
      { ok: true, inserted: 0, results: [expect.objectContaining({ index: 0 })] },
    ])
    expect(await used()).toBe(3)
  })

  it('does not change answers if the option is absent', async () => {
    const refused = await send([cy, {}], {}, { onError: undefined })
    expect([refused.status, refused.body['code'], refused.body['results']]).toEqual([
      422,
      'SCHEMA_MISMATCH',
      undefined,
    ])
    expect(text(await send([cy], {}, { onError: undefined }))).toBe('{"ok":true,"inserted":1}')
    expect(await names()).toEqual(['Ada', 'Grace', 'Cy'])
  })

  it('answers a repeat like the first time, even after a change of the columns, and inserts nothing', async () => {
    for (const records of [[cy, {}], [{}], [dan]]) {
      const headers = newKey()
      const first = await send(records, headers)
      expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null])
      await person.do('POST', `/data-tables/${own.dataTableId}/columns`, { name: 'city' })
      const again = await send(records, headers)
      expect([again.status, text(again), again.headers.get('idempotency-replayed')]).toEqual([
        200,
        text(first),
        'true',
      ])
      expect((await send([cy], headers)).body['code']).toBe('IDEMPOTENCY_KEY_REUSED')
      await person.do('DELETE', `/data-tables/${own.dataTableId}/columns/city`)
    }
    expect([await names(), await used()]).toEqual([['Ada', 'Grace', 'Cy', 'Dan'], 4])
  })

  it('inserts once for 10 parallel requests with one key', async () => {
    const headers = newKey()
    const replies = await Promise.all(Array.from({ length: 10 }, () => send([cy, {}], headers)))
    expect(new Set(replies.map((reply) => `${reply.status} ${text(reply)}`)).size).toBe(1)
    expect(await names()).toEqual(['Ada', 'Grace', 'Cy'])
  })

  it('refuses all records if the plan has no room for the valid ones, and permits the same key again', async () => {
    await world.inspect.change({ used: { meter: 'records', period, amount: 49_999 } })
    const headers = newKey()
    const ask = (records: object[]) =>
      api.ingest([], {
        json: { dataTableId: world.demo.dataTableId, records, onError: 'continue' },
        headers,
      })
    const before = (await world.inspect.records(world.demo.dataTableId)).length
    const refused = await ask([lead(1), {}, lead(2)])
    expect([refused.status, refused.body]).toMatchObject([402, { code: 'PLAN_LIMIT', requested: 2 }])
    expect(await world.inspect.records(world.demo.dataTableId)).toHaveLength(before)
    const taken = await ask([lead(1), {}])
    expect([taken.status, taken.body['inserted']]).toEqual([200, 1])
  })

  it('reports updates on a table with match columns', async () => {
    await person.do('PATCH', `/data-tables/${own.dataTableId}`, {
      match: { columns: ['email'], onMatch: 'update' },
    })
    const headers = newKey()
    const sent = [{ ...cy, email: 'ADA@example.com' }, {}, dan]
    const first = await send(sent, headers)
    expect(first.body).toMatchObject({ inserted: 1, updated: 1, unchanged: 0, results: [{ index: 1 }] })
    expect((await send(sent, headers)).body).toEqual(first.body)
    expect((await send([{}])).body).toMatchObject({ inserted: 0, updated: 0, unchanged: 0 })
    expect(await names()).toEqual(['Cy', 'Grace', 'Dan'])
  })

  it("works with the table's own token", async () => {
    const { webhookUrl } = await person.do('GET', `/data-tables/${own.dataTableId}`)
    const path = new URL(webhookUrl).pathname
    const headers = newKey()
    const ask = () =>
      api.ask(path, { method: 'POST', json: { records: [cy, {}], onError: 'continue' }, headers })
    const first = await ask()
    expect([first.status, first.body]).toMatchObject([200, { inserted: 1, results: [{ index: 1 }] }])
    expect((await ask()).body).toEqual(first.body)
    expect(await names()).toEqual(['Ada', 'Grace', 'Cy'])
  })

  it('refuses a whole request that is not valid', async () => {
    for (const [records, others] of [
      [[], {}],
      ['none', {}],
      [Array.from({ length: 501 }, () => cy), {}],
      [[cy], { onError: 'stop' }],
      [[cy], { nope: 1 }],
    ] as const) {
      const reply = await send(records, {}, others)
      expect([reply.status, reply.body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    }
    const table = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Fresh' })
    expect((await send([cy], {}, { dataTableId: table.id })).body['code']).toBe('TABLE_HAS_NO_SCHEMA')
    expect((await send([cy], {}, { dataTableId: '01936f4e-ffff-7fff-8fff-ffffffffffff' })).status).toBe(404)
  })

  it('limits the number of errors in the answer to a request with many invalid records', async () => {
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, no) => [`column${no}`, no]))
    const { body } = await send(Array.from({ length: 500 }, () => wide))
    const results = body['results'] as { errors: unknown[] }[]
    expect(results).toHaveLength(500)
    expect(results[0]?.errors).toHaveLength(10)
    expect(results.flatMap(({ errors }) => errors)).toHaveLength(500)
  })
})
