import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { errorEntries, slugOf } from '../../src/adapters/http/errors.ts'
import { type Api, createApi, lead } from '../support/api.ts'
import { createWorld, type World } from '../support/world.ts'

/** The paths of the OpenAPI document, in its order. */
const documentedPaths = [
  '/api/v1/public/ingest',
  '/api/v1/public/data-tables/ingest/{token}',
  '/api/v1/public/trigger/{spinnerId}',
  '/api/v1/public/jobs/{jobId}',
  '/api/v1/auth/sign-up',
  '/api/v1/auth/sign-in',
  '/api/v1/auth/sign-in/second-factor',
  '/api/v1/auth/demo',
  '/api/v1/auth/demo/link',
  '/api/v1/auth/sign-out',
  '/api/v1/auth/session',
  '/api/v1/auth/confirmation',
  '/api/v1/auth/confirmation/confirm',
  '/api/v1/auth/email/confirm',
  '/api/v1/auth/password',
  '/api/v1/auth/password-reset',
  '/api/v1/auth/password-reset/confirm',
  '/api/v1/auth/switch',
  '/api/v1/auth/invitations/view',
  '/api/v1/auth/invitations/accept',
  '/api/v1/organizations',
  '/api/v1/auth/providers',
  '/api/v1/auth/oidc/begin',
  '/api/v1/auth/oidc/callback',
  '/api/v1/auth/oidc/callback/{organizationId}',
  '/api/v1/organization',
  '/api/v1/organization/deletion',
  '/api/v1/organization/export',
  '/api/v1/members',
  '/api/v1/members/{userId}',
  '/api/v1/members/{userId}/second-factor',
  '/api/v1/invitations',
  '/api/v1/invitations/{invitationId}/resend',
  '/api/v1/invitations/{invitationId}',
  '/api/v1/profile',
  '/api/v1/profile/email',
  '/api/v1/profile/leave',
  '/api/v1/sessions',
  '/api/v1/sessions/end-others',
  '/api/v1/sessions/{sessionId}',
  '/api/v1/profile/second-factor',
  '/api/v1/profile/second-factor/confirm',
  '/api/v1/profile/second-factor/recovery-codes',
  '/api/v1/profile/second-factor/turn-off',
  '/api/v1/audit',
  '/api/v1/overview',
  '/api/v1/search',
  '/api/v1/whoami',
  '/api/v1/api-keys',
  '/api/v1/api-keys/{apiKeyId}',
  '/api/v1/api-keys/{apiKeyId}/refusals',
  '/api/v1/api-keys/{apiKeyId}/rotate',
  '/api/v1/profile/passkeys',
  '/api/v1/profile/passkeys/begin',
  '/api/v1/profile/passkeys/{passkeyId}',
  '/api/v1/profile/passkeys/{passkeyId}/remove',
  '/api/v1/profile/passkeys/challenge',
  '/api/v1/auth/passkey/begin',
  '/api/v1/auth/passkey/finish',
  '/api/v1/organization/sign-in',
  '/api/v1/organization/domains',
  '/api/v1/organization/domains/{domainId}/check',
  '/api/v1/organization/domains/{domainId}',
  '/api/v1/organization/plan',
  '/api/v1/plans',
  '/api/v1/usage',
  '/api/v1/projects',
  '/api/v1/projects/{projectId}',
  '/api/v1/data-tables',
  '/api/v1/projects/{projectId}/data-tables',
  '/api/v1/data-tables/{dataTableId}',
  '/api/v1/data-tables/{dataTableId}/match-preview',
  '/api/v1/data-tables/{dataTableId}/webhook-url/rotate',
  '/api/v1/data-tables/{dataTableId}/columns',
  '/api/v1/data-tables/{dataTableId}/columns/{name}',
  '/api/v1/data-tables/{dataTableId}/columns/{name}/preview-type',
  '/api/v1/data-tables/{dataTableId}/records',
  '/api/v1/data-tables/{dataTableId}/records/matching',
  '/api/v1/data-tables/{dataTableId}/records/change',
  '/api/v1/data-tables/{dataTableId}/records/delete',
  '/api/v1/data-tables/{dataTableId}/records/{recordId}',
  '/api/v1/data-tables/{dataTableId}/export',
  '/api/v1/data-tables/{dataTableId}/indexes',
  '/api/v1/data-tables/{dataTableId}/views',
  '/api/v1/data-tables/{dataTableId}/layout',
  '/api/v1/views/{viewId}',
  '/api/v1/data-tables/{dataTableId}/segments',
  '/api/v1/segments/{segmentId}',
  '/api/v1/segments/{segmentId}/records',
  '/api/v1/bin',
  '/api/v1/bin/{entryId}',
  '/api/v1/bin/{entryId}/records',
  '/api/v1/bin/{entryId}/restore',
  '/api/v1/data-tables/{dataTableId}/imports',
  '/api/v1/data-tables/{dataTableId}/imports/preview',
  '/api/v1/data-tables/{dataTableId}/imports/inspect',
  '/api/v1/arrivals/search',
  '/api/v1/arrivals/storage',
  '/api/v1/arrivals',
  '/api/v1/arrivals/{arrivalId}',
  '/api/v1/arrivals/{arrivalId}/body',
  '/api/v1/arrivals/admit',
  '/api/v1/data-tables/{dataTableId}/mappings',
  '/api/v1/data-tables/{dataTableId}/mappings/propose',
  '/api/v1/mappings/{mappingId}',
  '/api/v1/spinners',
  '/api/v1/projects/{projectId}/spinners',
  '/api/v1/spinners/{spinnerId}',
  '/api/v1/spinners/{spinnerId}/audience',
  '/api/v1/spinners/{spinnerId}/versions',
  '/api/v1/spinners/{spinnerId}/versions/{version}/restore',
  '/api/v1/spinners/{spinnerId}/duplicate',
  '/api/v1/spinners/{spinnerId}/versions/{version}',
  '/api/v1/spinners/{spinnerId}/publish-preview',
  '/api/v1/spinners/{spinnerId}/publish',
  '/api/v1/spinners/{spinnerId}/preview',
  '/api/v1/spinners/{spinnerId}/branch-counts',
  '/api/v1/spinners/{spinnerId}/test-send',
  '/api/v1/spinners/{spinnerId}/unpublish',
  '/api/v1/spinners/{spinnerId}/pause',
  '/api/v1/spinners/{spinnerId}/resume',
  '/api/v1/spinner-templates',
  '/api/v1/spinner-templates/{templateId}',
  '/api/v1/spinner-templates/{templateId}/preview',
  '/api/v1/spinner-templates/{templateId}/use',
  '/api/v1/schedule-runs',
  '/api/v1/people',
  '/api/v1/people/{personId}',
  '/api/v1/people/explain',
  '/api/v1/people-views',
  '/api/v1/people-views/{peopleViewId}',
  '/api/v1/suppressions',
  '/api/v1/suppressions/import',
  '/api/v1/suppressions/{suppressionId}',
  '/api/v1/people/export',
  '/api/v1/people/erase',
  '/api/v1/organization/contact-policy',
  '/api/v1/spinners/{spinnerId}/jobs',
  '/api/v1/jobs',
  '/api/v1/jobs/{jobId}',
  '/api/v1/jobs/{jobId}/cancel',
  '/api/v1/jobs/{jobId}/failures',
  '/api/v1/jobs/{jobId}/pause',
  '/api/v1/jobs/{jobId}/resume',
  '/api/v1/jobs/{jobId}/retry-failed',
  '/api/v1/spinners/{spinnerId}/retry-failed',
  '/api/v1/jobs/{jobId}/recipients',
  '/api/v1/jobs/{jobId}/steps',
  '/api/v1/spinners/{spinnerId}/steps',
  '/api/v1/spinners/{spinnerId}/recipients',
  '/api/v1/jobs/{jobId}/branches',
  '/api/v1/jobs/{jobId}/progress',
  '/api/v1/jobs/{jobId}/progress/stream',
  '/api/v1/jobs/{jobId}/recipients/{recordId}/retry',
  '/api/v1/jobs/{jobId}/recipients/{recordId}/skip',
  '/api/v1/jobs/{jobId}/recipients/{recordId}/stop',
  '/api/v1/jobs/{jobId}/recipients/{recordId}/move',
  '/api/v1/jobs/{jobId}/recipients/{recordId}/wait',
  '/api/v1/jobs/{jobId}/recipient-actions',
  '/api/v1/spinners/{spinnerId}/results',
  '/api/v1/results',
  '/api/v1/runtime',
  '/api/v1/spinners/{spinnerId}/rehearsals',
  '/api/v1/spinners/{spinnerId}/rehearsals/{rehearsalId}',
  '/api/v1/senders',
  '/api/v1/senders/{kind}/connect',
  '/api/v1/senders/{senderId}',
  '/api/v1/senders/{senderId}/pause',
  '/api/v1/senders/{senderId}/resume',
  '/api/v1/sender-pools',
  '/api/v1/sender-pools/{poolId}',
  '/api/v1/channels/{provider}/callback',
  '/api/v1/organization/webhook-secret',
  '/api/v1/organization/webhook-secret/rotate',
  '/api/v1/outbox',
  '/api/v1/messages',
  '/api/v1/messages/{messageId}',
  '/api/v1/files',
  '/api/v1/files/{fileId}/content',
  '/api/v1/files/{fileId}',
  '/api/v1/senders/{senderId}/domain',
  '/api/v1/senders/{senderId}/domain/check',
  '/api/v1/mailboxes',
  '/api/v1/organization/provider-webhooks',
  '/api/v1/organization/provider-webhooks/{provider}/rotate',
  '/api/v1/organization/provider-webhooks/{provider}',
  '/api/v1/channels/ses/{token}',
  '/api/v1/channels/postmark/{token}',
  '/api/v1/threads',
  '/api/v1/threads/counts',
  '/api/v1/threads/{threadId}',
  '/api/v1/threads/{threadId}/messages',
  '/api/v1/threads/{threadId}/labels',
  '/api/v1/labels',
  '/api/v1/labels/{labelId}',
  '/api/v1/label-rules',
  '/api/v1/label-rules/{labelRuleId}',
  '/api/v1/events',
  '/api/v1/events/stream',
  '/api/v1/events/types',
  '/api/v1/events/destinations',
  '/api/v1/events/destinations/{destinationId}',
  '/api/v1/events/destinations/{destinationId}/pause',
  '/api/v1/events/destinations/{destinationId}/resume',
  '/api/v1/events/destinations/{destinationId}/replay',
  '/api/v1/events/destinations/{destinationId}/secret/rotate',
  '/api/v1/events/destinations/{destinationId}/attempts',
  '/api/v1/events/destinations/{destinationId}/attempts/{attemptId}/repeat',
  '/api/v1/events/destinations/{destinationId}/ping',
  '/api/v1/test-mode/enter',
  '/api/v1/test-mode/leave',
  '/api/v1/test-clock/reset',
  '/api/v1/projects/{projectId}/copy-to-test',
  '/api/v1/projects/{projectId}/copy-from-test',
  '/api/v1/spinners/{spinnerId}/test',
  '/api/v1/spinners/{spinnerId}/copy-from-test',
  '/api/v1/test-clock/tests',
  '/api/v1/test-clock',
  '/api/v1/test-clock/advance',
  '/api/v1/test-clock/inbound',
  '/api/v1/test-clock/timeline',
  '/api/v1/test-clock/rules',
  '/healthz',
  '/readyz',
]

let world: World
let api: Api

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
})
afterAll(() => world.close())

describe('the HTTP server', () => {
  it('answers 405 with the methods of the path', async () => {
    const { status, body, headers } = await api.ask('/api/v1/public/ingest', {
      method: 'DELETE',
      undocumented: true,
    })
    expect([status, body['code'], headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST'])
  })

  it('answers 404 with the same flat body for an unknown path', async () => {
    const { status, body } = await api.ask('/api/v1/nothing/here', { undocumented: true })
    expect([status, body['ok'], body['code']]).toEqual([404, false, 'NOT_FOUND'])
  })

  it.each([
    ['GET', '/healthz', 200],
    ['HEAD', '/healthz', 200],
    ['POST', '/api/v1/public/ingest', 401],
    ['GET', '/api/v1/nothing/here', 404],
    ['DELETE', '/api/v1/public/ingest', 405],
    ['OPTIONS', '/api/v1/public/ingest', 204],
    ['GET', '/docs', 200],
  ])(
    'sends the answer to %s %s with its request id and length, nosniff and no-store',
    async (method, path, status) => {
      const response = await fetch(api.url + path, { method, headers: { 'x-request-id': 'my-own' } })
      await response.arrayBuffer()
      const { headers } = response
      expect(response.status).toBe(status)
      expect(headers.get('x-request-id')).toBe('my-own')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('transfer-encoding')).toBeNull()
      if (status !== 204) expect(Number(headers.get('content-length'))).toBeGreaterThan(0)
    },
  )

  it('counts the length in bytes for letters outside ASCII too', async () => {
    const reply = await api.ingest([{ 'größe ✓': '😀' }])
    expect([reply.status, reply.body['code']]).toEqual([422, 'SCHEMA_MISMATCH'])
    expect(JSON.stringify(reply.body)).toContain('größe ✓')
  })

  it('accepts a gzipped body', async () => {
    const raw = gzipSync(JSON.stringify({ dataTableId: world.demo.dataTableId, records: [lead(1)] }))
    expect((await api.ingest([], { raw, headers: { 'content-encoding': 'gzip' } })).status).toBe(201)
  })

  it('refuses a small gzip that unpacks to a large body', async () => {
    const raw = gzipSync(Buffer.alloc(50 * 1024 * 1024, 0x20))
    const { status } = await api.ingest([], { raw, headers: { 'content-encoding': 'gzip' } })
    expect(status).toBe(413)
  })

  it('accepts a body with a byte order mark, which some platforms send', async () => {
    const raw = `\uFEFF${JSON.stringify({ dataTableId: world.demo.dataTableId, records: [lead(1)] })}`
    expect((await api.ingest([], { raw })).status).toBe(201)
  })

  it('answers a request that is not HTTP with a body like every other error', async () => {
    const answer = await speak('GARBAGE\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ ok: false, code: 'MALFORMED_JSON' })
  })

  it('keeps running when a client disconnects in the middle of a body', async () => {
    const head = `POST /api/v1/public/ingest HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.demo.apiKey}\r\n`
    await speak(`${head}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"rec`, true)
    expect((await api.ask('/healthz')).status).toBe(200)
  })

  it('never derives its own address from the Host header', async () => {
    const { body } = await api.ask('/openapi.json', {
      headers: { host: 'evil.example' },
      undocumented: true,
    })
    expect(JSON.stringify(body)).not.toContain('evil.example')
  })

  it('writes one line for each request, with the route template and without a secret', async () => {
    const before = api.log.length
    await api.ingest([lead(1)], { headers: { 'x-request-id': 'one-line' } })
    await api.ask('/healthz')
    const lines = api.log.slice(before).filter((line) => line['requestId'] === 'one-line')
    expect(lines).toEqual([
      expect.objectContaining({
        method: 'POST',
        route: '/api/v1/public/ingest',
        status: 201,
        ms: expect.any(Number),
        organizationId: world.demo.organizationId,
      }),
    ])
    expect(JSON.stringify(api.log)).not.toContain(world.demo.apiKey)
  })

  it('reports that it is ready when it can serve', async () => {
    expect((await api.ask('/readyz')).body).toEqual({ ok: true })
  })
})

describe('the API reference', () => {
  it.each(['/docs', '/docs/errors'])('serves %s under a policy that allows no other host', async (path) => {
    const response = await fetch(api.url + path)
    const html = await response.text()
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(html.match(/(?:src|href)="(?:https?:)?\/\//g)).toBeNull()
    expect(html.match(/ style="/g)).toBeNull()
  })

  it('serves every asset that the page requests', async () => {
    const html = await (await fetch(`${api.url}/docs`)).text()
    const assets = [...html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path)
    const statuses = await Promise.all(assets.map(async (path) => (await fetch(api.url + path)).status))
    expect(assets).toHaveLength(12)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('mounts the page on exactly /docs', async () => {
    expect((await fetch(`${api.url}/anything/docs`)).status).toBe(404)
  })

  it('explains every error at the address of its type', async () => {
    const html = await (await fetch(`${api.url}/docs/errors`)).text()
    for (const { code } of errorEntries) expect(html).toContain(`id="${slugOf(code)}"`)
  })

  it('defines each resource once, under a name', async () => {
    const { schemas } = api.document.components
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'DataTable',
        'Column',
        'TableRecord',
        'Spinner',
        'EmailStep',
        'Job',
        'JobCounts',
      ]),
    )
    const text = JSON.stringify(api.document)
    for (const schema of Object.values(schemas)) expect(text.split(JSON.stringify(schema))).toHaveLength(2)
    const named = new Set(Object.keys(schemas).map((name) => `#/components/schemas/${name}`))
    const meant = [...text.matchAll(/"\$ref":"(#\/components\/schemas\/[^"]+)"/g)].map(([, ref]) => ref)
    expect(meant.filter((ref) => !named.has(ref ?? ''))).toEqual([])
  })

  it('documents every route with an example for each answer', async () => {
    const operations = Object.values(api.document.paths).flatMap((path) => Object.values(path))
    expect(Object.keys(api.document.paths)).toEqual(documentedPaths)
    for (const { responses } of operations) {
      for (const { content = {} } of Object.values(responses)) {
        for (const media of Object.values(content))
          expect('example' in media || 'examples' in media).toBe(true)
      }
    }
  })
})

function speak(text: string, hangUp = false): Promise<string> {
  return new Promise((done, fail) => {
    let answer = ''
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () => {
      socket.write(text)
      if (hangUp) setTimeout(() => socket.destroy(), 50)
    })
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('close', () => done(answer))
    socket.on('error', fail)
  })
}
