import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a change of a kept arrival whose audit entry cannot be written', () => {
  let world: World
  let api: Api
  let ada: Person
  let tableId: string
  let arrivalId: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    ada = await signUp(api)
    const { id: projectId } = await ada.do('POST', '/projects', { name: 'Leads' })
    tableId = (await ada.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads' })).id
    await ada.import(tableId, 'name\n')
    const { webhookUrl } = await ada.do('PATCH', `/data-tables/${tableId}`, { acceptsAnyFormat: true })
    const json = { records: [{ name: 'Ada', city: 'London' }] }
    const { body } = await api.ask(new URL(webhookUrl).pathname, { method: 'POST', json })
    arrivalId = String(body['arrivalId'])
    await world.sql.query(`alter table audit_events add check (action not like 'arrival%') not valid`)
  })
  afterAll(() => world.close())

  const changes = [
    ['an edit', 'PATCH', () => `/arrivals/${arrivalId}`, { body: '{"records":[{"name":"Eve"}]}' }],
    ['a discard', 'DELETE', () => `/arrivals/${arrivalId}`, undefined],
    ['a discard of all arrivals', 'DELETE', () => `/arrivals?dataTableId=${tableId}&all=true`, undefined],
  ] as const

  it.each(changes)('is not made by %s', async (_, method, path, body) => {
    const read = () => ada.do('GET', `/arrivals/${arrivalId}`)
    const before = await read()
    expect((await ada.ask(method, path(), body)).status).toBe(500)
    expect(await read()).toEqual(before)
  })
})
