import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a column that is renamed while its records are read', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let path: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
    path = `/data-tables/${own.dataTableId}`
  })
  afterAll(() => world.close())

  /** Renames a column just before the next records are read, after the request has read the table. */
  function renameBeforeRead(read: 'list' | 'some' | 'search' | 'matching', from: string, to: string) {
    const queries = world.container.get(RecordStore) as unknown as Record<
      typeof read,
      (...values: readonly unknown[]) => Promise<unknown>
    >
    queries[read] = async (...values) => {
      Reflect.deleteProperty(queries, read)
      await person.do('PATCH', `${path}/columns/${from}`, { name: to })
      return queries[read](...values)
    }
  }

  const where = encodeURIComponent(JSON.stringify({ column: 'name', operator: 'missing' }))
  const requests = [
    ['list', 'GET', '/records'],
    ['list', 'GET', '/records?order=desc'],
    ['some', 'GET', '/records?ids=1,2'],
    ['search', 'GET', `/records?where=${where}`],
    ['matching', 'GET', `/records/matching?where=${where}`],
    ['list', 'GET', '/match-preview?columns=name'],
    ['list', 'POST', '/columns/name/preview-type', { type: 'number' }],
  ] as const
  it.each(requests)('ends the read (%s) with CONFLICT: %s %s', async (...request) => {
    const [read, method, to, json] = request
    const before = await person.do(method, `${path}${to}`, json)
    renameBeforeRead(read, 'name', 'label')
    const { status, body } = await person.ask(method, `${path}${to}`, json)
    expect([status, body['code'], body['message']]).toEqual([
      409,
      'CONFLICT',
      'The table was changed while it was being read; send the request again',
    ])
    await person.do('PATCH', `${path}/columns/label`, { name: 'name' })
    expect(await person.do(method, `${path}${to}`, json)).toEqual(before)
  })

  it('ends the forecast of an import with CONFLICT', async () => {
    const csv = 'name,email\nEve,eve@example.com\n'
    const check = () =>
      api.ask(`/api/v1${path}/imports/preview`, {
        method: 'POST',
        key: person.token,
        raw: csv,
        headers: { 'content-type': 'text/csv' },
      })
    expect((await check()).status).toBe(200)
    renameBeforeRead('list', 'email', 'mail')
    expect((await check()).body['code']).toBe('CONFLICT')
    await person.do('PATCH', `${path}/columns/mail`, { name: 'email' })
    expect((await check()).status).toBe(200)
  })
})
