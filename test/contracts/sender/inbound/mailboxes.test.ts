import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { DueMailbox } from '../../../../src/domain/sender/inbound/mailbox.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { InboundFactStore } from '../../../../src/ports/sender/inbound/inbound-fact-store.ts'
import { SenderStore } from '../../../../src/ports/sender/senders.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { addSender as add } from '../../../support/data/sender.ts'
import { createTenant, type Tenant } from '../../../support/tenant.ts'
import { createWorld, type World } from '../../../support/world.ts'

const cursor = { validity: '1', next: 7 }

describe('InboundFactStore, tx.senders', () => {
  let world: World
  let own: Tenant
  let facts: InboundFactStore
  let senderId: string

  beforeAll(async () => {
    world = await createWorld()
    facts = world.container.get(InboundFactStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.follow()
    own = await createTenant(world)
    senderId = await addSender()
  })

  async function addSender(kind: DueMailbox['kind'] = 'smtp'): Promise<string> {
    const { id } = await add(world, own.organizationId, { kind, email: 'sales@own.example' })
    world.clock.follow()
    return id
  }

  /** Stores for the test that a sender sent one message on a day, in the sender's budget. */
  async function sent(id: string, day: string): Promise<void> {
    const { sql } = world
    await sql.query('delete from sender_budgets where sender_id = $1', [id])
    const insert = `insert into sender_budgets (sender_id, day, used, next_at, scheduled_until) values ($1, $2, 1, now(), now())`
    await sql.query(insert, [id, day])
  }

  const holderOf = () => world.container.get(Ids).next()
  /** Leases the mailbox of this test's organization for a moment, and those of other organizations for longer. */
  async function takenBriefly(holder: string): Promise<void> {
    const without = [own.organizationId]
    for (let mailbox = await facts.takeMailbox(holder, 60, without); mailbox; )
      mailbox = await facts.takeMailbox(holder, 60, without)
    expect(await facts.takeMailbox(holder, 0, [])).toMatchObject({ senderId })
    world.clock.follow()
  }
  /** Leases all due mailboxes for reading, and returns those of this test's organization. */
  async function taken(holder: string): Promise<readonly DueMailbox[]> {
    const all: DueMailbox[] = []
    for (
      let mailbox = await facts.takeMailbox(holder, 60, []);
      mailbox !== null;
      mailbox = await facts.takeMailbox(holder, 60, [])
    )
      all.push(mailbox)
    return all.filter(({ organizationId }) => organizationId === own.organizationId)
  }

  it('are due at once for a new sender, and absent for the deployment’s own sender', async () => {
    await addSender('deployment')
    expect(await taken(holderOf())).toEqual([
      {
        senderId,
        organizationId: own.organizationId,
        kind: 'smtp',
        email: 'sales@own.example',
        host: null,
        cursor: null,
        readAt: null,
        connectedAt: expect.any(Date),
        isActive: false,
        failures: 0,
        failingMails: [],
        wasLeft: false,
      },
    ])
  })

  it('give each to one of many readers at once', async () => {
    const more = [await addSender(), await addSender('google'), await addSender('microsoft')]
    const all = await Promise.all([holderOf(), holderOf(), holderOf()].map(taken))
    const ids = all.flat().map((mailbox) => mailbox.senderId)
    expect(ids.toSorted()).toEqual([senderId, ...more].toSorted())
  })

  it('are due at once after the clock was set back by hours', async () => {
    const holder = holderOf()
    await taken(holder)
    await facts.storeReading({
      senderId,
      holder,
      cursor,
      fault: null,
      failingMails: [],
      dueInSeconds: 1_800,
    })
    expect(await taken(holder)).toEqual([])
    world.clock.advance(-1_000)
    expect(await taken(holder)).toEqual([])
    world.clock.advance(-5 * 3_600)
    expect(await taken(holder)).toMatchObject([{ senderId, cursor }])
  })

  it('begin at the position of the connection of the sender, and keep the first one', async () => {
    for (const place of [cursor, { validity: '1', next: 99 }])
      await world.container.get(UnitOfWork).run((tx) => tx.senders.keepPlace(senderId, place))
    expect(await taken(holderOf())).toMatchObject([{ senderId, cursor, readAt: null }])
  })

  it('continue at the cursor, and clear the error after a reading', async () => {
    const holder = holderOf()
    await taken(holder)
    const fault = { code: 'UNREACHABLE', serverResponse: 'No answer' }
    await facts.storeReading({ senderId, holder, cursor: null, fault, failingMails: [], dueInSeconds: 0 })
    expect(await facts.mailboxes(own.organizationId)).toMatchObject([{ senderId, readAt: null, fault }])
    world.clock.follow()
    expect(await taken(holder)).toMatchObject([{ failures: 1, cursor: null }])
    await facts.storeReading({ senderId, holder, cursor, fault: null, failingMails: [], dueInSeconds: 0 })
    world.clock.follow()
    expect(await taken(holder)).toMatchObject([{ failures: 0, cursor, readAt: expect.any(Date) }])
    expect(await facts.mailboxes(own.organizationId)).toMatchObject([
      { fault: null, readAt: expect.any(Date) },
    ])
  })

  it('count as read when no unread mail is left, so that a lost position loses no mail', async () => {
    const result = { senderId, fault: null, failingMails: [], dueInSeconds: 0 }
    const readAt = async () => (await facts.mailboxes(own.organizationId))[0]?.readAt
    let holder = holderOf()
    await taken(holder)
    await facts.storeReading({ ...result, holder, cursor, more: true })
    expect(await readAt()).toBeNull()
    world.clock.follow()
    holder = holderOf()
    expect(await taken(holder)).toMatchObject([{ cursor, readAt: null, failures: 0 }])
    await facts.storeReading({ ...result, holder, cursor, more: false })
    const complete = await readAt()
    expect(complete).toEqual(expect.any(Date))
    world.clock.follow()
    world.clock.advance(60)
    holder = holderOf()
    await taken(holder)
    await facts.storeReading({ ...result, holder, cursor, more: true })
    expect(await readAt()).toEqual(complete)
  })

  it('store nothing of a reader whose lease has passed to another', async () => {
    const late = holderOf()
    const organizationId = own.organizationId
    await takenBriefly(late)
    await taken(holderOf())
    await facts.storeReading({
      senderId,
      holder: late,
      cursor,
      fault: null,
      failingMails: [],
      dueInSeconds: 0,
    })
    expect(await facts.mailboxes(organizationId)).toMatchObject([{ readAt: null }])
  })

  it('store failing mails during a reading, from the present reader only', async () => {
    const late = holderOf()
    const { organizationId } = own
    await takenBriefly(late)
    const present = holderOf()
    expect(await taken(present)).toMatchObject([{ senderId, wasLeft: true, failingMails: [] }])
    const at = '2026-11-22T10:00:00.000Z'
    const reason = { code: 'MAIL_FAILED', serverResponse: 'The e-mail could not be processed (22P02)' }
    const failing = { key: 'uid 1', messageId: null, receivedAt: at, failures: 3, reason, at }
    const failingMails = [failing, { ...failing, key: 'uid 2', failures: 2 }]
    await facts.noteFailingMails({ senderId, holder: late, failingMails })
    expect(await facts.mailboxes(organizationId)).toMatchObject([{ quarantined: [] }])
    await facts.noteFailingMails({ senderId, holder: present, failingMails })
    expect(await facts.mailboxes(organizationId)).toMatchObject([{ quarantined: [failing] }])
    await facts.storeReading({
      senderId,
      holder: present,
      cursor,
      fault: null,
      failingMails,
      dueInSeconds: 0,
    })
    world.clock.follow()
    expect(await taken(holderOf())).toMatchObject([{ wasLeft: false, failingMails }])
  })

  it('omit organizations with enough readings in progress', async () => {
    const without = [own.organizationId]
    const holder = holderOf()
    for (let mailbox = await facts.takeMailbox(holder, 60, without); mailbox; )
      mailbox = await facts.takeMailbox(holder, 60, without)
    expect(await taken(holder)).toMatchObject([{ senderId }])
  })

  it('are due at once after a release, which does not count as abandoned', async () => {
    const holder = holderOf()
    await taken(holder)
    expect(await taken(holder)).toEqual([])
    await facts.releaseMailbox({ senderId, holder: holderOf() })
    expect(await taken(holder)).toEqual([])
    await facts.releaseMailbox({ senderId, holder })
    world.clock.follow()
    expect(await taken(holder)).toMatchObject([{ senderId, wasLeft: false }])
  })

  it('are due after the present reading if the sender has changed meanwhile', async () => {
    const holder = holderOf()
    await taken(holder)
    const unitOfWork = world.container.get(UnitOfWork)
    await unitOfWork.run(async (tx) => {
      const sender = await tx.senders.lock(own.organizationId, senderId)
      if (sender !== null) await tx.senders.save({ ...sender, settings: { imapHost: 'imap.example.com' } })
    })
    world.clock.follow()
    expect(await taken(holderOf())).toEqual([])
    await facts.storeReading({ senderId, holder, cursor, fault: null, failingMails: [], dueInSeconds: 60 })
    world.clock.follow()
    expect(await taken(holder)).toMatchObject([{ senderId }])
    await facts.storeReading({ senderId, holder, cursor, fault: null, failingMails: [], dueInSeconds: 60 })
    world.clock.follow()
    expect(await taken(holder)).toEqual([])
  })

  it('are due at once after new credentials of the sender were saved, and not after a renewal of its token', async () => {
    const holder = holderOf()
    const fault = { code: 'REFUSED', serverResponse: 'Invalid credentials' }
    const failed = { senderId, holder, cursor: null, fault, failingMails: [], dueInSeconds: 1_800 }
    const saveCredentials = async () => {
      await world.container
        .get(UnitOfWork)
        .run((tx) => tx.senders.saveCredentials(senderId, 'of a person', null))
      world.clock.follow()
    }
    const renew = () => {
      const renewed = { credentials: 'renewed', expiresAt: world.clock.now() }
      return world.container
        .get(SenderStore)
        .renewCredentials(own.organizationId, senderId, async () => renewed)
    }
    await taken(holder)
    await facts.storeReading(failed)
    await saveCredentials()
    expect(await taken(holder)).toMatchObject([{ senderId, failures: 0 }])
    await facts.storeReading(failed)
    expect(await renew()).toBe('renewed')
    world.clock.follow()
    expect(await taken(holder)).toEqual([])
    await saveCredentials()
    expect(await taken(holder)).toMatchObject([{ senderId, failures: 0 }])
    await saveCredentials()
    expect(await taken(holderOf())).toEqual([])
    await facts.storeReading(failed)
    world.clock.follow()
    expect(await taken(holder)).toMatchObject([{ senderId, failures: 1 }])
  })

  it('are active for a week after the sender has sent', async () => {
    const at = await addSender()
    for (const [days, isActive] of [
      [7, true],
      [9, false],
    ] as const) {
      const day = new Date(world.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)
      await sent(at, day)
      const holder = holderOf()
      expect((await taken(holder)).find((mailbox) => mailbox.senderId === at)).toMatchObject({ isActive })
      await facts.releaseMailbox({ senderId: at, holder })
      world.clock.follow()
    }
  })

  it('list nothing of another organization', async () => {
    expect(await facts.mailboxes((await createTenant(world)).organizationId)).toEqual([])
  })
})
