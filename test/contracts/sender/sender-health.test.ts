import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import type { InboundFactKind } from '../../../src/domain/sender/inbound/inbound-fact.ts'
import { Mailer } from '../../../src/ports/account/mailer.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { MessageTokens } from '../../../src/ports/sender/message/message-tokens.ts'
import { SenderStore } from '../../../src/ports/sender/senders.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { InboundFactProcessor } from '../../../src/use-cases/sender/inbound/inbound-fact-processor.ts'
import { MailPauseNotices } from '../../../src/use-cases/sender/pacing/mail-pause-notices.ts'
import { Senders } from '../../../src/use-cases/sender/senders.ts'

import { type Api, createApi, leads } from '../../support/api.ts'
import { putSender } from '../../support/data/senders.ts'
import { programOfLength } from '../../support/program.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('SenderStore, tx.senders', () => {
  let world: World
  let api: Api
  let slices: Slices
  let senders: SenderStore
  let senderId: string

  beforeEach(async () => {
    world = await createWorld()
    world.clock.follow()
    api = await createApi(world)
    slices = world.container.get(Slices)
    senders = world.container.get(SenderStore)
    senderId = await putSender(world, { name: 'Ada\r\nBcc: all@example.com' })
    await api.ingest(leads(200))
  })
  afterEach(() => world.close())

  async function taken() {
    await api.trigger()
    const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
    world.clock.follow()
    const slice = await slices.takeNext(world.demo.organizationId, { nth: 0, without: [] }, lease)
    if (slice === null) throw new Error('A slice was expected')
    const ids = slice.recipients.map(({ recordId }) => recordId)
    const by = { own: null, candidates: [senderId], hasWaited: false }
    const mark = (some: readonly string[]) =>
      slices.settleAndMark(
        slice,
        lease,
        [],
        some.map((recordId) => ({ recordId, step: 0, address: `${recordId}@example.com`, by })),
      )
    return { slice, lease, ids, mark }
  }

  const note = (kind: 'bounce' | 'complaint' | 'refused', serverResponse = '550 no such user') =>
    senders.noteFailure({
      senderId,
      spinnerId: world.demo.spinnerId,
      kind,
      at: world.clock.now(),
      serverResponse,
    })

  const noteAll = async (kind: 'bounce' | 'complaint' | 'refused', times: number) => {
    const answers: boolean[] = []
    for (let time = 0; time < times; time++) answers.push(await note(kind))
    return answers
  }

  const tell = () => world.container.get(MailPauseNotices).execute(new AbortController().signal)
  const range = () => {
    const at = world.clock.now()
    return { since: new Date(at.getTime() - 60_000), after: null, at }
  }

  const view = async () => {
    const { organizationId } = world.demo
    const found = await world.container
      .get(SenderStore)
      .healthOf(organizationId, [senderId], world.clock.now())
    return found.get(senderId)
  }

  it('counts one refusal that proves a message of the sender, once, and nothing that may be forged', async () => {
    const { slice, ids, mark } = await taken()
    await mark(ids.slice(0, 12))
    const { organizationId } = world.demo
    const hear = (kind: InboundFactKind, nth: number, messageIds: readonly string[]) => {
      const addresses = [`${ids[nth]}@example.com`]
      const answers = { messageIds, providerId: null, providerThread: null, addresses }
      const fact = {
        kind,
        key: `fact ${no++}`,
        at: world.clock.now(),
        messageId: null,
        voucher: null,
        asksToStop: false,
        answers,
      }
      const bounce = { ...fact, until: null, status: '5.7.1', serverResponse: '550 5.7.1 blocked' }
      return world.container.get(InboundFactProcessor).process({ organizationId, senderId, fact: bounce })
    }
    const idOf = (nth: number) =>
      world.container
        .get(MessageTokens)
        .messageIdFor({ jobId: slice.jobId, slice: slice.no, recordId: ids[nth] ?? '', step: 0 }, null)
    let no = 0
    for (const nth of [0, 1, 2, 2]) await hear('refusal', nth, [`<${no}@x.example>`, idOf(nth)])
    for (const kind of ['hardBounce', 'complaint', 'refusal'] as const)
      for (let nth = 3; nth < 9; nth++) await hear(kind, nth, ['<forged@evil.example>'])
    const day = { sent: 12, bounced: 0, complained: 0, refused: 3 }
    expect(await view()).toMatchObject({ day, pauses: [] })
  })

  it('pauses a sender for a spinner when too many of its first messages bounced, and marks no more', async () => {
    const { ids, mark } = await taken()
    await mark(ids.slice(0, 12))
    expect(await noteAll('bounce', 5)).toEqual([false, false, false, false, true])
    const { withheld } = await mark(ids.slice(12, 13))
    expect([...withheld.values()]).toMatchObject([{ code: 'SENDER_PAUSED', evidence: { senderId } }])
    const numbers = { sent: 12, bounced: 5, complained: 0, refused: 0 }
    expect(await view()).toMatchObject({
      day: numbers,
      pauses: [
        {
          spinnerId: world.demo.spinnerId,
          fault: { code: 'EARLY_BOUNCES', serverResponse: '550 no such user', numbers },
        },
      ],
    })
  })

  it('reports the pause once, however many bounces follow', async () => {
    const { ids, mark } = await taken()
    await mark(ids.slice(0, 10))
    expect((await noteAll('bounce', 12)).filter(Boolean)).toHaveLength(1)
  })

  it('ignores single bounces', async () => {
    const { ids, mark } = await taken()
    await mark(ids)
    expect(await noteAll('bounce', 9)).not.toContain(true)
    expect(await noteAll('complaint', 1)).not.toContain(true)
    expect((await view())?.pauses).toEqual([])
  })

  it('pauses at a complaint rate of one percent', async () => {
    const { ids, mark } = await taken()
    await mark(ids)
    expect(await noteAll('complaint', 2)).toEqual([false, true])
    expect((await view())?.pauses).toMatchObject([{ fault: { code: 'COMPLAINTS_IN_HOUR' } }])
  })

  it('pauses the whole sender if its own server refuses everything', async () => {
    const { ids, mark } = await taken()
    await mark(ids.slice(0, 8))
    expect(await noteAll('refused', 5)).toEqual([false, false, false, false, true])
    const other = world.container.get(Ids).next()
    await senders.noteFailure({
      senderId,
      spinnerId: other,
      kind: 'bounce',
      at: world.clock.now(),
      serverResponse: '',
    })
    const { withheld } = await mark(ids.slice(8, 9))
    expect([...withheld.values()]).toMatchObject([{ code: 'SENDER_PAUSED' }])
  })

  describe('with reports of refusals, which recipients can forge', () => {
    const second = '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8e'
    const report = (spinnerId: string, domain: string | null) =>
      senders.noteFailure({
        senderId,
        spinnerId,
        kind: 'refusalReport',
        at: world.clock.now(),
        serverResponse: '554 5.7.1 blocked',
        domain,
      })
    const reportAll = async (spinnerId: string, domains: readonly (string | null)[]) => {
      for (const domain of domains) await report(spinnerId, domain)
    }
    const state = async () => {
      const { organizationId } = world.demo
      return (await world.container.get(SenderStore).find(organizationId, senderId))?.status
    }

    it('pauses the sender for their spinner only, however many domains they name', async () => {
      const { spinnerId } = world.demo
      await reportAll(spinnerId, ['a.test', 'b.test', 'c.test', 'd.test', 'e.test', 'f.test'])
      expect((await view())?.pauses).toMatchObject([{ spinnerId, fault: { code: 'MESSAGES_REFUSED' } }])
      expect(await state()).toBe('connected')
    })

    it('pauses the sender for two spinners, and no others, if they name few domains', async () => {
      const { spinnerId } = world.demo
      await reportAll(spinnerId, ['a.test', 'b.test', 'a.test', null, 'a.test'])
      await reportAll(second, ['a.test', 'b.test', null, 'b.test', 'a.test'])
      expect((await view())?.pauses).toHaveLength(2)
      expect(await state()).toBe('connected')
    })

    it('pauses the sender for all spinners if they come from two spinners and three domains', async () => {
      const { spinnerId } = world.demo
      await reportAll(spinnerId, ['a.test', 'b.test', 'a.test', 'b.test'])
      expect(await state()).toBe('connected')
      expect(await report(second, 'c.test')).toBe(true)
      expect(await state()).toBe('paused')
      const { organizationId } = world.demo
      const pauses = [{ spinnerId: second, fault: { code: 'PROVIDER_REFUSES', numbers: { refused: 5 } } }]
      expect((await view())?.pauses).toMatchObject(pauses)
      await tell()
      expect(world.mails[0]?.text).toContain('is paused for all spinners')
      const resumed = { organizationId, senderId, spinnerId: null, by: operator }
      await world.container.get(Senders).resume(resumed, resumed.senderId, resumed.spinnerId)
      expect(await state()).toBe('connected')
      await report(spinnerId, 'd.test')
      expect(await state()).toBe('connected')
    })
  })

  it('ignores an unknown sender', async () => {
    const spinnerId = world.demo.spinnerId
    const gone = {
      senderId: world.container.get(Ids).next(),
      spinnerId,
      kind: 'bounce',
      serverResponse: '',
    } as const
    expect(await senders.noteFailure({ ...gone, at: world.clock.now() })).toBe(false)
  })

  it('notifies the owners once for each pause, with the figures and the words of the provider', async () => {
    await noteAll('bounce', 5)
    await Promise.all([tell(), tell()])
    await tell()
    expect(world.mails).toHaveLength(1)
    const [mail] = world.mails
    expect(mail?.subject).toBe('Spindle has paused the sender Ada Bcc: all@ example. com')
    expect(mail?.text).toContain('550 no such user')
    expect(mail?.text).toContain('Bounced: 5')
    expect(await senders.informOfPause(range(), async () => true)).toBeNull()
  })

  it('notifies the owners in the language of the organization', async () => {
    await world.container.get(UnitOfWork).run(async (tx) => {
      const organization = await tx.organizations.lock(world.demo.organizationId)
      if (organization !== null) await tx.organizations.save({ ...organization, language: 'de' })
    })
    await noteAll('bounce', 5)
    await tell()
    const [mail] = world.mails
    expect(mail?.subject).toBe('Spindle hat den Absender Ada Bcc: all@ example. com pausiert')
    expect(mail?.text).toContain(
      'Grund: Mindestens 5 von höchstens 50 Nachrichten in acht Tagen kamen zurück',
    )
    expect(mail?.text).toContain('Zurückgekommen: 5.')
    expect(mail?.text).toContain('Der Anbieter meldet: 550 no such user')
  })

  it('notifies the owners later if the mail server does not accept the mail, for three days', async () => {
    await noteAll('bounce', 5)
    const mailer = world.container.get(Mailer)
    const send = mailer.send.bind(mailer)
    const fault = new Error('The mail server is down')
    mailer.send = async () => {
      throw fault
    }
    await expect(tell()).rejects.toBe(fault)
    await expect(tell()).rejects.toBe(fault)
    mailer.send = send
    world.clock.advance(4 * 24 * 60 * 60)
    await tell()
    expect(world.mails).toEqual([])
    world.clock.advance(-2 * 24 * 60 * 60)
    await tell()
    await tell()
    expect(world.mails).toHaveLength(1)
  })

  it('notifies the owners of another pause that began while they were notified of the first', async () => {
    const { organizationId } = world.demo
    const resume = world.container.get(Senders)
    await noteAll('bounce', 5)
    const first = await senders.informOfPause(range(), async () => {
      expect(await senders.informOfPause(range(), async () => true)).toBeNull()
      await resume.resume({ organizationId, by: operator }, senderId, null)
      world.clock.advance(1)
      await noteAll('bounce', 5)
      return true
    })
    await tell()
    expect(world.mails).toHaveLength(1)
    expect(await senders.informOfPause({ ...range(), after: first }, async () => true)).toBeNull()
  })

  it('counts from 0 again after it is resumed, lets waiting recipients continue, and reports another pause', async () => {
    const { slice, lease, ids, mark } = await taken()
    const { organizationId, spinnerId } = world.demo
    await mark(ids.slice(0, 10))
    await noteAll('refused', 5)
    const [id = ''] = ids.slice(10)
    const waits = (await mark([id])).withheld.get(id)
    if (waits === undefined) throw new Error('It has to wait')
    const tried = ids.map((recordId) => ({ recordId, step: 0, attempts: 0 }))
    const settled = tried.map((one) =>
      settleStep(one, one.recordId === id ? waits : { kind: 'sent' }, programOfLength(1), 0),
    )
    await slices.settleAndMark(slice, lease, settled, [])
    expect(await slices.release(slice, lease)).toBeGreaterThan(0)
    await tell()

    const resume = world.container.get(Senders)
    await resume.resume({ organizationId, by: operator }, senderId, null)
    expect(await view()).toMatchObject({ pauses: [], day: { sent: 0, refused: 0 } })
    world.clock.follow()
    const again = { holder: world.container.get(Ids).next(), seconds: 60 }
    const due = await slices.take(slice.jobId, again)
    expect(due?.recipients.map(({ recordId }) => recordId)).toEqual([id])
    const by = { own: null, candidates: [senderId], hasWaited: true }
    const mark2 = { recordId: id, step: 0, address: 'x@example.com', by }
    if (due === null) throw new Error('It is due')
    expect((await slices.settleAndMark(due, again, [], [mark2])).chosen.get(id)?.id).toBe(senderId)

    await noteAll('bounce', 5)
    await tell()
    expect(world.mails).toHaveLength(2)
    expect((await view())?.pauses).toMatchObject([{ spinnerId }])
  })

  it('resumes nothing that is not paused, and nothing of another organization', async () => {
    const resume = world.container.get(Senders)
    const { organizationId } = world.demo
    const requested = { organizationId, senderId, spinnerId: null, by: operator }
    await resume.resume(requested, requested.senderId, requested.spinnerId)
    await noteAll('bounce', 5)
    const other = { ...requested, organizationId: world.container.get(Ids).next() }
    await expect(resume.resume(other, other.senderId, other.spinnerId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await resume.resume(requested, requested.senderId, requested.spinnerId)
  })
})
