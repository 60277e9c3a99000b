import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../../src/composition/provide.ts'
import { InboundFactStore } from '../../../../src/ports/sender/inbound/inbound-fact-store.ts'
import {
  MailboxFault,
  MailboxReader,
  type ReadMails,
  type ReadPosition,
} from '../../../../src/ports/sender/inbound/mailbox-reader.ts'
import { SenderChannels } from '../../../../src/ports/sender/message/channels.ts'
import type { MailboxFailure } from '../../../../src/use-cases/sender/inbound/read-mailboxes.ts'
import { mailOf } from '../../../support/data/mails.ts'
import { addSender } from '../../../support/data/sender.ts'
import { GivenChannels } from '../../../support/data/senders.ts'
import { readMailboxes } from '../../../support/read-mailboxes.ts'
import { createTenant } from '../../../support/tenant.ts'
import { createWorld, type World } from '../../../support/world.ts'

/**
 * A test double: `ScriptedReader` returns the results of reading a mailbox that a test scripted, in order. It
 * records at which cursor each reading began.
 */
class ScriptedReader extends MailboxReader {
  readonly readMailboxes: ReadPosition[] = []
  readonly script: (ReadMails | Error)[] = []

  sentIdsFail: Error | null = null

  override async sentIds() {
    if (this.sentIdsFail !== null) throw this.sentIdsFail
    return []
  }

  override async cursorAtEnd() {
    return { at: 'begin' }
  }

  override async read(_access: unknown, from: ReadPosition): Promise<ReadMails> {
    this.readMailboxes.push(from)
    const next = this.script.shift() ?? { mails: [], cursor: { at: 'end' }, more: false }
    if (next instanceof Error) throw next
    return next
  }
}

describe('ReadMailboxes', () => {
  let world: World
  let reader: ScriptedReader
  let channels: GivenChannels
  let senderId: string
  let organizationId: string

  beforeEach(async () => {
    reader = new ScriptedReader()
    channels = new GivenChannels()
    world = await createWorld([provideValue(MailboxReader, reader), provideValue(SenderChannels, channels)])
    organizationId = (await createTenant(world)).organizationId
    senderId = (await addSender(world, organizationId, { email: 'sales@own.example' })).id
    channels.accesses.set(senderId, { kind: 'smtp', settings: {}, password: 'secret' })
    await run()
  })
  afterEach(() => world.close())

  const run = () => readMailboxes(world)
  const seen = async () => (await world.container.get(InboundFactStore).mailboxes(organizationId))[0]
  const later = (seconds: number) =>
    world.clock.set(new Date(world.clock.now().getTime() + seconds * 1000).toISOString())

  it('reports that a sender is not connected, and tries again later', async () => {
    channels.accesses.delete(senderId)
    later(300)
    await run()
    await run()
    expect(reader.readMailboxes).toHaveLength(1)
    expect(await seen()).toMatchObject({ fault: { code: 'NO_ACCESS' } })
    const connectedAt = world.clock.now()
    channels.accesses.set(senderId, { kind: 'smtp', settings: {}, password: 'secret' })
    later(15 * 60)
    await run()
    expect(await seen()).toMatchObject({ fault: null })
    expect((await seen())?.readAt?.getTime()).toBeGreaterThan(connectedAt.getTime())
  })

  it('reads until there is no more, counts each mail once, and ignores the sender’s own copies', async () => {
    const own = await mailOf({ from: 'sales@own.example' })
    const answer = await mailOf({})
    reader.script.push(
      { mails: [own, answer], cursor: { at: '1' }, more: true },
      { mails: [answer], cursor: { at: '2' }, more: false },
    )
    later(300)
    await run()
    expect(reader.readMailboxes.slice(-2).map(({ cursor }) => cursor)).toEqual([{ at: 'end' }, { at: '1' }])
    expect(await seen()).toMatchObject({ factCounts: { replies: 0, unattributed: 1 } })
    await run()
    expect(reader.script).toEqual([])
  })

  it('keeps its position after an error, and waits longer after each one', async () => {
    reader.script.push(
      new MailboxFault('UNREACHABLE', 'No answer'),
      new MailboxFault('TEMPORARILY_REFUSED', 'Slow down', 600),
    )
    later(300)
    await run()
    expect(await seen()).toMatchObject({ fault: { code: 'UNREACHABLE', serverResponse: 'No answer' } })
    later(60)
    await run()
    expect(await seen()).toMatchObject({ fault: { code: 'TEMPORARILY_REFUSED' } })
    const readsBefore = reader.readMailboxes.length
    later(599)
    await run()
    expect(reader.readMailboxes).toHaveLength(readsBefore)
    later(1)
    await run()
    expect(reader.readMailboxes.at(-1)?.cursor).toEqual({ at: 'end' })
    expect(await seen()).toMatchObject({ fault: null })
  })

  it('reads the mailbox even if the Message-IDs of sent messages cannot be read back', async () => {
    await world.sql.query(
      `insert into message_log (id, organization_id, job_id, slice, record_id, step, sender_id, address, status, message_id,
                             created_at, ciphertext, awaits_message_id)
       select gen_random_uuid(), $1, gen_random_uuid(), 1, 1, 0, $2, 'ada@example.com', 'sent', '<1@own.example>', $3, '', true`,
      [organizationId, senderId, world.clock.now()],
    )
    channels.accesses.set(senderId, { kind: 'google', settings: {}, token: 'token' })
    reader.sentIdsFail = new TypeError('The provider answered something else')
    later(300)
    const readsBefore = reader.readMailboxes.length
    const failures: MailboxFailure[] = []
    await readMailboxes(world, (failure) => failures.push(failure))
    expect(reader.readMailboxes).toHaveLength(readsBefore + 1)
    expect(failures).toEqual([{ senderId, error: reader.sentIdsFail, mail: null }])
    expect(await seen()).toMatchObject({ fault: null })
  })

  it('skips a mail that the provider does not hand over after three attempts, if it hands over others', async () => {
    const fault = { code: 'UNREACHABLE', serverResponse: 'Status 500' } as const
    const bad = { ...(await mailOf({})), headers: new Map(), providerId: 'bad', fault }
    const good = { ...(await mailOf({})), providerId: 'good' }
    const part = { mails: [bad, good], cursor: { at: 'after bad' }, more: false }
    for (let attempt = 1; attempt <= 3; attempt++) {
      later(attempt === 1 ? 300 : 60)
      reader.script.push(part)
      await run()
      expect(await seen()).toMatchObject({ fault: attempt < 3 ? { code: 'MAIL_FAILED' } : null })
    }
    expect(await seen()).toMatchObject({ quarantined: [{ key: 'bad', failures: 3 }] })
    later(300)
    await run()
    expect(reader.readMailboxes.at(-1)?.cursor).toEqual({ at: 'after bad' })
  })

  it('keeps its position for hours while the provider hands over no mail, and then skips such mails', async () => {
    const fault = { code: 'UNREACHABLE', serverResponse: 'Status 500' } as const
    const lost = { ...(await mailOf({})), headers: new Map(), providerId: 'lost', fault }
    const part = { mails: [lost], cursor: { at: 'after lost' }, more: true }
    const troubles: unknown[] = []
    const begunAt = world.clock.now().getTime()
    for (let reading = 0; reading < 14; reading++) {
      later(1_800)
      reader.script.push(part)
      await run()
      troubles.push((await seen())?.fault?.code)
    }
    expect(troubles).toEqual([...Array(12).fill('UNREACHABLE'), 'MAIL_FAILED', 'MAIL_FAILED'])
    expect(world.clock.now().getTime() - begunAt).toBeGreaterThan(4 * 3_600_000)
    later(60)
    reader.script.push(part)
    await run()
    expect(reader.script).toHaveLength(1)
    later(1_800)
    await run()
    expect(await seen()).toMatchObject({ quarantined: [{ key: 'lost' }] })
    expect(reader.readMailboxes.at(-1)?.cursor).toEqual({ at: 'after lost' })
  })

  it('reads from before its backlog if the position is lost while unread mail is left', async () => {
    later(300)
    await run()
    const before = (await seen())?.readAt
    later(300)
    const backlog = { mails: [], cursor: { at: 'backlog' }, more: true }
    reader.script.push(backlog, new MailboxFault('UNREACHABLE', 'No answer'))
    await run()
    later(3_600)
    await run()
    expect(reader.readMailboxes.at(-1)?.since).toEqual(new Date((before?.getTime() ?? 0) - 600_000))
  })

  it('reads at most one week back after a longer gap', async () => {
    later(30 * 86_400)
    await run()
    expect(reader.readMailboxes.at(-1)?.since).toEqual(new Date(world.clock.now().getTime() - 7 * 86_400_000))
  })
})
