import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a short list that the service reads as a whole', () => {
  let world: World
  let api: Api
  let owner: Person

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    owner = await signUp(api)
  })
  afterAll(() => world.close())

  it('has all items on one page by default', async () => {
    const { items, nextCursor } = await owner.do('GET', '/events/types')
    expect(items.length).toBeGreaterThan(10)
    expect(nextCursor).toBeNull()
  })

  it('is read page by page with a limit, each item once', async () => {
    const { items: all } = await owner.do('GET', '/events/types')
    const read: unknown[] = []
    let path: string | null = '/events/types?limit=7'
    while (path !== null) {
      const page = await owner.do('GET', path)
      expect(page.items.length).toBeLessThanOrEqual(7)
      read.push(...page.items)
      path = page.nextCursor === null ? null : `/events/types?limit=7&cursor=${page.nextCursor}`
    }
    expect(read).toEqual(all)
  })

  it.each([
    ['limit=0', '#query/limit'],
    ['limit=201', '#query/limit'],
    ['cursor=x', '#query/cursor'],
  ])('refuses %s and names the parameter', async (query, pointer) => {
    const { status, body } = await owner.ask('GET', `/members?${query}`)
    expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    expect(body['errors']).toEqual([expect.objectContaining({ pointer })])
  })
})
