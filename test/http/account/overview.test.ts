import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp } from '../../support/data/person.ts'
import { stopTimers } from '../../support/time/stop-timers.ts'
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
    { kind: 'person', id: 'ada@example.com', name: 'ada@example.com', description: null, at: null },
  ])
  expect((await person.do('GET', '/search?q=%20%20')).items).toEqual([])
  expect((await person.ask('GET', '/search')).status).toBe(400)
})

it('GET /search/people finds people by any cell of their records in any table, each once', async () => {
  const other = await signUp(api)
  const { projectId } = await createWorkshop(other)
  const { id } = await other.do('POST', `/projects/${projectId}/data-tables`, { name: 'Fair' })
  const rows = ['Grace,Hopper,grace@example.com,1', 'Ida,Gracely,,+41225550101']
  await other.import(id, `First name,Last name,E-mail,Phone\n${rows.join('\n')}\n`)
  const find = (q: string) => other.do('GET', `/search/people?q=${encodeURIComponent(q)}`)
  const startTimers = stopTimers(world)
  const { items, hasMore } = await find('GRACE')
  startTimers()
  expect(hasMore).toBe(false)
  expect(items).toHaveLength(2)
  expect(items).toContainEqual({
    email: null,
    name: 'Ida Gracely',
    dataTableId: id,
    dataTable: 'Fair',
    recordId: expect.any(String),
  })
  expect(items).toContainEqual(expect.objectContaining({ email: 'grace@example.com' }))
  expect((await find('+4122555')).items).toMatchObject([{ name: 'Ida Gracely' }])
  expect((await find('hopper gr')).items).toMatchObject([
    { email: 'grace@example.com', name: 'Grace Hopper' },
  ])
  expect(await find('@')).toEqual({ items: [], nextCursor: null, hasMore: false })
  const stranger = await signUp(api)
  expect((await stranger.do('GET', '/search/people?q=grace')).items).toEqual([])
})

it('GET /search/people says that more people match than it returns', async () => {
  const other = await signUp(api)
  const project = await other.do('POST', '/projects', { name: 'Spring campaign' })
  const { id } = await other.do('POST', `/projects/${project.id}/data-tables`, { name: 'Many' })
  const rows = Array.from({ length: 9 }, (_, no) => `Twin,twin${no}@example.com`)
  await other.import(id, `name,email\n${rows.join('\n')}\n`)
  const { items, hasMore } = await other.do('GET', '/search/people?q=twin')
  expect([items.length, hasMore]).toEqual([8, true])
})
