import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the search for arrivals by time', () => {
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
    const { webhookUrl } = await person.do('GET', `/data-tables/${own.dataTableId}`)
    path = new URL(webhookUrl).pathname
    for (const hour of ['13', '14', '15']) {
      world.clock.set(`2026-11-20T${hour}:00:00.000Z`)
      const records = [{ name: `Of ${hour}`, email: `at${hour}@example.com` }]
      await api.ask(path, { method: 'POST', json: { records } })
      await api.ask(path, { method: 'POST', json: { lead: hour } })
    }
    await world.settle()
  })
  afterAll(() => world.close())

  const listed = async (query: string) => (await person.do('GET', `/arrivals?${query}`)).items

  it('lists arrivals before that time, and continues from page to page', async () => {
    const until = 'until=2026-11-20T14:30:00Z'
    const items = await listed(until)
    expect(items.length).toBeGreaterThan(2)
    expect(items[0].receivedAt).toMatch(/^2026-11-20T14:00/)
    const first = await person.do('GET', `/arrivals?${until}&limit=1`)
    const second = await person.do('GET', `/arrivals?${until}&limit=1&cursor=${first.nextCursor}`)
    expect([first.items[0].id, second.items[0].id]).toEqual([items[0].id, items[1].id])
  })

  it('refuses a time without a zone', async () => {
    expect((await person.ask('GET', '/arrivals?until=2026-11-20T14:30')).status).toBe(400)
  })

  it('shows the records of an accepted arrival', async () => {
    const accepted = (await listed('status=accepted&until=2026-11-20T14:30:00Z'))[0]
    const { recordIds } = await person.do('GET', `/arrivals/${accepted.id}`)
    const ids = recordIds.join()
    const { items } = await person.do('GET', `/data-tables/${own.dataTableId}/records?ids=${ids}`)
    expect(items.map(({ data }: { data: object }) => data)).toEqual([
      { name: 'Of 14', email: 'at14@example.com' },
    ])
    const refused = (await listed('status=refused'))[0]
    expect((await person.do('GET', `/arrivals/${refused.id}`)).recordIds).toEqual([])
  })
})
