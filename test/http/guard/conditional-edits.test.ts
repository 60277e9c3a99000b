import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi, statuses } from '../../support/api.ts'
import { addMember, createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import {
  Authenticator,
  addPasskey,
  passkeysAtPublicOrigin,
} from '../../support/data/sign-in/authenticator.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('an edit with If-Match', () => {
  let world: World
  let api: Api
  let owner: Person
  let workshop: Workshop
  let memberId: string
  let passkeyId: string
  let viewId: string
  let segmentId: string
  let peopleViewId: string
  let recordId: string

  beforeAll(async () => {
    world = await createWorld([passkeysAtPublicOrigin])
    api = await createApi(world, { selfServePlans: true })
    owner = await signUp(api)
    workshop = await createWorkshop(owner)
    const member = await addMember(api, world.container, owner.organizationId)
    memberId = (await member.do('GET', '/profile')).id
    passkeyId = (await addPasskey(owner, new Authenticator())).passkey.id
    peopleViewId = (await owner.do('POST', '/people-views', { name: 'All' })).id
    viewId = (await owner.do('POST', `${table()}/views`, { name: 'All' })).id
    const words = { name: 'Suppressed', where: { isSuppressed: true } }
    segmentId = (await owner.do('POST', `${table()}/segments`, words)).id
    recordId = (await owner.do('GET', `${table()}/records`)).items[0].id
  })
  afterAll(() => world.close())

  const table = () => `/data-tables/${workshop.dataTableId}`
  const indexes = () => `${table()}/indexes`
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
    'members.update': () => {
      const path = `/members/${memberId}`
      return ['PATCH', path, path, { role: 'viewer' }, { role: 'admin' }]
    },
    'passkeys.update': () => {
      const path = `/profile/passkeys/${passkeyId}`
      return ['PATCH', path, path, { name: 'A' }, { name: 'B' }]
    },
    'views.update': () => {
      const path = `/views/${viewId}`
      return ['PATCH', path, path, { name: 'A' }, { q: 'ada' }]
    },
    'segments.update': () => {
      const path = `/segments/${segmentId}`
      return ['PATCH', path, path, { name: 'A' }, { description: 'Ada' }]
    },
    'peopleViews.update': () => {
      const path = `/people-views/${peopleViewId}`
      return ['PATCH', path, path, { name: 'A' }, { filter: { q: 'ada' } }]
    },
    'dataTables.setLayout': () => {
      const path = `${table()}/layout`
      const frozen = (count: number) => ({ layout: { columns: [], frozen: count } })
      return ['PUT', path, path, frozen(1), frozen(2)]
    },
    'records.update': () => {
      const path = `${table()}/records/${recordId}`
      return ['PATCH', path, path, { data: { name: 'A' } }, { data: { email: 'b@example.com' } }]
    },
    'indexes.set': () => [
      'PUT',
      indexes(),
      indexes(),
      { columns: ['email'], includesWords: false },
      { columns: ['name'], includesWords: false },
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

  it('needs the scope to read records, because a refusal tells what the cells are', async () => {
    await owner.do('PUT', '/organization/plan', { planId: 'growth' })
    const { secret } = await owner.do('POST', '/api-keys', { name: 'CRM', scopes: ['records:write'] })
    const path = `/api/v1${table()}/records/${recordId}`
    const json = { data: { name: 'C' } }
    const ask = (headers: Readonly<Record<string, string>>) =>
      api.ask(path, { method: 'PATCH', key: secret, json, headers })
    const refused = await ask({ 'if-match': '"1"' })
    expect([refused.status, refused.body['code']]).toEqual([403, 'MISSING_SCOPE'])
    const changed = await ask({})
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, null])
  })
})
