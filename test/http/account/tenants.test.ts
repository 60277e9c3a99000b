import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { aMapping, createEverything, type Everything } from '../../support/data/everything.ts'
import {
  createWorkshop,
  type Person,
  personOf,
  signUp,
  type Workshop,
  welcome,
} from '../../support/data/person.ts'
import {
  Authenticator,
  addPasskey,
  passkeysAtPublicOrigin,
} from '../../support/data/sign-in/authenticator.ts'
import { createWorld, type World } from '../../support/world.ts'

/**
 * The request bodies with which the test calls every route that has an id in its path. The suite fails if a
 * route is missing here.
 */
const routes: Readonly<Record<string, unknown>> = {
  'GET /projects/{projectId}': undefined,
  'PATCH /projects/{projectId}': { name: 'Mine now' },
  'DELETE /projects/{projectId}': undefined,
  'POST /projects/{projectId}/copy-to-test': {},
  'GET /projects/{projectId}/data-tables': undefined,
  'POST /projects/{projectId}/data-tables': { name: 'In their project' },
  'GET /projects/{projectId}/spinners': undefined,
  'POST /projects/{projectId}/spinners': 'a spinner',
  'GET /data-tables/{dataTableId}': undefined,
  'PATCH /data-tables/{dataTableId}': { name: 'Mine now' },
  'DELETE /data-tables/{dataTableId}': undefined,
  'POST /data-tables/{dataTableId}/webhook-url/rotate': undefined,
  'POST /data-tables/{dataTableId}/imports': 'a file',
  'POST /data-tables/{dataTableId}/imports/preview': 'a file',
  'POST /data-tables/{dataTableId}/imports/inspect': 'a file',
  'GET /data-tables/{dataTableId}/records': undefined,
  'GET /data-tables/{dataTableId}/records/{recordId}': undefined,
  'DELETE /data-tables/{dataTableId}/records/{recordId}': undefined,
  'GET /data-tables/{dataTableId}/export': undefined,
  'GET /data-tables/{dataTableId}/records/matching': undefined,
  'GET /data-tables/{dataTableId}/match-preview': 'columns',
  'POST /data-tables/{dataTableId}/columns': { name: 'mine' },
  'PATCH /data-tables/{dataTableId}/columns/{name}': { position: 0 },
  'DELETE /data-tables/{dataTableId}/columns/{name}': undefined,
  'POST /data-tables/{dataTableId}/columns/{name}/preview-type': { type: 'number' },
  'GET /data-tables/{dataTableId}/indexes': undefined,
  'GET /data-tables/{dataTableId}/layout': undefined,
  'PUT /data-tables/{dataTableId}/layout': { layout: null },
  'PUT /data-tables/{dataTableId}/indexes': { columns: [], includesWords: true },
  'GET /data-tables/{dataTableId}/views': undefined,
  'POST /data-tables/{dataTableId}/views': { name: 'Mine' },
  'GET /people/{personId}': undefined,
  'GET /data-tables/{dataTableId}/segments': undefined,
  'POST /data-tables/{dataTableId}/segments': { name: 'Mine', where: { isSuppressed: true } },
  'GET /segments/{segmentId}': undefined,
  'PATCH /segments/{segmentId}': { name: 'Mine now' },
  'DELETE /segments/{segmentId}': undefined,
  'GET /segments/{segmentId}/records': undefined,
  'GET /views/{viewId}': undefined,
  'PATCH /views/{viewId}': { name: 'Mine now' },
  'DELETE /views/{viewId}': undefined,
  'GET /people-views/{peopleViewId}': undefined,
  'PATCH /people-views/{peopleViewId}': { name: 'Mine now' },
  'DELETE /people-views/{peopleViewId}': undefined,
  'POST /data-tables/{dataTableId}/records': { data: {} },
  'POST /data-tables/{dataTableId}/records/change': { records: [{ id: '1', data: { name: 'Ada' } }] },
  'POST /data-tables/{dataTableId}/records/delete': { ids: ['1'] },
  'PATCH /data-tables/{dataTableId}/records/{recordId}': { data: { email: 'mine@example.com' } },
  'GET /bin/{entryId}': undefined,
  'GET /bin/{entryId}/records': undefined,
  'POST /bin/{entryId}/restore': {},
  'DELETE /bin/{entryId}': undefined,
  'GET /arrivals/{arrivalId}': undefined,
  'GET /arrivals/{arrivalId}/body': undefined,
  'PATCH /arrivals/{arrivalId}': { body: 'mine' },
  'DELETE /arrivals/{arrivalId}': undefined,
  'GET /data-tables/{dataTableId}/mappings': undefined,
  'POST /data-tables/{dataTableId}/mappings': 'a mapping',
  'POST /data-tables/{dataTableId}/mappings/propose': {},
  'GET /mappings/{mappingId}': undefined,
  'PATCH /mappings/{mappingId}': { name: 'Mine now' },
  'DELETE /mappings/{mappingId}': undefined,
  'DELETE /api-keys/{apiKeyId}': undefined,
  'POST /api-keys/{apiKeyId}/rotate': {},
  'GET /api-keys/{apiKeyId}': undefined,
  'GET /api-keys/{apiKeyId}/refusals': undefined,
  'GET /events/destinations/{destinationId}': undefined,
  'PATCH /events/destinations/{destinationId}': { includesAddresses: true },
  'DELETE /events/destinations/{destinationId}': undefined,
  'GET /events/destinations/{destinationId}/attempts': undefined,
  'POST /events/destinations/{destinationId}/attempts/{attemptId}/repeat': undefined,
  'POST /events/destinations/{destinationId}/pause': undefined,
  'POST /events/destinations/{destinationId}/ping': undefined,
  'POST /events/destinations/{destinationId}/replay': { since: '2026-11-01T00:00:00.000Z' },
  'POST /events/destinations/{destinationId}/resume': {},
  'POST /events/destinations/{destinationId}/secret/rotate': undefined,
  'GET /spinner-templates/{templateId}': undefined,
  'PATCH /spinner-templates/{templateId}': { name: 'Mine now' },
  'DELETE /spinner-templates/{templateId}': undefined,
  'POST /spinner-templates/{templateId}/preview': 'their template over my table',
  'POST /spinner-templates/{templateId}/use': 'their template over my table, named',
  'GET /spinners/{spinnerId}': undefined,
  'GET /spinners/{spinnerId}/audience': undefined,
  'GET /spinners/{spinnerId}/versions/{version}': undefined,
  'GET /spinners/{spinnerId}/versions': undefined,
  'POST /spinners/{spinnerId}/versions/{version}/restore': undefined,
  'POST /spinners/{spinnerId}/duplicate': undefined,
  'PATCH /spinners/{spinnerId}': { name: 'Mine now' },
  'DELETE /spinners/{spinnerId}': undefined,
  'GET /spinners/{spinnerId}/publish-preview': undefined,
  'POST /spinners/{spinnerId}/publish': undefined,
  'POST /spinners/{spinnerId}/unpublish': undefined,
  'POST /spinners/{spinnerId}/pause': undefined,
  'POST /spinners/{spinnerId}/resume': undefined,
  'POST /spinners/{spinnerId}/preview': {},
  'POST /spinners/{spinnerId}/branch-counts': {},
  'POST /spinners/{spinnerId}/test-send': { recordId: '1', step: 0 },
  'POST /spinners/{spinnerId}/jobs': {},
  'POST /spinners/{spinnerId}/rehearsals': {},
  'GET /spinners/{spinnerId}/rehearsals/{rehearsalId}': undefined,
  'GET /messages/{messageId}': undefined,
  'GET /files/{fileId}/content': undefined,
  'DELETE /files/{fileId}': undefined,
  'GET /senders/{senderId}/domain': undefined,
  'POST /senders/{senderId}/domain/check': undefined,
  'DELETE /suppressions/{suppressionId}': undefined,
  'GET /sender-pools/{poolId}': undefined,
  'PATCH /sender-pools/{poolId}': { maxPerDay: 9 },
  'DELETE /sender-pools/{poolId}': undefined,
  'GET /senders/{senderId}': undefined,
  'PATCH /senders/{senderId}': { name: 'Mine now' },
  'DELETE /senders/{senderId}': undefined,
  'POST /senders/{senderId}/pause': undefined,
  'POST /senders/{senderId}/resume': undefined,
  'GET /members/{userId}': undefined,
  'PATCH /members/{userId}': { role: 'viewer' },
  'DELETE /members/{userId}': undefined,
  'DELETE /members/{userId}/second-factor': undefined,
  'POST /invitations/{invitationId}/resend': undefined,
  'DELETE /invitations/{invitationId}': undefined,
  'POST /organization/domains/{domainId}/check': undefined,
  'DELETE /organization/domains/{domainId}': undefined,
  'DELETE /sessions/{sessionId}': undefined,
  'GET /profile/passkeys/{passkeyId}': undefined,
  'PATCH /profile/passkeys/{passkeyId}': { name: 'Mine now' },
  'POST /profile/passkeys/{passkeyId}/remove': { password: 'correct horse battery staple', code: '000000' },
  'GET /threads/{threadId}': undefined,
  'GET /threads/{threadId}/messages': undefined,
  'PATCH /threads/{threadId}': { status: 'done' },
  'PUT /threads/{threadId}/labels': { labels: [] },
  'GET /labels/{labelId}': undefined,
  'PATCH /labels/{labelId}': { name: 'Mine now' },
  'DELETE /labels/{labelId}': undefined,
  'DELETE /label-rules/{labelRuleId}': undefined,
  'GET /jobs/{jobId}/failures': undefined,
  'POST /jobs/{jobId}/retry-failed': undefined,
  'POST /spinners/{spinnerId}/retry-failed': undefined,
  'POST /jobs/{jobId}/recipients/{recordId}/retry': undefined,
  'POST /jobs/{jobId}/recipients/{recordId}/skip': undefined,
  'POST /jobs/{jobId}/recipients/{recordId}/stop': undefined,
  'POST /jobs/{jobId}/recipients/{recordId}/move': { step: 0 },
  'POST /jobs/{jobId}/recipients/{recordId}/wait': { until: '2126-12-07T08:00:00Z' },
  'POST /jobs/{jobId}/recipient-actions': { action: 'retry', filter: { status: 'failed' } },
  'GET /jobs/{jobId}': undefined,
  'POST /jobs/{jobId}/cancel': undefined,
  'POST /jobs/{jobId}/pause': undefined,
  'POST /jobs/{jobId}/resume': undefined,
  'GET /jobs/{jobId}/recipients': undefined,
  'GET /jobs/{jobId}/progress/stream': undefined,
  'GET /jobs/{jobId}/branches': undefined,
  'GET /jobs/{jobId}/steps': undefined,
  'POST /spinners/{spinnerId}/test': {},
  'GET /spinners/{spinnerId}/steps': undefined,
  'GET /spinners/{spinnerId}/results': undefined,
  'GET /spinners/{spinnerId}/recipients': 'a version',
  'GET /jobs/{jobId}/progress': undefined,
}

/**
 * Routes without an id in their path, which the test calls by API key or session. They take ids in the body or
 * query, work only in test mode, or take no credential.
 */
const others: Readonly<Record<string, 'key' | 'session' | 'none'>> = {
  'GET /auth/oidc/callback/{organizationId}': 'none',
  'POST /public/ingest': 'key',
  'POST /public/trigger/{spinnerId}': 'key',
  'GET /public/jobs/{jobId}': 'key',
  'POST /projects/{projectId}/copy-from-test': 'session',
  'POST /spinners/{spinnerId}/copy-from-test': 'session',
}

const nowhere = '01936f4e-ffff-7fff-8fff-ffffffffffff'

describe('separate organizations', () => {
  let world: World
  let api: Api
  let owner: Person
  let stranger: Person
  let theirs: Everything & {
    readonly attemptId: string
    readonly passkeyId: string
    readonly personId: string
  }
  let own: Workshop

  beforeAll(async () => {
    world = await createWorld([passkeysAtPublicOrigin])
    api = await createApi(world)
    owner = await signUp(api)
    stranger = await signUp(api)
    const device = new Authenticator()
    const { passkey } = await addPasskey(owner, device)
    const everything = await createEverything(world, api, owner)
    const { id: personId } = await personOf(owner, 'ada@example.com')
    theirs = { ...everything, attemptId: nowhere, passkeyId: passkey.id, personId }
    own = await createWorkshop(stranger)
  })
  afterAll(() => world.close())

  it('are tested with every documented route that takes an id', () => {
    const documented = Object.entries(api.document.paths)
      .flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
      )
      .filter((route) => route.includes('{') && !/\{(?:token|kind|provider)\}/.test(route))
    expect([...Object.keys(routes), ...Object.keys(others)].toSorted()).toEqual(
      [...documented, 'POST /public/ingest'].toSorted(),
    )
  })

  it.each(Object.keys(routes))(
    'receive the same answer from %s for a foreign id as for an unknown id',
    async (route) => {
      const seen = await ask(route, theirs)
      const unseen = await ask(route, {
        projectId: nowhere,
        dataTableId: nowhere,
        spinnerId: nowhere,
        apiKeyId: nowhere,
        jobId: nowhere,
        recordId: '1',
        suppressionId: nowhere,
        arrivalId: nowhere,
        mappingId: nowhere,
        personId: 'x'.repeat(43),
        viewId: nowhere,
        segmentId: nowhere,
        peopleViewId: nowhere,
        rehearsalId: nowhere,
        messageId: nowhere,
        fileId: nowhere,
        senderId: nowhere,
        poolId: nowhere,
        templateId: nowhere,
        userId: nowhere,
        invitationId: nowhere,
        sessionId: nowhere,
        destinationId: nowhere,
        entryId: nowhere,
        attemptId: nowhere,
        passkeyId: nowhere,
        domainId: nowhere,
        threadId: nowhere,
        labelId: nowhere,
        labelRuleId: nowhere,
        version: '1',
        name: 'email',
        apiKey: '',
      })
      expect(seen.status).toBe(404)
      expect(withoutRequestId(seen)).toEqual(withoutRequestId(unseen))
    },
  )

  it('cannot create a spinner over a foreign data table', async () => {
    const body = (dataTableId: string) => ({ name: 'Over theirs', dataTableId, steps: [welcome] })
    const seen = await stranger.ask('POST', `/projects/${own.projectId}/spinners`, body(theirs.dataTableId))
    const unseen = await stranger.ask('POST', `/projects/${own.projectId}/spinners`, body(nowhere))
    expect(seen.status).toBe(404)
    expect(withoutRequestId(seen)).toEqual(withoutRequestId(unseen))
  })

  it('receive the same answer for foreign ids as for unknown ids with an API key', async () => {
    const key = own.apiKey
    const pairs = [
      [
        api.ingest([{ name: 'x', email: 'y' }], {
          key,
          json: { dataTableId: theirs.dataTableId, records: [{}] },
        }),
        api.ingest([], { key, json: { dataTableId: nowhere, records: [{}] } }),
      ],
      [api.trigger({ key, spinnerId: theirs.spinnerId }), api.trigger({ key, spinnerId: nowhere })],
      [api.job(theirs.jobId, { key }), api.job(nowhere, { key })],
    ] as const
    for (const [seen, unseen] of pairs) {
      expect((await seen).status).toBe(404)
      expect(withoutRequestId(await seen)).toEqual(withoutRequestId(await unseen))
    }
  })

  it('cannot copy a foreign project or tested spinner back from test mode', async () => {
    const { spinnerId } = await owner.do('POST', `/spinners/${theirs.spinnerId}/test`)
    await stranger.do('POST', '/test-mode/enter')
    for (const path of ['/projects/ID', '/spinners/ID'])
      for (const id of [theirs.projectId, theirs.spinnerId, spinnerId]) {
        const copyOf = (named: string) => `${path.replace('ID', named)}/copy-from-test`
        const seen = await stranger.ask('POST', copyOf(id), {})
        const unseen = await stranger.ask('POST', copyOf(nowhere), {})
        expect(seen.status).toBe(404)
        expect(withoutRequestId(seen)).toEqual(withoutRequestId(unseen))
      }
    await stranger.do('POST', '/test-mode/leave')
  })

  it('list nothing of another organization', async () => {
    const { items } = await stranger.do('GET', '/spinner-templates')
    expect(items.filter((template: { isShipped: boolean }) => !template.isShipped)).toEqual([])
    for (const path of ['/projects', '/data-tables', '/spinners', '/api-keys']) {
      expect((await stranger.do('GET', path)).items).toHaveLength(1)
    }
    expect((await stranger.do('GET', `/jobs?spinnerId=${theirs.spinnerId}`)).items).toEqual([])
    const records = (tableId: string) => `/data-tables/${tableId}/records?ids=${theirs.recordId}`
    expect((await owner.do('GET', records(theirs.dataTableId))).items).toHaveLength(1)
    expect((await stranger.do('GET', records(own.dataTableId))).items).toEqual([])
    const seen = await stranger.ask('GET', records(theirs.dataTableId))
    expect(withoutRequestId(seen)).toEqual(withoutRequestId(await stranger.ask('GET', records(nowhere))))
    await world.drain()
    expect((await owner.do('GET', '/outbox')).items).toHaveLength(2)
    expect((await stranger.do('GET', '/outbox')).items).toEqual([])
    expect((await owner.do('GET', '/messages')).items).toHaveLength(2)
    expect((await stranger.do('GET', '/messages')).items).toEqual([])
  })

  it('leave everything of the other organization unchanged', async () => {
    const table = await owner.do('GET', `/data-tables/${theirs.dataTableId}`)
    const spinner = await owner.do('GET', `/spinners/${theirs.spinnerId}`)
    expect([table.name, table.recordCount]).toEqual(['Leads', 2])
    expect([spinner.name, spinner.status]).toEqual(['Welcome', 'published'])
    expect((await owner.do('GET', `/jobs/${theirs.jobId}`)).status).toBe('completed')
    expect((await api.ask(`/api/v1/public/jobs/${theirs.jobId}`, { key: theirs.apiKey })).status).toBe(200)
  })

  type Ids = typeof theirs

  function ask(route: string, ids: Ids) {
    const [method = '', template = ''] = route.split(' ')
    const path = template.replaceAll(/\{(\w+)\}/g, (_all, id: string) => ids[id as keyof Ids])
    const json = routes[route]
    if (json === 'a file') {
      const headers = { 'content-type': 'text/csv' }
      return stranger.ask(method, path, undefined, { raw: 'name,email\nEve,eve@example.com\n', headers })
    }
    if (json === 'columns') return stranger.ask(method, `${path}?columns=name`)
    if (json === 'a version') return stranger.ask(method, `${path}?version=1`)
    if (json === 'a mapping') return stranger.ask(method, path, aMapping)
    if (json === 'their template over my table')
      return stranger.ask(method, path, { dataTableId: own.dataTableId })
    if (json === 'their template over my table, named')
      return stranger.ask(method, path, { name: 'Mine', dataTableId: own.dataTableId })
    if (json === 'a spinner') {
      return stranger.ask(method, path, { name: 'Mine', dataTableId: own.dataTableId, steps: [welcome] })
    }
    return stranger.ask(method, path, json)
  }

  function withoutRequestId({
    status,
    body,
    headers,
  }: {
    status: number
    body: Record<string, unknown>
    headers: Headers
  }) {
    const rest = { ...body, requestId: '' }
    // Leaves the rate limit headers out of the test's comparison, because the service sends them only from a
    // caller's second request on.
    const names = [...headers.keys()].filter((header) => !/^date$|^ratelimit-/.test(header)).toSorted()
    return { status, body: rest, names }
  }
})
