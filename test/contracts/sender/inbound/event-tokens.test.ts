import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { SharedSecretStore } from '../../../../src/ports/sender/shared-secrets.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { createTenant } from '../../../support/tenant.ts'
import { createWorld, type World } from '../../../support/world.ts'

describe('SharedSecretStore, tx.sharedSecrets', () => {
  let world: World
  let tokens: SharedSecretStore
  let organizationId: string
  beforeAll(async () => {
    world = await createWorld()
    tokens = world.container.get(SharedSecretStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    organizationId = (await createTenant(world)).organizationId
  })

  const put = (digest: string) =>
    world.container.get(UnitOfWork).run((tx) => {
      const token = { organizationId, provider: 'ses', digest, createdAt: world.clock.now() } as const
      return tx.sharedSecrets.putEventToken(token)
    })
  const remove = () =>
    world.container.get(UnitOfWork).run((tx) => tx.sharedSecrets.removeEventToken(organizationId, 'ses'))

  it('belong to their organization, for their provider only', async () => {
    const digest = `digest of ${organizationId}`
    await put(digest)
    expect(await tokens.organizationOfEventToken('ses', digest)).toBe(organizationId)
    expect(await tokens.organizationOfEventToken('postmark', digest)).toBeNull()
    expect(await tokens.organizationOfEventToken('ses', 'another')).toBeNull()
    expect(await tokens.eventTokens(organizationId)).toMatchObject([
      { organizationId, provider: 'ses', digest },
    ])
  })

  it('are replaced by the next one, and do not exist after their removal', async () => {
    const [first, second] = [`first of ${organizationId}`, `second of ${organizationId}`]
    await put(first)
    await put(second)
    expect(await tokens.organizationOfEventToken('ses', first)).toBeNull()
    expect(await tokens.eventTokens(organizationId)).toHaveLength(1)
    expect([await remove(), await remove()]).toEqual([true, false])
    expect(await tokens.organizationOfEventToken('ses', second)).toBeNull()
    expect(await tokens.eventTokens(organizationId)).toEqual([])
  })
})
