import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { WebhookSecrets } from '../../src/ports/sender/webhook-secrets.ts'
import { createTenant } from '../support/tenant.ts'
import { adapters, createWorld, type World } from '../support/world.ts'

const dayMs = 24 * 60 * 60 * 1000

describe.each(adapters)('WebhookSecrets on %s', (name) => {
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
  const later = (ms: number) => world.clock.set(new Date(world.clock.now().getTime() + ms).toISOString())

  it('are made when they are first asked for, and stay', async () => {
    const [first, ...others] = await secrets.of(organizationId)
    expect([first, others]).toEqual([expect.stringMatching(/^whsec_[\w+/]{43}=$/), []])
    expect(await secrets.of(organizationId)).toEqual([first])
  })

  it('are one for all who ask first at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => secrets.of(organizationId)))
    expect(new Set(answers.flat()).size).toBe(1)
  })

  it('are one for each organization', async () => {
    const [[own], [theirs]] = [
      await secrets.of(organizationId),
      await secrets.of((await createTenant(world)).organizationId),
    ]
    expect(own).not.toBe(theirs)
  })

  it('are the new one and the one before for almost a day after a rotation', async () => {
    const [before] = await secrets.of(organizationId)
    const present = await secrets.rotate(organizationId)
    expect(present).not.toBe(before)
    later(dayMs - 1)
    expect(await secrets.of(organizationId)).toEqual([present, before])
  })

  it('are the new one alone a day after a rotation', async () => {
    await secrets.of(organizationId)
    const present = await secrets.rotate(organizationId)
    later(dayMs)
    expect(await secrets.of(organizationId)).toEqual([present])
  })

  it('are the last two of several rotations', async () => {
    await secrets.of(organizationId)
    const second = await secrets.rotate(organizationId)
    const third = await secrets.rotate(organizationId)
    expect(await secrets.of(organizationId)).toEqual([third, second])
  })

  it('are one where the first was made by a rotation', async () => {
    const present = await secrets.rotate(organizationId)
    expect(await secrets.of(organizationId)).toEqual([present])
  })
})
