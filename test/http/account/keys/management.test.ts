import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Scope, scopes } from '../../../../src/domain/account/api-keys/scope.ts'
import { operator } from '../../../../src/domain/account/audit/actor.ts'
import { SpinnerStore } from '../../../../src/ports/spinner/spinners.ts'
import { AddressSuppressor } from '../../../../src/use-cases/contact/address-suppressor.ts'

import { type Api, createApi, type Reply } from '../../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../../support/data/person.ts'
import { createWorld, type World } from '../../../support/world.ts'

describe('an API key on management routes', () => {
  let world: World
  let api: Api
  let owner: Person
  let own: Workshop

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    owner = await signUp(api)
    own = await createWorkshop(owner)
  })
  afterAll(() => world.close())

  async function keyWith(...wanted: readonly Scope[]): Promise<{ id: string; ask: Caller }> {
    const { id, secret } = await owner.do('POST', '/api-keys', { name: 'Program', scopes: wanted })
    return { id, ask: askWith(secret) }
  }

  type Caller = (method: string, path: string, json?: unknown) => Promise<Reply>
  const askWith =
    (key: string): Caller =>
    (method, path, json) =>
      api.ask(`/api/v1${path}`, { method, key, ...(json === undefined ? {} : { json }) })

  it('calls the routes of its scopes, and is told the scope that it lacks', async () => {
    const key = await keyWith('tables:read')
    const { status, body } = await key.ask('GET', '/data-tables')
    expect([status, body['items']]).toEqual([200, [expect.objectContaining({ id: own.dataTableId })]])
    const refused = await key.ask('GET', `/data-tables/${own.dataTableId}/records`)
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ code: 'MISSING_SCOPE', requiredScope: 'records:read' })
  })

  it('with only the scopes of the public API is not signed in on any of them', async () => {
    const key = await keyWith('ingest', 'trigger')
    for (const path of ['/data-tables', '/usage', '/organization', '/members'])
      expect((await key.ask('GET', path)).body).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
  })

  it('with every scope is not signed in on routes for people', async () => {
    const key = await keyWith(...scopes)
    for (const path of ['/organization', '/members', '/api-keys', '/audit', '/organization/webhook-secret'])
      expect((await key.ask('GET', path)).body).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
  })

  it('is refused once it is revoked, like an unknown key', async () => {
    const key = await keyWith('tables:read')
    expect((await key.ask('GET', '/data-tables')).status).toBe(200)
    await owner.do('DELETE', `/api-keys/${key.id}`)
    expect((await key.ask('GET', '/data-tables')).body).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await key.ask('GET', '/whoami')).body).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('never sees the webhook URL of a table, and may not change its signature', async () => {
    const key = await keyWith('tables:read', 'tables:write')
    const path = `/data-tables/${own.dataTableId}`
    expect((await key.ask('GET', path)).body['webhookUrl']).toBeNull()
    expect((await owner.do('GET', path)).webhookUrl).toContain('tbl_')
    const changed = await key.ask('PATCH', path, { name: 'Renamed by a program' })
    expect(changed.body).toMatchObject({ name: 'Renamed by a program', webhookUrl: null })
    const signature = { preset: 'typeform', secret: 'a-secret-of-the-webhook' }
    for (const json of [{ signature }, { signature: null }, { onBadSignature: 'hold' }])
      expect((await key.ask('PATCH', path, json)).body).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  it('sees the headers of webhook steps without their values, and keeps them in its edits', async () => {
    const key = await keyWith('spinners:read', 'spinners:write')
    const headers = { Authorization: 'Bearer of-the-receiver' }
    const step = { type: 'webhook', url: 'https://crm.example.com/hook', headers, body: '{}' }
    const json = { name: 'Call the CRM', dataTableId: own.dataTableId, steps: [step] }
    const { id } = await owner.do('POST', `/projects/${own.projectId}/spinners`, json)
    const seen = (await key.ask('GET', `/spinners/${id}`)).body
    const hidden = { ...step, headers: { Authorization: '(hidden)' } }
    expect(seen['steps']).toEqual([expect.objectContaining(hidden)])
    const wait = { type: 'wait', seconds: 60 }
    const edited = await key.ask('PATCH', `/spinners/${id}`, { steps: [wait, hidden] })
    expect(edited.body['steps']).toEqual([wait, expect.objectContaining(hidden)])
    const stored = await world.container.get(SpinnerStore).find(owner.organizationId, id)
    expect(stored?.steps).toEqual([wait, step])
    const elsewhere = { ...hidden, url: 'https://attacker.example.com/hook' }
    const moved = await key.ask('PATCH', `/spinners/${id}`, { steps: [elsewhere] })
    expect(moved.body).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  })

  it('may change records without reading them', async () => {
    const [key, reader] = [await keyWith('records:write'), await keyWith('records:write', 'records:read')]
    const path = `/data-tables/${own.dataTableId}/records`
    const [{ id, data }] = (await owner.do('GET', path)).items
    const name = 'Written by a program'
    const patched = await key.ask('PATCH', `${path}/${id}`, { data: { name } })
    expect([patched.status, patched.body['data']]).toEqual([200, { name }])
    const full = await reader.ask('PATCH', `${path}/${id}`, { data: { name } })
    expect(full.body['data']).toEqual({ ...data, name })

    const change = (of: typeof key, records: readonly object[]) =>
      of.ask('POST', `${path}/change`, { records })
    const written = await change(key, [{ id, data: { name: data.name } }])
    expect(written.body).toEqual({ changed: 1, records: [{ id, status: 'changed' }] })
    const again = await change(key, [{ id, data: { name: data.name } }])
    expect(again.body).toEqual(written.body)
    const seen = await change(reader, [{ id, data: { name: data.name } }])
    expect(seen.body).toEqual({ changed: 0, records: [{ id, status: 'unchanged' }] })
    const guess = { id, data: { name }, expected: { email: 'guess@example.com' } }
    expect((await change(key, [guess])).body).toMatchObject({
      status: 403,
      code: 'MISSING_SCOPE',
      requiredScope: 'records:read',
    })
    expect((await change(reader, [guess])).body).toMatchObject({ records: [{ id, status: 'differs' }] })
  })

  it('learns nothing about an address that is suppressed already', async () => {
    const [key, reader] = [await keyWith('people:suppress'), await keyWith('people:suppress', 'people:read')]
    const email = 'bounced@example.com'
    const suppression = { organizationId: owner.organizationId, email, reason: 'bounced' } as const
    await world.container.get(AddressSuppressor).suppressWithRetries({ ...suppression, by: operator })
    world.clock.advance(60)
    const { body } = await key.ask('POST', '/suppressions', { email })
    expect(body).toMatchObject({ reason: 'added', createdAt: world.clock.now().toISOString() })
    expect((await reader.ask('POST', '/suppressions', { email })).body).toMatchObject({
      reason: 'bounced',
    })
  })

  it('is the actor of the changes that it makes', async () => {
    const key = await keyWith('people:suppress')
    const email = 'stopped@example.com'
    expect((await key.ask('POST', '/suppressions', { email })).status).toBe(201)
    const { items } = await owner.do('GET', '/audit?action=suppression.added')
    expect(items[0].actor).toMatchObject({ kind: 'apiKey', id: key.id, name: 'Program' })
  })

  it('may not publish with "ignoreWarnings", as only an admin may', async () => {
    const key = await keyWith('spinners:publish')
    const { body } = await key.ask('POST', `/spinners/${own.spinnerId}/publish`, { ignoreWarnings: true })
    expect(body).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  it('learns with /whoami who it is, whatever its scopes, and so does a person', async () => {
    const { secret, id } = await owner.do('POST', '/api-keys', {
      name: 'Zapier',
      scopes: ['ingest'],
      requestsPerSecond: 5,
    })
    const { body } = await askWith(secret)('GET', '/whoami')
    const { name } = await owner.do('GET', '/organization')
    const organization = { id: owner.organizationId, name }
    expect(body).toEqual({
      organization,
      kind: 'apiKey',
      apiKey: { id, name: 'Zapier', scopes: ['ingest'], projectIds: null, expiresAt: null },
      limits: expect.objectContaining({ requestsPerSecond: 5 }),
    })
    const me = await owner.do('GET', '/whoami')
    expect(me).toMatchObject({ organization, kind: 'user', user: { email: owner.email, role: 'owner' } })
    expect(me).not.toHaveProperty('apiKey')
  })

  it('is slowed down by its own rate limit', async () => {
    const { secret } = await owner.do('POST', '/api-keys', {
      name: 'Slow',
      scopes: ['usage:read'],
      requestsPerSecond: 1,
    })
    const statuses: number[] = []
    // Sends more requests than the limit allows at once, because it recovers between them on a slow machine.
    while (statuses.length < 60 && statuses.at(-1) !== 429)
      statuses.push((await askWith(secret)('GET', '/usage')).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  })

  it('is refused with an unknown scope, which names the scopes and the nearest', async () => {
    const { body } = await owner.ask('POST', '/api-keys', { name: 'Typo', scopes: ['table:read'] })
    expect(body).toMatchObject({ status: 400, errors: [{ pointer: '/scopes/0', code: 'UNKNOWN_SCOPE' }] })
    const [{ message }] = body['errors'] as [{ message: string }]
    expect(message).toContain('did you mean "tables:read"?')
    for (const scope of scopes) expect(message).toContain(scope)
  })

  it('shows its refused requests to people, with the reason', async () => {
    const key = await keyWith('tables:read')
    await key.ask('GET', `/data-tables/${own.dataTableId}/records`)
    await key.ask('GET', `/data-tables/${own.projectId}`)
    await key.ask('GET', '/data-tables')
    await key.ask('POST', '/public/ingest', { dataTableId: own.dataTableId, records: [{}] })
    await world.settle()
    const { items } = await owner.do('GET', `/api-keys/${key.id}/refusals`)
    const reported = items.map((one: Record<string, unknown>) => [one['method'], one['path'], one['code']])
    expect(new Set(reported)).toEqual(
      new Set([
        ['POST', '/public/ingest', 'MISSING_SCOPE'],
        ['GET', '/data-tables/{dataTableId}', 'NOT_FOUND'],
        ['GET', '/data-tables/{dataTableId}/records', 'MISSING_SCOPE'],
      ]),
    )
    const shown = await owner.do('GET', `/api-keys/${key.id}`)
    expect(shown).toMatchObject({ id: key.id, scopes: ['tables:read'] })
    expect(shown.lastUsedAt).not.toBeNull()
    const stranger = await signUp(api)
    expect((await stranger.ask('GET', `/api-keys/${key.id}/refusals`)).status).toBe(404)
  })
})
