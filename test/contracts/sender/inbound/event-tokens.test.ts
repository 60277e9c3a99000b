import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { EventTokens } from '../../../../src/ports/sender/inbound/event-tokens.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { contract } from '../../../support/contracts/contract.ts'
import { createTenant } from '../../../support/tenant.ts'
import { createWorld, type World } from '../../../support/world.ts'

contract([EventTokens, 'eventTokens'], (name) => {
  let world: World
  let tokens: EventTokens
  let organizationId: string
  beforeAll(async () => {
    world = await createWorld(name)
    tokens = world.container.get(EventTokens)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    organizationId = (await createTenant(world)).organizationId
  })

  const put = (digest: string) =>
    world.container.get(UnitOfWork).run((tx) => {
      const token = { organizationId, provider: 'ses', digest, createdAt: world.clock.now() } as const
      return tx.eventTokens.put(token)
    })
  const remove = () =>
    world.container.get(UnitOfWork).run((tx) => tx.eventTokens.remove(organizationId, 'ses'))

  it('belong to their organization, for their provider only', async () => {
    const digest = `digest of ${organizationId}`
    await put(digest)
    expect(await tokens.organizationOf('ses', digest)).toBe(organizationId)
    expect(await tokens.organizationOf('postmark', digest)).toBeNull()
    expect(await tokens.organizationOf('ses', 'another')).toBeNull()
    expect(await tokens.list(organizationId)).toMatchObject([{ organizationId, provider: 'ses', digest }])
  })

  it('are replaced by the next one, and do not exist after their removal', async () => {
    const [first, second] = [`first of ${organizationId}`, `second of ${organizationId}`]
    await put(first)
    await put(second)
    expect(await tokens.organizationOf('ses', first)).toBeNull()
    expect(await tokens.list(organizationId)).toHaveLength(1)
    expect([await remove(), await remove()]).toEqual([true, false])
    expect(await tokens.organizationOf('ses', second)).toBeNull()
    expect(await tokens.list(organizationId)).toEqual([])
  })
})
