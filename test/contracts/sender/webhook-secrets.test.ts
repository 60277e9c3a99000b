import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { Secrets } from '../../../src/ports/account/secrets.ts'
import { SharedSecrets } from '../../../src/ports/sender/shared-secrets.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { contract, part, partOfStore } from '../../support/contracts/contract.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const dayMs = 24 * 60 * 60 * 1000

const rotation = partOfStore('sharedSecrets', 'rotateWebhookSecret')

contract([part(SharedSecrets, 'webhookSecrets', 'refreshWebhookSecrets'), rotation], (name) => {
  let world: World
  let secrets: SharedSecrets
  let organizationId: string
  beforeAll(async () => {
    world = await createWorld(name)
    secrets = world.container.get(SharedSecrets)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    organizationId = (await createTenant(world)).organizationId
  })
  const rotate = async (): Promise<string> => {
    const { secret, ciphertext } = world.container.get(Secrets).webhookSecret(organizationId)
    await world.container
      .get(UnitOfWork)
      .run((tx) => tx.sharedSecrets.rotateWebhookSecret(organizationId, ciphertext, world.clock.now()))
    secrets.refreshWebhookSecrets(organizationId)
    return secret
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

  it('are the last two of several rotations', async () => {
    await secrets.webhookSecrets(organizationId)
    const second = await rotate()
    const third = await rotate()
    expect(await secrets.webhookSecrets(organizationId)).toEqual([third, second])
  })

  it('are one if the first was created by a rotation', async () => {
    const present = await rotate()
    expect(await secrets.webhookSecrets(organizationId)).toEqual([present])
  })

  it('do not change if a rotation is rolled back', async () => {
    const [before] = await secrets.webhookSecrets(organizationId)
    const { ciphertext } = world.container.get(Secrets).webhookSecret(organizationId)
    const run = world.container.get(UnitOfWork).run(async (tx) => {
      await tx.sharedSecrets.rotateWebhookSecret(organizationId, ciphertext, world.clock.now())
      throw new Error('afterwards')
    })
    await expect(run).rejects.toThrow('afterwards')
    secrets.refreshWebhookSecrets(organizationId)
    expect(await secrets.webhookSecrets(organizationId)).toEqual([before])
  })
})
