import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Ids } from '../../../src/ports/ids.ts'
import { SenderAccessError, SenderChannels } from '../../../src/ports/sender/message/channels.ts'
import { addSender } from '../../support/data/sender.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the access to the account of a sender', () => {
  let world: World
  let channels: SenderChannels
  beforeAll(async () => {
    world = await createWorld()
    channels = world.container.get(SenderChannels)
  })
  afterAll(() => world.close())

  it('returns an SMTP account with its password and settings', async () => {
    const { organizationId } = world.demo
    const settings = { host: 'smtp.example.com', user: 'ada', imapHost: 'imap.example.com' }
    const { id } = await addSender(world, organizationId, { settings }, { password: 'hush' })
    expect(await channels.accessOf(organizationId, id)).toEqual({ kind: 'smtp', settings, password: 'hush' })
  })

  it('returns a mailbox at a provider with a valid token', async () => {
    const { organizationId } = world.demo
    const expiresAt = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
    const tokens = { refreshToken: 'refresh', accessToken: 'access', expiresAt }
    const { id } = await addSender(world, organizationId, { kind: 'google', settings: {} }, tokens)
    expect(await channels.accessOf(organizationId, id)).toEqual({
      kind: 'google',
      settings: {},
      token: 'access',
    })
  })

  it('returns nothing of another organization, and no removed sender', async () => {
    const { organizationId } = world.demo
    const { id } = await addSender(world, organizationId, {}, { password: 'hush' })
    const stranger = world.container.get(Ids).next()
    await expect(channels.accessOf(stranger, id)).rejects.toBeInstanceOf(SenderAccessError)
    await expect(channels.accessOf(organizationId, stranger)).rejects.toBeInstanceOf(SenderAccessError)
  })
})
