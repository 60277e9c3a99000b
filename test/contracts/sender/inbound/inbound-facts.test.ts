import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { v7 } from 'uuid'
import { operator } from '../../../../src/domain/account/audit/actor.ts'
import { settleStep } from '../../../../src/domain/job/recipient/recipient.ts'
import type { LeasedSlice } from '../../../../src/domain/job/slice.ts'
import { type InboundFact, shortTextOf } from '../../../../src/domain/sender/inbound/inbound-fact.ts'
import type { SentMessage } from '../../../../src/domain/sender/message/logged-message.ts'
import type { Exit } from '../../../../src/domain/spinner/exit.ts'
import { ContactRuleStore, PersonDigests } from '../../../../src/ports/contact/contact-rules.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { JobStore } from '../../../../src/ports/job/jobs.ts'
import { Slices } from '../../../../src/ports/job/slices.ts'
import { InboundFactStore } from '../../../../src/ports/sender/inbound/inbound-fact-store.ts'
import { MessageLog } from '../../../../src/ports/sender/message/message-log.ts'
import { MessageTokens } from '../../../../src/ports/sender/message/message-tokens.ts'
import { SenderStore } from '../../../../src/ports/sender/senders.ts'
import { type Transaction, UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { ChangeOrganization } from '../../../../src/use-cases/account/change-organization.ts'
import { Jobs } from '../../../../src/use-cases/job/jobs.ts'

import { TriggerSpinner } from '../../../../src/use-cases/job/trigger-spinner.ts'
import { ErasePerson } from '../../../../src/use-cases/person/erase-person.ts'
import { InboundFactProcessor } from '../../../../src/use-cases/sender/inbound/inbound-fact-processor.ts'
import { ReactionStore } from '../../../../src/use-cases/sender/inbound/reaction-store.ts'
import { lead } from '../../../support/api.ts'
import { addSender } from '../../../support/data/sender.ts'
import { EventLog } from '../../../support/event/event-log.ts'
import { programOfLength } from '../../../support/program.ts'
import { createTenant, type Tenant } from '../../../support/tenant.ts'
import { createWorld, type World } from '../../../support/world.ts'

const email = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' } as const
const ada = 'ada@example.com'
const grace = 'grace@example.com'

const allExits: readonly Exit[] = ['reply', 'bounce', 'unsubscribe', 'autoReply:hold']

interface Begun {
  readonly exits?: readonly Exit[]
  /** The sender of the present tenant that sends the messages; null for a new tenant and its mail server. */
  readonly senderId?: string | null
  /** Whether the job is another one of the present tenant. */
  readonly keepsTenant?: boolean
}

/** A unit of work whose first write to the log of messages fails. */
class FailsOnce extends UnitOfWork {
  readonly #unitOfWork: UnitOfWork
  #isDue = true

  constructor(unitOfWork: UnitOfWork) {
    super()
    this.#unitOfWork = unitOfWork
  }

  override run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#unitOfWork.run((tx) => {
      const noteInLog: typeof tx.inboundFacts.noteInLog = async (...noted) => {
        if (!this.#isDue) return await tx.inboundFacts.noteInLog(...noted)
        this.#isDue = false
        throw new Error('The log cannot be written')
      }
      const inboundFacts = new Proxy(tx.inboundFacts, {
        get: (store, name) => {
          if (name === 'noteInLog') return noteInLog
          const value = Reflect.get(store, name)
          return typeof value === 'function' ? value.bind(store) : value
        },
      })
      return work(Object.create(tx, { inboundFacts: { value: inboundFacts } }))
    })
  }
}

describe('tx.inboundFacts, InboundFactStore, PersonStore', () => {
  let world: World
  let own: Tenant
  let jobId: string
  let slice: LeasedSlice
  let no = 0

  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(() => begin())

  /** Sets up a job for the test in which Ada and Grace have got their first message and wait for the second. */
  async function begin({ exits = allExits, senderId = null, keepsTenant = false }: Begun = {}) {
    if (senderId === null && !keepsTenant)
      own = await createTenant(world, { spinner: { steps: [email, email], exits } })
    await own.ingest([lead(0), lead(1)])
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    jobId = (await world.container.get(TriggerSpinner).execute(command)).answer.jobId
    world.clock.follow()
    const slices = world.container.get(Slices)
    const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
    slice = (await slices.take(jobId, lease)) as LeasedSlice
    const by = senderId === null ? null : { own: null, candidates: [senderId], hasWaited: false }
    const marks = [ada, grace].map((address, nth) => ({ recordId: idOf(nth), step: 0, address, by }))
    await slices.settleAndMark(slice, lease, [], marks)
    const settled = marks.map(({ recordId, address }, nth) => ({
      ...settleStep({ recordId, step: 0, attempts: 0 }, { kind: 'sent' }, programOfLength(2), 0),
      message: messageOf(address, nth),
    }))
    await slices.settleAndMark(slice, lease, settled, [])
    await slices.release(slice, lease)
  }

  /** Returns a sent message for the test as the message log keeps it, with the ids that its provider gave it. */
  const messageOf = (address: string, nth: number): SentMessage => ({
    id: world.container.get(Ids).next(),
    to: address,
    address,
    subject: 'Hello',
    text: 'Hello',
    html: null,
    senderId: null,
    status: 'sent',
    messageId: `<given-${nth}@mail.provider.example>`,
    providerId: `message ${nth}`,
    providerThread: `conversation ${nth}`,
    serverResponse: null,
  })
  const idOf = (nth: number) => slice.recipients[nth]?.recordId ?? ''
  const messageIdOf = (nth: number, changes = {}) =>
    world.container
      .get(MessageTokens)
      .messageIdFor({ jobId, slice: slice.no, recordId: idOf(nth), step: 0, ...changes }, 'sales@own.example')
  const factOf = ({
    answers = {},
    ...changes
  }: Omit<Partial<InboundFact>, 'answers'> & { answers?: object }): InboundFact => ({
    kind: 'reply',
    key: `fact ${no++}`,
    at: world.clock.now(),
    messageId: '<reply@example.com>',
    until: null,
    status: null,
    serverResponse: null,
    voucher: null,
    asksToStop: false,
    ...changes,
    answers: { messageIds: [], providerId: null, providerThread: null, addresses: [], ...answers },
  })
  const hear = (fact: Parameters<typeof factOf>[0], organizationId = own.organizationId) =>
    world.container.get(InboundFactProcessor).process({ organizationId, senderId: null, fact: factOf(fact) })
  const recipients = async () => {
    const page = { limit: 10, after: null }
    const list = world.container.get(JobStore).recipients(jobId, { status: null, reason: null }, page)
    return (await list).items.map(({ status, reason }) => [status, reason?.code ?? null])
  }
  const suppressionOf = async (address: string) =>
    (await world.container.get(ContactRuleStore).suppressionOf(own.organizationId, address))?.reason ?? null

  it('counts a reply to a paused job at the same moment', async () => {
    const { organizationId } = own
    await world.container.get(Jobs).pause({ organizationId, by: operator }, jobId)
    await hear({ answers: { messageIds: [messageIdOf(0)] } })
    expect(await world.container.get(JobStore).find(organizationId, jobId)).toMatchObject({
      status: 'paused',
      counts: { pending: 1, stopped: 1 },
      reasons: [{ code: 'REPLIED', status: 'stopped', count: 1 }],
    })
  })

  it('stops a recipient who replied to a Message-ID of Spindle, with the evidence', async () => {
    const at = new Date('2026-11-21T10:00:00.000Z')
    expect(await hear({ at, answers: { messageIds: ['<else@x.example>', messageIdOf(0)] } })).toBe('stopped')
    expect(await recipients()).toEqual([
      ['stopped', 'REPLIED'],
      ['pending', null],
    ])
    const page = { limit: 10, after: null }
    const { items } = await world.container
      .get(JobStore)
      .recipients(jobId, { status: 'stopped', reason: null }, page)
    expect(items[0]?.reason?.evidence).toEqual({
      at: '2026-11-21T10:00:00.000Z',
      messageId: '<reply@example.com>',
      answers: '<else@x.example>',
      spinnerId: own.spinnerId,
      jobId,
    })
    expect(await suppressionOf(ada)).toBeNull()
  })

  const unsubscribeByReply = (isOn: boolean) =>
    world.container.get(ChangeOrganization).execute({
      organizationId: own.organizationId,
      changes: { unsubscribesByReply: isOn },
      signedIn: null,
      by: operator,
    })

  it('keeps a request for no more mail as evidence, and suppresses nobody by itself', async () => {
    const answers = { messageIds: [messageIdOf(0)], addresses: [ada] }
    expect(await hear({ asksToStop: true, answers })).toBe('stopped')
    const page = { limit: 10, after: null }
    const { items } = await world.container
      .get(JobStore)
      .recipients(jobId, { status: 'stopped', reason: null }, page)
    expect(items[0]?.reason).toMatchObject({ code: 'REPLIED', evidence: { request: 'unsubscribe' } })
    expect(await suppressionOf(ada)).toBeNull()
  })

  it('suppresses the author of such a reply and stops all jobs, if the organization chose so', async () => {
    await unsubscribeByReply(true)
    const { organizationId } = own
    const otherId = jobId
    await begin({ keepsTenant: true })
    await world.container.get(Jobs).pause({ organizationId, by: operator }, otherId)
    const answers = { messageIds: [messageIdOf(0)], addresses: [ada] }
    expect(await hear({ asksToStop: true, answers })).toBe('suppressed')
    expect(await recipients()).toEqual([
      ['stopped', 'UNSUBSCRIBED'],
      ['pending', null],
    ])
    expect(await suppressionOf(ada)).toBe('unsubscribed')
    expect(await suppressionOf(grace)).toBeNull()
    expect(await world.container.get(JobStore).find(organizationId, otherId)).toMatchObject({
      reasons: [{ code: 'UNSUBSCRIBED', status: 'stopped', count: 1 }],
    })
    const key = 'the same reply'
    const repeated = { key, asksToStop: true, answers }
    await hear(repeated)
    expect(await hear(repeated)).toBeNull()
    expect((await recipients())[1]).toEqual(['pending', null])
  })

  it('suppresses by such a reply neither another address, nor an unproven one, nor by other replies', async () => {
    await unsubscribeByReply(true)
    const id = { messageIds: [messageIdOf(0)] }
    expect(await hear({ asksToStop: true, answers: { addresses: [grace] } })).toBe('unverified')
    const colleague = { ...id, addresses: ['colleague@example.com'] }
    expect(await hear({ asksToStop: true, answers: colleague })).toBe('stopped')
    expect(await hear({ answers: { messageIds: [messageIdOf(1)], addresses: [grace] } })).toBe('stopped')
    for (const address of [ada, grace, 'colleague@example.com'])
      expect(await suppressionOf(address)).toBeNull()
    expect(await recipients()).toEqual([
      ['stopped', 'REPLIED'],
      ['stopped', 'REPLIED'],
    ])
    await unsubscribeByReply(false)
    expect(await hear({ asksToStop: true, answers: { ...id, addresses: [ada] } })).toBe('noted')
    expect(await suppressionOf(ada)).toBeNull()
  })

  it('recognizes the author of a new mail by the authenticated address, for 30 days', async () => {
    const voucher = 'authentication'
    expect(await hear({ voucher, answers: { addresses: [grace] } })).toBe('stopped')
    expect(await recipients()).toEqual([
      ['pending', null],
      ['stopped', 'REPLIED'],
    ])
    await age(31)
    expect(await hear({ answers: { addresses: [ada] } })).toBe('nobody')
  })

  it('does not count a mail as a reply to a message that was sent after it', async () => {
    const voucher = 'authentication'
    const receivedAt = (secondsAgo: number) => new Date(world.clock.now().getTime() - secondsAgo * 1000)
    const earlier = await hear({ voucher, at: receivedAt(3), answers: { addresses: [ada] } })
    expect([earlier, await recipients()]).toEqual([
      'nobody',
      [
        ['pending', null],
        ['pending', null],
      ],
    ])
    expect(await hear({ voucher, at: receivedAt(0), answers: { addresses: [ada] } })).toBe('stopped')
  })

  it.each([{ providerThread: 'conversation 1' }, { providerId: 'message 1', providerThread: 'another' }])(
    'recognizes a message by the id of its provider, from any address: %j',
    async (answers) => {
      const other = await createTenant(world)
      const said = { ...answers, messageIds: ['<else@x.example>'], addresses: ['ada@private.example'] }
      expect(await hear({ answers: said }, other.organizationId)).toBe('nobody')
      expect(await hear({ answers: said })).toBe('stopped')
      expect(await recipients()).toEqual([
        ['pending', null],
        ['stopped', 'REPLIED'],
      ])
    },
  )

  it('ignores a forged Message-ID, and one of another organization', async () => {
    const other = await createTenant(world)
    const signed = messageIdOf(0)
    const forged = `<${signed.slice(1, 20)}A${signed.slice(21)}`
    expect(await hear({ answers: { messageIds: [forged === signed ? `${signed}x` : forged] } })).toBe(
      'nobody',
    )
    expect(await hear({ answers: { messageIds: [signed], addresses: [ada] } }, other.organizationId)).toBe(
      'nobody',
    )
    expect(await hear({ answers: { messageIds: [messageIdOf(0, { jobId: other.spinnerId })] } })).toBe(
      'nobody',
    )
    expect(await recipients()).toEqual([
      ['pending', null],
      ['pending', null],
    ])
  })

  it('finds the recipient by the authenticated address if a restore lost the message of the reply', async () => {
    const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000)
    const replyTo = (days: number, address: string) => {
      const messageId = messageIdOf(0, { jobId: v7({ msecs: daysAgo(days).getTime() }) })
      return hear({ voucher: 'authentication', answers: { messageIds: [messageId], addresses: [address] } })
    }
    await world.inspect.change({ restoredTo: daysAgo(5), restoredAt: daysAgo(4), nothingLost: true })
    await world.inspect.change({ restoredTo: daysAgo(3), restoredAt: daysAgo(1), nothingLost: false })
    for (const days of [4.5, 3.1, 0.9]) expect(await replyTo(days, ada)).toBe('nobody')
    expect(await recipients()).toEqual([
      ['pending', null],
      ['pending', null],
    ])
    expect(await replyTo(2, ada)).toBe('stopped')
    // Replies to a job whose id was made 30 seconds before the backup, but which was committed after it.
    expect(await replyTo(3 + 30 / 86_400, grace)).toBe('stopped')
    expect(await recipients()).toEqual([
      ['stopped', 'REPLIED'],
      ['stopped', 'REPLIED'],
    ])
  })

  it.each(['reply', 'autoReply', 'hardBounce', 'complaint', 'refusal'] as const)(
    'changes nothing after a %s that only names an address, however often it is forged',
    async (kind) => {
      const until = new Date(world.clock.now().getTime() + 86_400_000)
      const answers = { messageIds: ['<forged@evil.example>'], addresses: [ada] }
      const outcomes = []
      for (let nth = 0; nth < 5; nth++) outcomes.push(await hear({ kind, until, answers }))
      expect(outcomes).toEqual(['unverified', null, null, null, null])
      expect((await recipients())[0]).toEqual(['pending', null])
      expect(await suppressionOf(ada)).toBeNull()
    },
  )

  it.each([
    ['hardBounce', 'BOUNCED'],
    ['complaint', 'COMPLAINED'],
  ] as const)(
    'stops the recipient after an authenticated %s in that spinner, and suppresses nobody',
    async (kind, code) => {
      expect(await hear({ kind, voucher: 'authentication', answers: { addresses: [ada] } })).toBe('stopped')
      expect((await recipients())[0]).toEqual(['stopped', code])
      expect(await suppressionOf(ada)).toBeNull()
    },
  )

  it('does not accept the authentication of a mail server for the second address of a report', async () => {
    const answers = { addresses: ['eve@evil.example', ada] }
    expect(await hear({ kind: 'hardBounce', voucher: 'authentication', answers })).toBe('unverified')
  })

  it('counts an unproven report at the mailbox only', async () => {
    const { organizationId } = own
    const { id: senderId } = await addSender(world, organizationId)
    const fact = factOf({ kind: 'hardBounce', answers: { addresses: [ada] } })
    await world.container.get(InboundFactProcessor).process({ organizationId, senderId, fact })
    const [mailbox] = await world.container.get(InboundFactStore).mailboxes(organizationId)
    expect(mailbox).toMatchObject({
      factCounts: { bounces: 0, unverified: 1, unattributed: 0 },
      unverified: [{ kind: 'hardBounce', at: expect.any(Date), jobId, recordId: idOf(0), step: 0 }],
    })
  })

  it('suppresses an address that a provider reports', async () => {
    const answers = { addresses: [ada] }
    expect(await hear({ kind: 'hardBounce', voucher: 'provider', answers })).toBe('suppressed')
    expect(await suppressionOf(ada)).toBe('bounced')
  })

  it('stops the recipient of a reply that another mailbox has read first and could not attribute', async () => {
    const { organizationId } = own
    const events = await EventLog.of(world, organizationId)
    const [copied, requested] = [
      await addSender(world, organizationId),
      await addSender(world, organizationId),
    ]
    const read = (senderId: string, answers: object) => {
      const fact = factOf({ key: 'mail <reply@example.com>', answers })
      return world.container.get(InboundFactProcessor).process({ organizationId, senderId, fact })
    }
    const known = { messageIds: [messageIdOf(0)] }
    const counts = async () =>
      (await world.container.get(InboundFactStore).mailboxes(organizationId)).map(
        ({ senderId, factCounts }) => ({
          mailbox: senderId === copied.id ? 'copied' : 'asked',
          replies: factCounts.replies,
          unattributed: factCounts.unattributed,
        }),
      )
    const unknown = { messageIds: ['<else@x.example>'] }
    expect(await read(copied.id, unknown)).toBe('nobody')
    expect(await read(copied.id, unknown)).toBeNull()
    expect(await read(requested.id, known)).toBe('stopped')
    expect(await read(copied.id, unknown)).toBeNull()
    expect(await read(requested.id, known)).toBeNull()
    expect((await recipients())[0]).toEqual(['stopped', 'REPLIED'])
    expect(await counts()).toEqual([
      { mailbox: 'copied', replies: 0, unattributed: 0 },
      { mailbox: 'asked', replies: 1, unattributed: 0 },
    ])
    expect((await events.next('message.replied')).length).toBe(1)
  })

  it('accepts a real bounce after forged ones, and counts it once whatever ids it names', async () => {
    const forged = {
      kind: 'hardBounce',
      answers: { messageIds: ['<a@evil.example>'], addresses: [ada] },
    } as const
    expect(await hear(forged)).toBe('unverified')
    const bounce = (other: string) =>
      hear({
        kind: 'hardBounce',
        key: other,
        answers: { messageIds: [other, messageIdOf(0)], addresses: [ada] },
      })
    expect(await bounce('<x@evil.example>')).toBe('suppressed')
    expect(await bounce('<y@evil.example>')).toBeNull()
  })

  it('requires the id that the provider assigned, and not its conversation, as proof of a bounce', async () => {
    const answers = { messageIds: ['<else@x.example>'], providerThread: 'conversation 1', addresses: [grace] }
    expect(await hear({ kind: 'hardBounce', answers })).toBe('stopped')
    expect(await suppressionOf(grace)).toBeNull()
    const readBack = { ...answers, messageIds: ['<given-1@mail.provider.example>'] }
    expect(await hear({ kind: 'hardBounce', answers: readBack })).toBe('suppressed')
    expect(await suppressionOf(grace)).toBe('bounced')
  })

  it('counts a bounce whose processing failed once at the last write, and shows it in the log', async () => {
    const { organizationId } = own
    const { id: senderId } = await addSender(world, organizationId)
    await begin({ senderId })
    const { container } = world
    const failing = new FailsOnce(container.get(UnitOfWork))
    const [tokens, digests] = [container.get(MessageTokens), container.get(PersonDigests)]
    const [ids, reactions] = [container.get(Ids), container.get(ReactionStore)]
    const processor = new InboundFactProcessor(failing, tokens, digests, world.clock, ids, reactions)
    const fact = factOf({ kind: 'hardBounce', answers: { messageIds: [messageIdOf(0)], addresses: [ada] } })
    const command = { organizationId: own.organizationId, senderId: null, fact }
    const states = async () => {
      const filter = { address: ada, senderId: null, jobId, status: null }
      const page = { limit: 5, after: null }
      const { items } = await container.get(MessageLog).list(own.organizationId, filter, page)
      return items.map(({ status }) => status)
    }
    const bounced = async () => {
      const health = container.get(SenderStore).healthOf(own.organizationId, [senderId], world.clock.now())
      return (await health).get(senderId)?.day.bounced
    }
    await expect(processor.process(command)).rejects.toThrow('The log cannot be written')
    expect([await bounced(), await states()]).toEqual([0, ['sent']])
    expect((await recipients())[0]).toEqual(['pending', null])
    expect([await processor.process(command), await processor.process(command)]).toEqual(['suppressed', null])
    expect([await bounced(), await states()]).toEqual([1, ['bounced']])
  })

  it('changes nothing after a bounce of an address that was never written to', async () => {
    expect(await hear({ kind: 'hardBounce', answers: { addresses: ['eve@example.com'] } })).toBe('nobody')
    expect(await suppressionOf('eve@example.com')).toBeNull()
  })

  it.each([
    ['hardBounce', 'BOUNCED', 'bounced'],
    ['complaint', 'COMPLAINED', 'complained'],
  ] as const)('suppresses after a %s', async (kind, code, reason) => {
    const answers = { messageIds: [messageIdOf(0)], addresses: ['forwarded@example.com', ada] }
    expect(await hear({ kind, answers })).toBe('suppressed')
    expect((await recipients())[0]).toEqual(['stopped', code])
    expect([await suppressionOf(ada), await suppressionOf('forwarded@example.com')]).toEqual([reason, null])
  })

  it('stores a bounce whose text is cut within an emoji', async () => {
    const serverResponse = shortTextOf(`${'a'.repeat(299)}😀 \0 \uD83D`)
    const answers = { messageIds: [messageIdOf(0)], addresses: [ada] }
    expect(await hear({ kind: 'hardBounce', serverResponse, answers })).toBe('suppressed')
  })

  it('stops without suppressing if a report names an address that was not written to', async () => {
    const answers = { messageIds: [messageIdOf(0)], addresses: [grace] }
    expect(await hear({ kind: 'hardBounce', answers })).toBe('stopped')
    expect([await suppressionOf(ada), await suppressionOf(grace)]).toEqual([null, null])
  })

  it('changes nothing after a soft bounce or a delivery', async () => {
    expect(await hear({ kind: 'softBounce', answers: { messageIds: [messageIdOf(0)] } })).toBe('noted')
    expect(await hear({ kind: 'delivered', answers: { messageIds: [messageIdOf(0)] } })).toBeNull()
    expect((await recipients())[0]).toEqual(['pending', null])
  })

  it('holds after an automatic reply until its date, and no longer', async () => {
    const until = new Date(world.clock.now().getTime() + 86_400_000)
    const answers = { messageIds: [messageIdOf(0)] }
    expect(await hear({ kind: 'autoReply', until, answers })).toBe('held')
    expect((await recipients())[0]).toEqual(['waiting', 'ON_HOLD'])
    expect(await hear({ kind: 'autoReply', until: new Date(0), answers })).toBe('noted')
    expect(await hear({ answers })).toBe('stopped')
  })

  it('changes nothing after an automatic reply if the spinner has no such exit', async () => {
    await begin({ exits: ['reply'] })
    const until = new Date(world.clock.now().getTime() + 86_400_000)
    expect(await hear({ kind: 'autoReply', until, answers: { messageIds: [messageIdOf(0)] } })).toBe('noted')
    expect((await recipients())[0]).toEqual(['pending', null])
  })

  describe('is told', () => {
    const reported = async (log: EventLog) =>
      (await log.next()).map(({ type, object, address, data }) => [type, object.id, address, data['reason']])

    it('as message.replied, with the message and the address, once', async () => {
      const log = await EventLog.of(world, own.organizationId)
      const fact = factOf({ answers: { messageIds: [messageIdOf(0)], addresses: [ada] } })
      for (let time = 0; time < 2; time++) await hear(fact)
      const { organizationId, projectId, spinnerId, dataTableId } = own
      const { items } = await world.container
        .get(MessageLog)
        .list(
          organizationId,
          { address: ada, senderId: null, jobId: null, status: null },
          { limit: 1, after: null },
        )
      expect(await log.next('message.replied')).toMatchObject([
        {
          organizationId,
          projectId,
          spinnerId,
          object: { type: 'record', id: idOf(0) },
          address: ada,
          data: { jobId, spinnerId, dataTableId, step: 0, messageId: items[0]?.id },
        },
      ])
      await hear({ kind: 'autoReply', answers: { messageIds: [messageIdOf(1)], addresses: [grace] } })
      expect(await log.next('message.replied')).toEqual([])
    })

    it('as message.bounced or message.complained, and person.suppressed', async () => {
      const log = await EventLog.of(world, own.organizationId)
      const digestOf = (address: string) => world.container.get(PersonDigests).of(own.organizationId, address)
      await hear({ kind: 'hardBounce', answers: { messageIds: [messageIdOf(0)], addresses: [ada] } })
      await hear({ kind: 'complaint', answers: { messageIds: [messageIdOf(1)], addresses: [grace] } })
      const events = (await reported(log)).filter(([type]) => !String(type).startsWith('recipient.'))
      expect(events).toEqual([
        ['person.suppressed', await digestOf(ada), ada, 'bounced'],
        ['message.bounced', idOf(0), ada, undefined],
        ['person.suppressed', await digestOf(grace), grace, 'complained'],
        ['message.complained', idOf(1), grace, undefined],
      ])
    })

    it('not at all if it may be forged, or is about a soft bounce', async () => {
      const log = await EventLog.of(world, own.organizationId)
      await hear({ kind: 'hardBounce', answers: { addresses: [ada] } })
      await hear({ kind: 'reply', answers: { addresses: [ada] } })
      await hear({ kind: 'hardBounce', answers: { providerThread: 'conversation 1', addresses: [grace] } })
      await hear({ kind: 'other', answers: { messageIds: [messageIdOf(0)], addresses: [ada] } })
      expect(await log.next('message.replied', 'message.bounced', 'person.suppressed')).toEqual([])
    })
  })

  it('counts nothing twice, however often it is reported at once', async () => {
    const fact = factOf({ answers: { messageIds: [messageIdOf(0)] } })
    const reported = Array.from({ length: 5 }, () =>
      world.container
        .get(InboundFactProcessor)
        .process({ organizationId: own.organizationId, senderId: null, fact }),
    )
    expect((await Promise.all(reported)).filter((outcome) => outcome !== null)).toEqual(['stopped'])
    await world.container.get(InboundFactStore).deleteOld(new Date(world.clock.now().getTime() + 1_000))
    const { organizationId } = own
    expect(
      await world.container.get(InboundFactProcessor).process({ organizationId, senderId: null, fact }),
    ).toBe('noted')
  })

  it('stores no address from a report, and an erasure deletes the evidence', async () => {
    const serverResponse = `550 <${ada}> unknown`
    await hear({
      kind: 'hardBounce',
      serverResponse,
      answers: { messageIds: [messageIdOf(0)], addresses: [ada] },
    })
    await world.container
      .get(ErasePerson)
      .execute({ organizationId: own.organizationId, sought: { email: ada }, by: operator })
    const { rows } = await world.sql.query('select h, r.evidence from inbound_facts h, recipients r')
    expect(JSON.stringify(rows)).not.toContain(ada)
  })

  /** Moves the stored times of the test's e-mails to people (contacts) into the past by this number of days. */
  async function age(days: number): Promise<void> {
    const change = 'update sent_emails set at = at - make_interval(days => $1) where organization_id = $2'
    await world.sql.query(change, [days, own.organizationId])
  }
})
