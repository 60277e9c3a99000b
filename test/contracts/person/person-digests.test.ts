import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const [ada, grace] = ['ada@example.com', 'grace@example.com']

describe('PersonDigests', () => {
  let world: World
  let digests: PersonDigests
  let organizationId: string
  beforeAll(async () => {
    world = await createWorld()
    digests = world.container.get(PersonDigests)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    organizationId = (await createTenant(world)).organizationId
  })

  it('are the same for an address each time, and different for another', async () => {
    const digest = await digests.of(organizationId, ada)
    expect(digest).toMatch(/^[\w-]{43}$/)
    expect(await digests.of(organizationId, ada)).toBe(digest)
    expect(await digests.of(organizationId, grace)).not.toBe(digest)
  })

  it('differ between organizations', async () => {
    const { organizationId: another } = await createTenant(world)
    expect(await digests.of(another, ada)).not.toBe(await digests.of(organizationId, ada))
  })

  it('are only returned if one was created before', async () => {
    expect(await digests.known(organizationId, ada)).toBeNull()
    const digest = await digests.of(organizationId, grace)
    expect(await digests.known(organizationId, grace)).toBe(digest)
    expect(await digests.known(organizationId, ada)).not.toBeNull()
  })

  it('are the same for many who create the first at once', async () => {
    const made = await Promise.all(Array.from({ length: 16 }, () => digests.of(organizationId, ada)))
    expect(new Set(made).size).toBe(1)
  })
})
