import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Ids } from '../../../src/ports/ids.ts'
import { InboundFactStore } from '../../../src/ports/sender/inbound/inbound-fact-store.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { addSender } from '../../support/data/sender.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a mailbox that could not be read, on PostgreSQL', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  it('is read at once after a change of the server of its sender, and after no other change', async () => {
    const { organizationId } = world.demo
    const sender = await addSender(world, organizationId)
    const facts = world.container.get(InboundFactStore)
    const holder = world.container.get(Ids).next()
    expect((await facts.takeMailbox(holder, 60, []))?.senderId).toBe(sender.id)
    const fault = { code: 'REFUSED', serverResponse: 'names no IMAP server' }
    await facts.storeReading({
      senderId: sender.id,
      holder,
      cursor: null,
      fault,
      failingMails: [],
      dueInSeconds: 1_800,
    })

    const save = (changes: object) =>
      world.container.get(UnitOfWork).run((tx) => tx.senders.save({ ...sender, ...changes }))
    await save({ name: 'Another' })
    expect(await facts.takeMailbox(holder, 60, [])).toBeNull()
    await save({ settings: { ...sender.settings, imapHost: 'imap.example.com' } })
    expect(await facts.takeMailbox(holder, 60, [])).toMatchObject({ senderId: sender.id, failures: 0 })
  })
})
