import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { addMember, furnish, type Person, signUp, type Workshop } from '../../support/person.ts'
import { adapters, createWorld, type World } from '../../support/world.ts'

describe.each(adapters)('roles on %s', (adapter) => {
  let world: World
  let api: Api
  let owner: Person
  let member: Person
  let own: Workshop

  beforeAll(async () => {
    world = await createWorld(adapter)
    api = await createApi(world, { selfServePlans: true })
    owner = await signUp(api)
    own = await furnish(owner)
    member = await addMember(api, world.container, owner.organizationId)
  })
  afterAll(async () => {
    await api.close()
    await world.close()
  })

  const ownersRoutes = (): [method: string, path: string, json?: object][] => [
    ['POST', '/api-keys', { name: 'CRM', scopes: ['ingest'] }],
    ['POST', `/api-keys/${own.apiKeyId}/rotate`, {}],
    ['DELETE', `/api-keys/${own.apiKeyId}`],
    ['GET', '/organization/webhook-secret'],
    ['POST', '/organization/webhook-secret/rotate', {}],
    ['PUT', '/organization/plan', { planId: 'growth' }],
    [
      'PUT',
      '/organization/contact-policy',
      { daysBetweenSpinners: null, messagesPerDay: 1, messagesPerWeek: 3, activePerDomain: null },
    ],
    ['POST', '/people/export', { email: 'nobody@example.com' }],
    ['POST', '/people/erase', { email: 'nobody@example.com' }],
  ]

  it('keep keys, secrets and the plan from a member, who is told why', async () => {
    for (const [method, path, json] of ownersRoutes()) {
      const { status, body } = await member.ask(method, path, json)
      expect([method, path, status, body['code']]).toEqual([method, path, 403, 'FORBIDDEN'])
    }
    const { body } = await member.ask('POST', '/api-keys', {})
    expect(body['message']).toBe('Only an owner of the organization may do this')
  })

  it('changed nothing by what was refused: the key still opens', async () => {
    const records = [{ name: 'Ada', email: 'ada@example.com' }]
    const json = { dataTableId: own.dataTableId, records }
    expect((await api.ingest([], { key: own.apiKey, json })).status).toBe(201)
    expect((await owner.do('GET', '/organization')).plan.id).toBe('starter')
  })

  it('let a member see the keys without their secrets, the plan and the usage', async () => {
    const { items } = await member.do('GET', '/api-keys')
    expect(items).toEqual([expect.objectContaining({ id: own.apiKeyId })])
    expect(JSON.stringify(items)).not.toContain(own.apiKey)
    for (const path of ['/organization', '/plans', '/usage']) await member.do('GET', path)
  })

  it('let a member do the work, to the deleting of data tables and spinners', async () => {
    const project = await member.do('POST', '/projects', { name: 'Of the member' })
    const table = await member.do('POST', `/projects/${project.id}/data-tables`, { name: 'Leads' })
    await member.do('DELETE', `/data-tables/${table.id}`)
    await member.do('DELETE', `/projects/${project.id}`)
  })

  it('let an owner do all of it', async () => {
    for (const [method, path, json] of ownersRoutes()) {
      const { status } = await owner.ask(method, path, json)
      // The key was rotated by then, and is revoked after that.
      expect([method, path, status < 300]).toEqual([method, path, true])
    }
  })

  it('are in the OpenAPI document', () => {
    for (const [method, path] of ownersRoutes()) {
      const template = `/api/v1${path.replace(own.apiKeyId, '{apiKeyId}')}`
      expect(Object.keys(api.document.paths[template]?.[method.toLowerCase()]?.responses ?? {})).toContain(
        '403',
      )
    }
  })
})
