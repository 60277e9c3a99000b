import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { addMember, type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the audit log', () => {
  let world: World
  let api: Api
  let owner: Person
  let admin: Person

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    owner = await signUp(api)
    admin = await addMember(api, world.container, owner.organizationId, 'admin')
    await owner.do('PATCH', '/organization', { name: 'Difference Engines', timeZone: 'Europe/Vienna' })
    await admin.do('POST', '/api-keys', { name: 'CRM', scopes: ['ingest'] })
  })
  afterAll(() => world.close())

  const actions = async (query: string): Promise<string[]> =>
    (await admin.do('GET', `/audit?${query}`)).items.map(({ action }: { action: string }) => action)

  it('shows an admin who did what, before and after, newest first', async () => {
    const { items } = await admin.do('GET', '/audit')
    expect(items[0]).toMatchObject({
      action: 'apiKey.created',
      actor: { kind: 'user', name: admin.email },
    })
    const changed = items.find(({ action }: { action: string }) => action === 'organization.changed')
    expect(changed).toMatchObject({
      actor: { kind: 'user', name: owner.email },
      subject: { kind: 'organization', id: owner.organizationId },
      before: { name: 'Analytical Engines', timeZone: 'UTC' },
      after: { name: 'Difference Engines', timeZone: 'Europe/Vienna' },
    })
  })

  it('can be filtered by actor, action, subject and time', async () => {
    expect(await actions(`actor=${encodeURIComponent(admin.email)}&action=apiKey`)).toEqual([
      'apiKey.created',
    ])
    expect(await actions('actor=operator')).toEqual(['member.created'])
    expect(await actions('subject=CRM')).toEqual(['apiKey.created'])
    expect(await actions('subject=organization')).toEqual(['organization.changed', 'account.created'])
    const now = encodeURIComponent(new Date(world.clock.now().getTime() + 1).toISOString())
    expect(await actions(`since=${now}`)).toEqual([])
    expect(await actions(`until=${now}&action=organization.`)).toEqual(['organization.changed'])
  })

  it('is read in pages', async () => {
    const first = await admin.do('GET', '/audit?limit=1')
    const second = await admin.do('GET', `/audit?limit=1&cursor=${first.nextCursor}`)
    expect(first.items[0].id > second.items[0].id).toBe(true)
  })

  it('shows nothing of another organization, and nothing to an editor', async () => {
    const stranger = await signUp(api)
    const { items } = await stranger.do('GET', '/audit')
    expect(items.map(({ action }: { action: string }) => action)).toEqual(['account.created'])
    const editor = await addMember(api, world.container, stranger.organizationId)
    expect((await editor.ask('GET', '/audit')).status).toBe(403)
  })
})
