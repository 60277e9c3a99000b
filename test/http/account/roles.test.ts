import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { addMember, createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const unusual: readonly string[] = [
  'admin: DELETE /api-keys/{apiKeyId}',
  'admin: DELETE /bin/{entryId}',
  'admin: DELETE /events/destinations/{destinationId}',
  'admin: DELETE /invitations/{invitationId}',
  'admin: DELETE /members/{userId}',
  'admin: DELETE /members/{userId}/second-factor',
  'admin: DELETE /organization/provider-webhooks/{provider}',
  'admin: DELETE /sender-pools/{poolId}',
  'admin: DELETE /senders/{senderId}',
  'admin: GET /audit',
  'admin: GET /events/destinations',
  'admin: GET /events/destinations/{destinationId}',
  'admin: GET /events/destinations/{destinationId}/attempts',
  'admin: GET /invitations',
  'admin: GET /organization/export',
  'admin: GET /organization/provider-webhooks',
  'admin: GET /organization/sign-in',
  'admin: GET /organization/webhook-secret',
  'admin: PATCH /events/destinations/{destinationId}',
  'admin: PATCH /members/{userId}',
  'admin: PATCH /organization',
  'admin: PATCH /sender-pools/{poolId}',
  'admin: PATCH /senders/{senderId}',
  'admin: POST /api-keys',
  'admin: POST /api-keys/{apiKeyId}/rotate',
  'admin: POST /events/destinations',
  'admin: POST /events/destinations/{destinationId}/attempts/{attemptId}/repeat',
  'admin: POST /events/destinations/{destinationId}/pause',
  'admin: POST /events/destinations/{destinationId}/ping',
  'admin: POST /events/destinations/{destinationId}/replay',
  'admin: POST /events/destinations/{destinationId}/resume',
  'admin: POST /events/destinations/{destinationId}/secret/rotate',
  'admin: POST /invitations',
  'admin: POST /invitations/{invitationId}/resend',
  'admin: POST /organization/provider-webhooks/{provider}/rotate',
  'admin: POST /organization/webhook-secret/rotate',
  'admin: POST /people/erase',
  'admin: POST /people/export',
  'admin: POST /sender-pools',
  'admin: POST /senders',
  'admin: POST /senders/{kind}/connect',
  'admin: POST /test-clock/reset',
  'admin: PUT /organization/contact-policy',
  'editor: GET /api-keys',
  'editor: GET /api-keys/{apiKeyId}',
  'editor: GET /api-keys/{apiKeyId}/refusals',
  'owner: DELETE /organization/deletion',
  'owner: DELETE /organization/domains/{domainId}',
  'owner: DELETE /organization/sign-in',
  'owner: POST /organization/deletion',
  'owner: POST /organization/domains',
  'owner: POST /organization/domains/{domainId}/check',
  'owner: PUT /organization/plan',
  'owner: PUT /organization/sign-in',
  'viewer: DELETE /sessions/{sessionId}',
  'viewer: PATCH /profile',
  'viewer: PATCH /profile/passkeys/{passkeyId}',
  'viewer: POST /auth/confirmation',
  'viewer: POST /auth/confirmation/confirm',
  'viewer: POST /auth/invitations/accept',
  'viewer: POST /auth/password',
  'viewer: POST /auth/sign-out',
  'viewer: POST /auth/switch',
  'viewer: POST /data-tables/{dataTableId}/columns/{name}/preview-type',
  'viewer: POST /data-tables/{dataTableId}/mappings/propose',
  'viewer: POST /organizations',
  'viewer: POST /people/explain',
  'viewer: POST /profile/email',
  'viewer: POST /profile/leave',
  'viewer: POST /profile/passkeys',
  'viewer: POST /profile/passkeys/begin',
  'viewer: POST /profile/passkeys/challenge',
  'viewer: POST /profile/passkeys/{passkeyId}/remove',
  'viewer: POST /profile/second-factor',
  'viewer: POST /profile/second-factor/confirm',
  'viewer: POST /profile/second-factor/recovery-codes',
  'viewer: POST /profile/second-factor/turn-off',
  'viewer: POST /sessions/end-others',
  'viewer: POST /spinner-templates/{templateId}/preview',
  'viewer: POST /spinners/{spinnerId}/branch-counts',
  'viewer: POST /spinners/{spinnerId}/preview',
  'viewer: POST /test-mode/enter',
  'viewer: POST /test-mode/leave',
  'viewer: PUT /data-tables/{dataTableId}/layout',
]

describe('roles', () => {
  let world: World
  let api: Api
  let owner: Person
  let member: Person
  let own: Workshop

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world, { selfServePlans: true })
    owner = await signUp(api)
    own = await createWorkshop(owner)
    member = await addMember(api, world.container, owner.organizationId)
  })
  afterAll(() => world.close())

  const ownersRoutes = ({ apiKeyId } = own): [method: string, path: string, json?: object][] => [
    ['POST', '/api-keys', { name: 'CRM', scopes: ['ingest'] }],
    ['POST', `/api-keys/${apiKeyId}/rotate`, {}],
    ['DELETE', `/api-keys/${apiKeyId}`],
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

  it('deny a member the keys, secrets and the plan, and say why', async () => {
    for (const [method, path, json] of ownersRoutes()) {
      const { status, body } = await member.ask(method, path, json)
      expect([method, path, status, body['code']]).toEqual([method, path, 403, 'FORBIDDEN'])
    }
    const { body } = await member.ask('POST', '/api-keys', {})
    expect(body['message']).toBe(
      `This requires at least the role admin; you are an editor. Ask Ada Lovelace (${owner.email}), an owner.`,
    )
  })

  it('change nothing when they refuse: the key still works', async () => {
    for (const [method, path, requested] of ownersRoutes()) await member.ask(method, path, requested)
    const records = [{ name: 'Ada', email: 'ada@example.com' }]
    const json = { dataTableId: own.dataTableId, records }
    expect((await api.ingest([], { key: own.apiKey, json })).status).toBe(201)
    expect((await owner.do('GET', '/organization')).plan.id).toBe('starter')
  })

  it('allow a member to see the keys without their secrets, the plan and the usage', async () => {
    const { items } = await member.do('GET', '/api-keys')
    expect(items).toEqual([expect.objectContaining({ id: own.apiKeyId })])
    expect(JSON.stringify(items)).not.toContain(own.apiKey)
    for (const path of ['/organization', '/plans', '/usage']) await member.do('GET', path)
  })

  it('allow a member to do the work, including the deletion of data tables and spinners', async () => {
    const project = await member.do('POST', '/projects', { name: 'Of the member' })
    const table = await member.do('POST', `/projects/${project.id}/data-tables`, { name: 'Leads' })
    await member.do('DELETE', `/data-tables/${table.id}`)
    await member.do('DELETE', `/projects/${project.id}`)
  })

  it('allow an owner to do everything', async () => {
    const other = await signUp(api)
    for (const [method, path, json] of ownersRoutes(await createWorkshop(other))) {
      const { status } = await other.ask(method, path, json)
      // Tests that each route of an owner succeeds, although an earlier route has rotated the API key that this
      // one revokes.
      expect([method, path, status < 300]).toEqual([method, path, true])
    }
  })

  it('allow an admin everything except the plan, which is the owner’s', async () => {
    const { organizationId } = await signUp(api)
    const admin = await addMember(api, world.container, organizationId, 'admin')
    await admin.do('POST', '/api-keys', { name: 'CRM', scopes: ['ingest'] })
    const { status, body } = await admin.ask('PUT', '/organization/plan', { planId: 'growth' })
    expect([status, body['code']]).toEqual([403, 'FORBIDDEN'])
  })

  it('allow a viewer to read, and to change only the viewer’s own settings', async () => {
    const viewer = await addMember(api, world.container, owner.organizationId, 'viewer')
    for (const path of [
      '/organization',
      '/usage',
      '/data-tables',
      '/jobs',
      `/data-tables/${own.dataTableId}`,
    ])
      await viewer.do('GET', path)
    const refused: [string, string, object?][] = [
      ['POST', '/projects', { name: 'Mine' }],
      ['DELETE', `/data-tables/${own.dataTableId}`],
      ['POST', `/spinners/${own.spinnerId}/jobs`],
      ['GET', '/api-keys'],
      ['POST', '/suppressions', { email: 'eve@example.com' }],
      ['POST', '/spinner-templates', { name: 'Mine', spinnerId: own.spinnerId }],
    ]
    for (const [method, path, json] of refused)
      expect([method, path, (await viewer.ask(method, path, json)).status]).toEqual([method, path, 403])
    await viewer.do('PATCH', '/profile', { name: 'Grace' })
  })

  it('are required by every route for users, as listed here', () => {
    const listed = Object.entries(api.document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) => {
        const least = (operation as { 'x-least-role'?: string })['x-least-role']
        const isUsual = least === (method === 'get' ? 'viewer' : 'editor')
        const route = `${method.toUpperCase()} ${path.replace('/api/v1', '')}`
        return least === undefined || isUsual ? [] : [`${least}: ${route}`]
      }),
    )
    // Compares the test's list with the routes whose roles are unusual. Usually a viewer may read and an editor
    // may change something.
    expect(listed.toSorted()).toEqual(unusual)
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
