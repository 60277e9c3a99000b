import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi, statuses } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('an edit with If-Match', () => {
  let world: World
  let api: Api
  let owner: Person
  let workshop: Workshop

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world, { selfServePlans: true })
    owner = await signUp(api)
    workshop = await createWorkshop(owner)
  })
  afterAll(() => world.close())

  const indexes = () => `/data-tables/${workshop.dataTableId}/indexes`
  /** The path of each edit, the path that returns its ETag, and the bodies of two edits. */
  const edits: Readonly<
    Record<string, () => readonly [method: string, path: string, of: string, a: object, b: object]>
  > = {
    'organization.update': () => ['PATCH', '/organization', '/organization', { name: 'A' }, { name: 'B' }],
    'organization.setPlan': () => [
      'PUT',
      '/organization/plan',
      '/organization',
      { planId: 'growth' },
      { planId: 'free' },
    ],
    'profile.update': () => ['PATCH', '/profile', '/profile', { name: 'A' }, { name: 'B' }],
    'projects.update': () => {
      const path = `/projects/${workshop.projectId}`
      return ['PATCH', path, path, { name: 'A' }, { name: 'B' }]
    },
    'indexes.set': () => [
      'PUT',
      indexes(),
      indexes(),
      { columns: ['email'], words: false },
      { columns: ['name'], words: false },
    ],
  }

  it.each(Object.keys(edits))('is refused for one of two at once: %s', async (operationId) => {
    const [method, path, of, a, b] = edits[operationId]?.() ?? ['', '', '', {}, {}]
    const etag = (await owner.ask('GET', of)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"\d+"$/)
    const send = (json: object, tag: string) =>
      owner.ask(method, path, json, { headers: { 'if-match': tag } })
    const both = await Promise.all([send(a, etag), send(b, etag)])
    expect(statuses(both)).toEqual([200, 409])
    const refused = both.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'CONFLICT', errors: [{ code: 'OUTDATED' }] })
    const present = both.find(({ status }) => status === 200)?.headers.get('etag') ?? ''
    expect((await owner.ask('GET', of)).headers.get('etag')).toBe(present)
    expect((await send(a, present)).status).toBe(200)
    expect((await send(b, '*')).status).toBe(200)
  })
})
