import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { Secrets } from '../../../src/ports/account/secrets.ts'
import { WebhookSecrets } from '../../../src/ports/sender/message/webhook-secrets.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { contract } from '../../support/contracts/contract.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const dayMs = 24 * 60 * 60 * 1000

contract([WebhookSecrets, 'webhookSecrets'], (name) => {
  let world: World
  let secrets: WebhookSecrets
  let organizationId: string
  beforeAll(async () => {
    world = await createWorld(name)
    secrets = world.container.get(WebhookSecrets)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    organizationId = (await createTenant(world)).organizationId
  })
  const rotate = async (): Promise<string> => {
    const { secret, ciphertext } = await world.container.get(Secrets).webhookSecret(organizationId)
    await world.container
      .get(UnitOfWork)
      .run((tx) => tx.webhookSecrets.rotate(organizationId, ciphertext, world.clock.now()))
    secrets.refresh(organizationId)
    return secret
  }
  const later = (ms: number) => world.clock.set(new Date(world.clock.now().getTime() + ms).toISOString())

  it('are created on the first request, and stay', async () => {
    const [first, ...others] = await secrets.of(organizationId)
    expect([first, others]).toEqual([expect.stringMatching(/^whsec_[\w+/]{43}=$/), []])
    expect(await secrets.of(organizationId)).toEqual([first])
  })

  it('are one for all who make the first request at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => secrets.of(organizationId)))
    expect(new Set(answers.flat()).size).toBe(1)
  })

  it('are different for each organization', async () => {
    const [[own], [theirs]] = [
      await secrets.of(organizationId),
      await secrets.of((await createTenant(world)).organizationId),
    ]
    expect(own).not.toBe(theirs)
  })

  it('are the new and the previous one for almost a day after a rotation', async () => {
    const [before] = await secrets.of(organizationId)
    const present = await rotate()
    expect(present).not.toBe(before)
    later(dayMs - 1)
    expect(await secrets.of(organizationId)).toEqual([present, before])
  })

  it('are the new one only a day after a rotation', async () => {
    await secrets.of(organizationId)
    const present = await rotate()
    later(dayMs)
    expect(await secrets.of(organizationId)).toEqual([present])
  })

  it('are the last two of several rotations', async () => {
    await secrets.of(organizationId)
    const second = await rotate()
    const third = await rotate()
    expect(await secrets.of(organizationId)).toEqual([third, second])
  })

  it('are one if the first was created by a rotation', async () => {
    const present = await rotate()
    expect(await secrets.of(organizationId)).toEqual([present])
  })

  it('do not change if a rotation is rolled back', async () => {
    const [before] = await secrets.of(organizationId)
    const { ciphertext } = await world.container.get(Secrets).webhookSecret(organizationId)
    const run = world.container.get(UnitOfWork).run(async (tx) => {
      await tx.webhookSecrets.rotate(organizationId, ciphertext, world.clock.now())
      throw new Error('afterwards')
    })
    await expect(run).rejects.toThrow('afterwards')
    secrets.refresh(organizationId)
    expect(await secrets.of(organizationId)).toEqual([before])
  })
})
