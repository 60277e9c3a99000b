import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { SharedSecretStore } from '../../../src/ports/sender/shared-secrets.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { OrganizationSecrets } from '../../../src/use-cases/sender/organization-secrets.ts'

import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const dayMs = 24 * 60 * 60 * 1000

describe('SharedSecretStore, tx.sharedSecrets', () => {
  let world: World
  let secrets: SharedSecretStore
  let organizationId: string
  beforeAll(async () => {
    world = await createWorld()
    secrets = world.container.get(SharedSecretStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    organizationId = (await createTenant(world)).organizationId
  })
  const rotate = async (graceSeconds = dayMs / 1000): Promise<string> => {
    const requester = { organizationId, by: operator }
    return (await world.container.get(OrganizationSecrets).rotateWebhookSecret(requester, graceSeconds))
      .secret
  }
  const later = (ms: number) => world.clock.set(new Date(world.clock.now().getTime() + ms).toISOString())

  it('are created on the first request, and stay', async () => {
    const [first, ...others] = await secrets.webhookSecrets(organizationId)
    expect([first, others]).toEqual([expect.stringMatching(/^whsec_[\w+/]{43}=$/), []])
    expect(await secrets.webhookSecrets(organizationId)).toEqual([first])
  })

  it('are one for all who make the first request at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => secrets.webhookSecrets(organizationId)),
    )
    expect(new Set(answers.flat()).size).toBe(1)
  })

  it('are different for each organization', async () => {
    const [[own], [theirs]] = [
      await secrets.webhookSecrets(organizationId),
      await secrets.webhookSecrets((await createTenant(world)).organizationId),
    ]
    expect(own).not.toBe(theirs)
  })

  it('are the new and the previous one for almost a day after a rotation', async () => {
    const [before] = await secrets.webhookSecrets(organizationId)
    const present = await rotate()
    expect(present).not.toBe(before)
    later(dayMs - 1)
    expect(await secrets.webhookSecrets(organizationId)).toEqual([present, before])
  })

  it('are the new one only a day after a rotation', async () => {
    await secrets.webhookSecrets(organizationId)
    const present = await rotate()
    later(dayMs)
    expect(await secrets.webhookSecrets(organizationId)).toEqual([present])
  })

  it('are read anew for a caller that looks for the answer to a rotation, also if this process signs', async () => {
    await secrets.webhookSecrets(organizationId)
    const refresh = secrets.refreshWebhookSecrets
    // Another process has made the rotation, so this one does not notice it.
    secrets.refreshWebhookSecrets = () => {}
    const present = await rotate().finally(() => {
      secrets.refreshWebhookSecrets = refresh
    })
    expect((await secrets.webhookSecret(organizationId)).secret).toBe(present)
  })

  it('stay if a rotation is repeated within a day', async () => {
    const [first] = await secrets.webhookSecrets(organizationId)
    const at = world.clock.now()
    const second = await rotate()
    const endsAt = new Date(at.getTime() + dayMs)
    later(dayMs - 1)
    await expect(rotate()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(endsAt.toISOString()),
    })
    expect(await secrets.webhookSecrets(organizationId)).toEqual([second, first])
    expect(await secrets.webhookSecret(organizationId)).toEqual({
      secret: second,
      previousUntil: endsAt,
    })
    later(1)
    const third = await rotate()
    expect(await secrets.webhookSecrets(organizationId)).toEqual([third, second])
  })

  it('are kept by one of several rotations at once', async () => {
    const [first] = await secrets.webhookSecrets(organizationId)
    const rotations = await Promise.allSettled([rotate(), rotate(), rotate()])
    const answers = rotations.flatMap((rotation) => (rotation.status === 'fulfilled' ? [rotation.value] : []))
    expect(await secrets.webhookSecrets(organizationId)).toEqual([...answers, first])
  })

  it('end at once with a rotation that ends them', async () => {
    await secrets.webhookSecrets(organizationId)
    await rotate()
    const present = await rotate(0)
    expect(await secrets.webhookSecrets(organizationId)).toEqual([present])
    expect(await secrets.webhookSecret(organizationId)).toEqual({
      secret: present,
      previousUntil: null,
    })
  })

  it('are one if the first was created by a rotation', async () => {
    const present = await rotate()
    expect(await secrets.webhookSecrets(organizationId)).toEqual([present])
  })

  it('do not change if a rotation is rolled back', async () => {
    const [before] = await secrets.webhookSecrets(organizationId)
    const run = world.container.get(UnitOfWork).run(async (tx) => {
      const secretsBefore = await tx.sharedSecrets.lockWebhookSecrets(organizationId, 'unused')
      const after = { ...secretsBefore, ciphertext: 'other', previousUntil: world.clock.now() }
      await tx.sharedSecrets.saveWebhookSecrets(organizationId, after)
      throw new Error('afterwards')
    })
    await expect(run).rejects.toThrow('afterwards')
    secrets.refreshWebhookSecrets(organizationId)
    expect(await secrets.webhookSecrets(organizationId)).toEqual([before])
  })
})
