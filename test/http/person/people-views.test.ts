import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { addMember, createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the views of people', () => {
  let world: World
  let api: Api
  let ada: Person
  let workshop: Workshop

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    ada = await signUp(api)
    workshop = await createWorkshop(ada)
  })

  const save = (words: object) => ada.do('POST', '/people-views', words)
  const names = async (person = ada) =>
    (await person.do('GET', '/people-views')).items.map(({ name }: { name: string }) => name)

  it('keep a search, its filters, its order and its columns for all members', async () => {
    const filter = {
      q: 'ada',
      status: 'idle',
      dataTableId: workshop.dataTableId,
      source: 'import',
      sort: 'name',
    }
    const saved = await save({ name: 'Imported', filter, columns: ['company', 'createdAt'] })
    expect(saved).toEqual({
      id: expect.any(String),
      name: 'Imported',
      filter,
      columns: ['company', 'createdAt'],
      createdAt: expect.any(String),
    })
    const viewer = await addMember(api, world.container, ada.organizationId, 'viewer')
    expect(await viewer.do('GET', `/people-views/${saved.id}`)).toEqual(saved)
    expect(await names(viewer)).toEqual(['Imported'])
    const query = new URLSearchParams(saved.filter).toString()
    expect((await ada.do('GET', `/people?${query}`)).items).toMatchObject([{ email: 'ada@example.com' }])
  })

  it('are changed in part, with the filter as a whole, and deleted', async () => {
    const { id } = await save({ name: 'All', filter: { q: 'ada', status: 'idle' } })
    expect(await ada.do('PATCH', `/people-views/${id}`, { name: 'Waiting' })).toMatchObject({
      name: 'Waiting',
      filter: { q: 'ada', status: 'idle' },
      columns: null,
    })
    expect(await ada.do('PATCH', `/people-views/${id}`, { filter: { sort: 'email' } })).toMatchObject({
      name: 'Waiting',
      filter: { sort: 'email' },
    })
    await ada.do('DELETE', `/people-views/${id}`)
    expect(await names()).toEqual([])
    expect((await ada.ask('PATCH', `/people-views/${id}`, { name: 'Again' })).status).toBe(404)
  })

  it('are apart from the views of data tables', async () => {
    const { id } = await save({ name: 'People' })
    const table = `/data-tables/${workshop.dataTableId}/views`
    const { id: ofTable } = await ada.do('POST', table, { name: 'Records' })
    expect(await names()).toEqual(['People'])
    expect((await ada.do('GET', table)).items).toMatchObject([{ name: 'Records' }])
    for (const [method, path] of [
      ['GET', `/views/${id}`],
      ['PATCH', `/views/${id}`],
      ['DELETE', `/views/${id}`],
      ['GET', `/people-views/${ofTable}`],
      ['DELETE', `/people-views/${ofTable}`],
    ] as const)
      expect([
        method,
        path,
        (await ada.ask(method, path, method === 'PATCH' ? {} : undefined)).status,
      ]).toEqual([method, path, 404])
    expect(await names()).toEqual(['People'])
  })

  it('are refused for a foreign table, two kinds of source, and more than 50', async () => {
    const stranger = await createWorkshop(await signUp(api))
    const foreign = { name: 'Theirs', filter: { dataTableId: stranger.dataTableId } }
    expect((await ada.ask('POST', '/people-views', foreign)).status).toBe(404)
    const two = { name: 'Both', filter: { source: 'import', apiKeyId: workshop.apiKeyId } }
    expect((await ada.ask('POST', '/people-views', two)).status).toBe(400)
    for (let no = 0; no < 50; no++) await save({ name: `View ${no}` })
    expect((await ada.ask('POST', '/people-views', { name: 'One more' })).body).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('50'),
    })
  })

  it('of test mode are those of the test organization', async () => {
    await save({ name: 'Real' })
    await ada.do('POST', '/test-mode/enter')
    expect(await names()).toEqual([])
    await save({ name: 'Test' })
    expect(await names()).toEqual(['Test'])
    await ada.do('POST', '/test-mode/leave')
    expect(await names()).toEqual(['Real'])
  })
})
