import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../support/data/person.ts'
import { createWorld, type World } from '../support/world.ts'

describe('text that cannot be stored', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
  })
  afterAll(() => world.close())

  const inJson = (value: object) => encodeURIComponent(JSON.stringify(value))

  it.each<[string, (table: string) => string, string]>([
    ['a search', () => '/search?q=a%00', '#query/q'],
    ['the words of records', (table) => `${table}/records?q=%00`, '#query/q'],
    ['the column that orders them', (table) => `${table}/records?sort=%00`, '#query/sort'],
    [
      'a condition, as a JSON escape',
      (table) => `${table}/records?where=${inJson({ column: 'name', operator: 'equals', value: 'a\0' })}`,
      '#query/where/value',
    ],
    [
      'a condition, as half a surrogate pair',
      (table) => `${table}/records?where=${inJson({ column: 'name', operator: 'equals', value: '\uD800' })}`,
      '#query/where/value',
    ],
    ['a list of columns', (table) => `${table}/match-preview?columns=${inJson(['a\0'])}`, '#query/columns/0'],
  ])('is refused in %s', async (_what, path, pointer) => {
    const { status, body } = await person.ask('GET', path(`/data-tables/${own.dataTableId}`))
    expect([status, body['code'], body['errors']]).toMatchObject([
      400,
      'VALIDATION_FAILED',
      [{ pointer, code: 'WRONG_FORM', message: 'must not hold a NUL character or a lone surrogate' }],
    ])
  })

  it('is refused in a path', async () => {
    const path = `/data-tables/${own.dataTableId}/columns/a%00`
    const { status, body } = await person.ask('PATCH', path, { name: 'b' })
    expect([status, body['code'], body['errors']]).toMatchObject([
      400,
      'VALIDATION_FAILED',
      [{ pointer: '/name', code: 'WRONG_FORM' }],
    ])
  })

  it('is an unknown id in a path', async () => {
    expect((await person.ask('GET', '/data-tables/%00')).status).toBe(404)
  })

  it.each([
    ['a NUL', 'a\0'],
    ['half a surrogate pair', 'a\uDC00'],
  ])('is refused in the options of a file: %s', async (_what, name) => {
    const form = new FormData()
    form.append('options', JSON.stringify({ columns: [{ from: 'a', create: { name } }] }))
    form.append('file', new Blob(['a\n2\n']), 'x.csv')
    const { id } = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Files' })
    const response = await fetch(`${api.url}/api/v1/data-tables/${id}/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      body: form,
    })
    const body = (await response.json()) as Record<string, unknown>
    expect([response.status, body['code'], body['errors']]).toMatchObject([
      400,
      'VALIDATION_FAILED',
      [{ pointer: '#options/columns/0/create/name', code: 'WRONG_FORM' }],
    ])
  })
})
