import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

let world: World
let api: Api
let person: Person

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
  person = await signUp(api)
  const { spinnerId } = await createWorkshop(person)
  await person.do('POST', `/spinners/${spinnerId}/jobs`)
  await world.drain()
})
afterAll(() => world.close())

it('GET /overview shows how the last day went, by the hours of the organization’s time zone', async () => {
  await person.do('PATCH', '/organization', { timeZone: 'Asia/Kathmandu' })
  const overview = await person.do('GET', '/overview')
  expect(overview).toMatchObject({
    range: '24h',
    timeZone: 'Asia/Kathmandu',
    isComplete: true,
    decisions: [],
  })
  expect(overview.parts).toHaveLength(24)
  expect(overview.parts[0].at).toMatch(/:15:00/)
  expect([overview.since, overview.totals.records]).toEqual([overview.parts[0].at, 2])
})

it.each([
  ['7d', 28],
  ['30d', 30],
])('GET /overview shows how the last %s went', async (range, most) => {
  const { parts, totals, jobs } = await person.do('GET', `/overview?range=${range}`)
  expect(parts.length).toBeLessThanOrEqual(most)
  expect([totals.records, jobs.running]).toEqual([2, 0])
})

it('GET /overview refuses an unknown range', async () => {
  expect((await person.ask('GET', '/overview?range=1y')).status).toBe(400)
})

it('GET /overview lists what waits for a decision', async () => {
  const other = await signUp(api)
  const { dataTableId } = await createWorkshop(other)
  await other.do('PATCH', `/data-tables/${dataTableId}`, { acceptsAnyFormat: true })
  const { webhookUrl, name } = await other.do('GET', `/data-tables/${dataTableId}`)
  await api.ask(new URL(webhookUrl).pathname, { method: 'POST', json: { lead: 'Eve' } })
  const { decisions } = await other.do('GET', '/overview')
  expect(decisions).toEqual([{ kind: 'held', dataTableId, name, count: 1 }])
})

it('GET /overview finds things by their names, and people who were written to', async () => {
  const { items } = await person.do('GET', '/search?q=ADA')
  expect(items).toEqual([
    {
      kind: 'person',
      id: 'ada@example.com',
      name: 'ada@example.com',
      description: null,
      at: null,
      dataTableId: null,
    },
  ])
  const other = await signUp(api)
  const { dataTableId } = await createWorkshop(other)
  const segment = await other.do('POST', `/data-tables/${dataTableId}/segments`, {
    name: 'Trial customers',
    where: { column: 'name', operator: 'exists' },
  })
  const { name } = await other.do('GET', `/data-tables/${dataTableId}`)
  expect((await other.do('GET', '/search?q=trial')).items).toEqual([
    { kind: 'segment', id: segment.id, name: 'Trial customers', description: name, at: null, dataTableId },
  ])
  expect((await person.do('GET', '/search?q=trial')).items).toEqual([])
  expect((await person.do('GET', '/search?q=%20%20')).items).toEqual([])
  expect((await person.ask('GET', '/search')).status).toBe(400)
})
