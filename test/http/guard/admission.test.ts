import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { digestOf, newSecret } from '../../../src/adapters/security/secret.ts'
import type { ApiKey } from '../../../src/domain/account/api-keys/api-key.ts'
import { deletionTime } from '../../../src/domain/account/deletion/organization-deletion.ts'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { Credentials } from '../../../src/ports/account/credentials.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { type Api, type Ask, createApi, lead } from '../../support/api.ts'
import { createTenant, type Tenant, type TenantOptions } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const broken = { raw: '{', headers: { 'content-type': 'application/json' } }
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

describe('the credential of a request', () => {
  let world: World
  let api: Api
  let own: Tenant
  /** The digests that the service has looked up since the test began. */
  let lookedUp: string[]

  beforeAll(async () => {
    world = await createWorld()
    const credentials = world.container.get(Credentials)
    const find = credentials.find.bind(credentials)
    credentials.find = (sought) => {
      lookedUp.push(sought)
      return find(sought)
    }
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    lookedUp = []
    // Trusts one proxy, so that a test can send requests from any address.
    api = await createApi(world, { trustedProxies: 1 })
    own = await createTenant(world)
  })
  afterEach(() => api.close())

  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const changeKey = (changes: Partial<ApiKey>) =>
    inTransaction(async (tx) => {
      const key = await tx.apiKeys.lock(own.organizationId, own.apiKeyId)
      if (key === null) throw new Error('The tenant has no key')
      await tx.apiKeys.save({ ...key, ...changes })
    })
  /** Adds a key with limits to the tenant, and lets the tests send their requests with it. */
  const addKey = async (changes: Partial<ApiKey>) => {
    const apiKey = newSecret('svc')
    const digest = digestOf('svc', apiKey) ?? ''
    const id = world.container.get(Ids).next()
    await inTransaction(async (tx) => {
      const key = await tx.apiKeys.lock(own.organizationId, own.apiKeyId)
      if (key === null) throw new Error('The tenant has no key')
      await tx.apiKeys.add({ ...key, id, digest, ...changes })
    })
    own = { ...own, apiKeyId: id, key: { kind: 'apiKey', digest }, secrets: { ...own.secrets, apiKey } }
  }
  const tenantWith = async (options: TenantOptions) => {
    own = await createTenant(world, options)
  }
  const ask = async (method: string, path: string, more: Ask): Promise<string> => {
    const { status, body } = await api.ask(`/api/v1${path}`, { method, key: own.secrets.apiKey, ...more })
    return status < 300 ? String(status) : `${status} ${String(body['code'])}`
  }
  const records = [lead(0)]
  const ingest = (more: Ask = {}) =>
    ask('POST', '/public/ingest', {
      ...(more.raw === undefined ? { json: { dataTableId: own.dataTableId, records } } : {}),
      ...more,
    })
  const webhook = () => `/public/data-tables/ingest/${own.secrets.ingestToken}`
  const ingestByToken = () => ask('POST', webhook(), { key: null, json: { records } })
  const greet = async (): Promise<string> => {
    const response = await fetch(`${api.url}/api/v1${webhook()}`)
    if (response.ok) return String(response.status)
    return `${response.status} ${((await response.json()) as { code: string }).code}`
  }
  const trigger = () => ask('POST', `/public/trigger/${own.spinnerId}`, {})
  const job = (id = 'any') => ask('GET', `/public/jobs/${id}`, {})
  const tables = (more: Ask = {}) => ask('GET', '/data-tables', more)

  describe('is known', () => {
    it('by one look-up for all requests of a minute that change things', async () => {
      expect([await ingest(), await ingest(), await trigger()]).toEqual(['201', '201', '201'])
      expect(lookedUp).toEqual([own.key.digest])
      expect([await ingestByToken(), await ingestByToken()]).toEqual(['201', '201'])
      expect(lookedUp).toEqual([own.key.digest, own.token.digest])
    })

    it('by a look-up for each request that only reads, or is for a management route', async () => {
      const answers = [await job(), await job(), await tables(), await tables(), await greet(), await greet()]
      expect(answers).toEqual(['404 NOT_FOUND', '404 NOT_FOUND', '200', '200', '200', '200'])
      expect(lookedUp).toHaveLength(6)
    })

    it('or is refused by one look-up, without reading the body', async () => {
      own = { ...own, secrets: { apiKey: newSecret('svc'), ingestToken: newSecret('tbl') } }
      expect([await ingest(broken), await job()]).toEqual(['401 INVALID_API_KEY', '401 INVALID_API_KEY'])
      expect(await tables()).toBe('401 UNAUTHENTICATED')
      expect([await ingestByToken(), await greet()]).toEqual([
        '401 INVALID_INGEST_TOKEN',
        '401 INVALID_INGEST_TOKEN',
      ])
      expect(lookedUp).toHaveLength(5)
    })
  })

  describe('has ended', () => {
    it('for the statement that does the work, although it is cached', async () => {
      expect(await ingest()).toBe('201')
      await changeKey({ revokedAt: world.clock.now() })
      expect([await ingest(), await trigger(), await job('no id')]).toEqual([
        '401 INVALID_API_KEY',
        '401 INVALID_API_KEY',
        '401 INVALID_API_KEY',
      ])
      expect(await tables()).toBe('401 UNAUTHENTICATED')
    })

    it('before the faults of a body are told, although it is cached', async () => {
      expect([await ingest(), await ingest(broken)]).toEqual(['201', '400 MALFORMED_JSON'])
      await changeKey({ revokedAt: world.clock.now() })
      expect(await ingest(broken)).toBe('401 INVALID_API_KEY')
    })

    it('until the plan allows keys again, which takes effect at once', async () => {
      await own.offer({}, false)
      expect([await ingest(), await tables()]).toEqual(['401 INVALID_API_KEY', '401 UNAUTHENTICATED'])
      await own.offer({}, true)
      expect([await ingest(), await tables()]).toEqual(['201', '200'])
    })

    it('without counting against the rate limit of its organization', async () => {
      await tenantWith({ limits: { requestsPerSecond: 1 } })
      expect(await ingest()).toBe('201')
      const { secrets } = own
      await addKey({ revokedAt: world.clock.now() })
      for (let no = 0; no < 20; no++) expect(await ingest()).toBe('401 INVALID_API_KEY')
      own = { ...own, secrets }
      expect(await ingest()).toBe('201')
    })
  })

  it('comes from an allowed address, or is refused like an unknown one and not counted', async () => {
    await tenantWith({ limits: { requestsPerSecond: 1 } })
    await addKey({ allowedNetworks: ['203.0.113.0/24'] })
    const [inside, outside] = [from('203.0.113.9'), from('203.0.114.9')]
    for (let round = 0; round < 2; round++) {
      expect([await ingest(outside), await tables(outside)]).toEqual([
        '401 INVALID_API_KEY',
        '401 UNAUTHENTICATED',
      ])
      for (let no = 0; no < 5; no++) await ingest(outside)
      expect([await ingest(inside), await tables(inside)]).toEqual(['201', '200'])
    }
  })

  it('belongs to an open organization: a closed one is named, although the credential is cached', async () => {
    expect([await ingest(), await ingestByToken(), await tables()]).toEqual(['201', '201', '200'])
    const { organizationId } = own
    const requestedAt = world.clock.now()
    const times = { requestedAt, deletesAt: deletionTime(requestedAt) }
    const deletion = { organizationId, status: 'grace', requestedBy: world.demo.userId, ...times } as const
    await inTransaction(async (tx) => {
      await tx.organizations.lock(organizationId)
      return tx.organizations.requestDeletion(deletion)
    })
    for (let round = 0; round < 2; round++)
      for (const call of [ingest, ingestByToken, trigger, job, greet, tables])
        expect(await call()).toBe('403 ORGANIZATION_CLOSED')
    await inTransaction((tx) => tx.organizations.undoDeletion(organizationId))
    expect([await ingest(), await ingestByToken(), await tables()]).toEqual(['201', '201', '200'])
  })

  it('ends by the clock of its test organization, which is read for each request', async () => {
    const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1) + seconds * 1000)
    const setClock = (now: Date) =>
      inTransaction((tx) => tx.testClocks.save(newTestClock(own.organizationId, now)))
    await inTransaction((tx) => tx.testClocks.add(newTestClock(own.organizationId, at(0))))
    await changeKey({ expiresAt: at(60) })
    expect([await ingest(), await tables()]).toEqual(['201', '200'])
    await setClock(at(60))
    expect([await ingest(), await tables(), await job()]).toEqual([
      '401 INVALID_API_KEY',
      '401 UNAUTHENTICATED',
      '401 INVALID_API_KEY',
    ])
    await setClock(at(59))
    expect([await ingest(), await tables()]).toEqual(['201', '200'])
  })

  it('has the scope of the route, or is refused before the body is read and not counted', async () => {
    await tenantWith({ limits: { requestsPerSecond: 1 }, keyScopes: ['ingest'] })
    for (let no = 0; no < 15; no++) expect([await trigger(), await job()]).toEqual(missing(2))
    expect([await ingest(), await tables()]).toEqual(['201', '401 UNAUTHENTICATED'])
    await tenantWith({ keyScopes: ['trigger', 'jobs:read'] })
    expect([await ingest(broken), await ingest(), await tables()]).toEqual(missing(3))
  })

  it('is within its rate limit from the first request on, and costs no look-up beyond it', async () => {
    await addKey({ requestsPerSecond: 1 })
    const statuses = await Promise.all(Array.from({ length: 15 }, () => ingest()))
    expect(statuses.filter((status) => status === '201').length).toBeGreaterThanOrEqual(10)
    expect(statuses).toContain('429 RATE_LIMITED')
    const before = lookedUp.length
    expect([await tables(), await job()]).toEqual(['429 RATE_LIMITED', '429 RATE_LIMITED'])
    expect(lookedUp).toHaveLength(before)
  })
})

function missing(count: number): string[] {
  return Array.from({ length: count }, () => '403 MISSING_SCOPE')
}
