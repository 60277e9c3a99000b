import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ApiKey } from '../../../src/domain/account/api-keys/api-key.ts'
import { ApiKeyStore } from '../../../src/ports/account/api-keys.ts'
import { Secrets } from '../../../src/ports/account/secrets.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { pagesOf } from '../../support/browser/pages.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('ApiKeyStore', () => {
  let world: World
  let queries: ApiKeyStore
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
    queries = world.container.get(ApiKeyStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
  })

  const newId = () => world.container.get(Ids).next()
  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const lock = (organizationId: string, id: string) =>
    inTransaction((tx) => tx.apiKeys.lock(organizationId, id))

  async function added(changes: Partial<ApiKey> = {}): Promise<ApiKey> {
    const { secret: _secret, ...kept } = world.container.get(Secrets).apiKey()
    const key: ApiKey = {
      id: newId(),
      organizationId: own.organizationId,
      name: "Hub's key \u{1F9F5}",
      scopes: ['trigger', 'ingest'],
      ...kept,
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
  const viewOf = ({ digest: _digest, ...seen }: ApiKey) => ({ ...seen, lastUsedAt: null })

  it('find a key as it was added, and return it without its digest', async () => {
    const limits = { projectIds: [own.projectId], allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'] }
    const key = await added({ expiresAt: new Date('2027-01-01T00:00:00.001Z'), scopes: [], ...limits })
    expect(await lock(own.organizationId, key.id)).toEqual(key)
    expect(await queries.find(own.organizationId, key.id)).toEqual(viewOf(key))
  })

  it('find a key by its id in any capitalization', async () => {
    const { id } = await added()
    expect((await queries.find(own.organizationId, id.toUpperCase()))?.id).toBe(id)
    expect((await lock(own.organizationId, id.toUpperCase()))?.id).toBe(id)
  })

  it('find no key of another organization, and no unknown key', async () => {
    const { organizationId } = await createTenant(world)
    const { id } = await added()
    expect([await queries.find(organizationId, id), await lock(organizationId, id)]).toEqual([null, null])
    const { organizationId: mine } = own
    expect([await queries.find(mine, newId()), await lock(mine, newId())]).toEqual([null, null])
  })

  it('keep a new name and new dates', async () => {
    const key = await added()
    const at = new Date('2026-11-21T00:00:00Z')
    await inTransaction((tx) => tx.apiKeys.save({ ...key, name: 'New', expiresAt: at, revokedAt: at }))
    expect(await lock(own.organizationId, key.id)).toEqual({
      ...key,
      name: 'New',
      expiresAt: at,
      revokedAt: at,
    })
  })

  it('list the keys of one organization, oldest first, to the last page', async () => {
    const ids = [own.apiKeyId]
    for (let no = 0; no < 4; no++) ids.push((await added()).id)
    const pages = await pagesOf((page) => queries.list(own.organizationId, page), 2)
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ])
    const last = { limit: 2, after: ids.at(-1) ?? null }
    expect(await queries.list(own.organizationId, last)).toEqual({ items: [], next: null })
    expect(await queries.list(newId(), { limit: 2, after: null })).toEqual({ items: [], next: null })
  })

  it('refuse an invalid cursor', async () => {
    const list = queries.list(own.organizationId, { limit: 2, after: "' or 1=1" })
    await expect(list).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})
