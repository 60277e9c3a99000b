import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newSecret } from '../../../src/adapters/security/secret.ts'
import type { ApiKey } from '../../../src/domain/account/api-keys/api-key.ts'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { Credentials } from '../../../src/ports/account/credentials.ts'
import { Secrets } from '../../../src/ports/account/secrets.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('Credentials', () => {
  let world: World
  let credentials: Credentials
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
    credentials = world.container.get(Credentials)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
  })

  const newId = () => world.container.get(Ids).next()
  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)

  async function added(changes: Partial<ApiKey> = {}): Promise<ApiKey> {
    const { secret: _secret, ...stored } = world.container.get(Secrets).apiKey()
    const key: ApiKey = {
      id: newId(),
      organizationId: own.organizationId,
      name: 'Key',
      scopes: ['trigger', 'ingest'],
      ...stored,
      createdAt: world.clock.now(),
      expiresAt: null,
      revokedAt: null,
      requestsPerSecond: null,
      projectIds: null,
      allowedNetworks: null,
      ...changes,
    }
    await inTransaction((tx) => tx.apiKeys.add(key))
    return key
  }

  it('return the holder of an API key, and whether its plan has keys', async () => {
    const projectIds = [newId(), own.projectId]
    const { id, name, digest, organizationId, scopes, expiresAt, revokedAt } = await added({ projectIds })
    const holder = {
      kind: 'apiKey',
      id,
      name,
      organizationId,
      scopes,
      projectIds,
      expiresAt,
      revokedAt,
      allowedNetworks: null,
      rates: { ofCredential: null, organization: null },
      test: null,
    }
    expect(await credentials.find(digest)).toEqual({ ...holder, planAllowsApiKeys: true })
    await own.offer({}, false)
    expect(await credentials.find(digest)).toEqual({ ...holder, planAllowsApiKeys: false })
  })

  it('return the networks and the rates of a key, and a key that has ended', async () => {
    await own.offer({ requestsPerSecond: 30 })
    const ended = world.clock.now()
    const { digest } = await added({
      requestsPerSecond: 7,
      allowedNetworks: ['203.0.113.0/24'],
      revokedAt: ended,
    })
    const holder = await credentials.find(digest)
    if (holder?.kind !== 'apiKey') throw new Error('A key was expected')
    expect(holder).toMatchObject({ rates: { ofCredential: 7, organization: 30 }, revokedAt: ended })
    const includes = (address: string) => holder.allowedNetworks?.includes(address)
    expect([includes('203.0.113.9'), includes('203.0.114.9')]).toEqual([true, false])
  })

  it('return the table of a webhook URL, also by its previous token until that ends', async () => {
    await own.offer({ requestsPerSecond: 30 }, false)
    const { dataTableId, organizationId, token } = own
    const holder = {
      kind: 'webhookUrl',
      id: dataTableId,
      organizationId,
      projectIds: null,
      scopes: ['ingest'],
      revokedAt: null,
      planAllowsApiKeys: true,
      allowedNetworks: null,
      rates: { ofCredential: null, organization: 30 },
      test: null,
    }
    expect(await credentials.find(token.digest)).toMatchObject({ ...holder, expiresAt: null })
    const until = new Date(world.clock.now().getTime() + 60_000)
    await world.sql.query(
      `update data_tables set ingest_token_digest = $2, previous_token_digest = $3, previous_token_until = $4
        where id = $1`,
      [dataTableId, `new ${token.digest}`, token.digest, until],
    )
    expect(await credentials.find(token.digest)).toMatchObject({ ...holder, expiresAt: until })
    expect(await credentials.find(`new ${token.digest}`)).toMatchObject({ ...holder, expiresAt: null })
  })

  it('return the organization of an events URL', async () => {
    const { organizationId } = own
    const digest = newSecret('evt')
    await world.sql.query(
      `insert into event_tokens (organization_id, provider, digest, created_at) values ($1, 'ses', $2, now())`,
      [organizationId, digest],
    )
    expect(await credentials.find(digest)).toMatchObject({ kind: 'eventToken', organizationId, scopes: [] })
  })

  it('return the time of a test organization, each time anew', async () => {
    const { organizationId, key } = own
    const at = new Date('2026-12-01T09:00:00.000Z')
    await inTransaction((tx) => tx.testClocks.add(newTestClock(organizationId, at)))
    expect(await credentials.find(key.digest)).toMatchObject({ test: { organizationId, now: at } })
    const later = new Date('2026-12-02T09:00:00.000Z')
    await inTransaction((tx) => tx.testClocks.save(newTestClock(organizationId, later)))
    expect(await credentials.find(key.digest)).toMatchObject({ test: { organizationId, now: later } })
  })

  it('find no unknown digest', async () => {
    const { key, token } = own
    for (const digest of ['', 'unknown', key.digest.toLowerCase(), token.digest.toLowerCase()])
      expect(await credentials.find(digest)).toBeNull()
  })
})
