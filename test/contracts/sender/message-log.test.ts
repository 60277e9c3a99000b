import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { OrganizationSettings } from '../../../src/domain/account/organization.ts'
import type { Outcome } from '../../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../../src/domain/sender/message/message.ts'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { PersonStore } from '../../../src/ports/person/people.ts'
import { EmailChannel } from '../../../src/ports/sender/message/channels.ts'
import { type MessageFilter, MessageLog } from '../../../src/ports/sender/message/message-log.ts'
import { type Transaction, UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { ChangeOrganization } from '../../../src/use-cases/account/change-organization.ts'
import { ListMessages } from '../../../src/use-cases/sender/message/list-messages.ts'
import { type Api, createApi } from '../../support/api.ts'
import { pagesOf } from '../../support/browser/pages.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const serverResponse = '250 2.0.0 Ok: queued as 4Y1k'
const taken = {
  kind: 'sent',
  receipt: { messageId: '<one@example.com>', providerId: 'p1', providerThread: 't1', serverResponse },
} as const satisfies Outcome

class ScriptedEmail extends EmailChannel {
  outcome: (message: EmailMessage) => Outcome = () => taken
  /** Work that happens after the server accepted a message and before its outcome is stored. */
  beforeOutcome: (message: EmailMessage) => Promise<void> = async () => {}

  override async send(message: EmailMessage): Promise<Outcome> {
    await this.beforeOutcome(message)
    return this.outcome(message)
  }
}

describe('MessageLog, tx.inboundFacts', () => {
  let world: World
  let api: Api
  let log: MessageLog
  let person: Person
  let own: Workshop
  const email = new ScriptedEmail()
  beforeAll(async () => {
    world = await createWorld([provideValue(EmailChannel, email)])
    api = await createApi(world)
    log = world.container.get(MessageLog)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    email.outcome = () => taken
    email.beforeOutcome = async () => {}
    person = await signUp(api)
    own = await createWorkshop(person)
  })

  const list = async (filter: MessageFilter = {}, limit = 100) =>
    (await pagesOf((page) => log.list(person.organizationId, filter, page), limit)).flat()
  async function run(): Promise<string> {
    const { jobId } = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await world.drain()
    return jobId
  }
  let facts = 0
  type Noted = Parameters<Transaction['inboundFacts']['noteInLog']>
  const note = (...[place, status, said]: [Noted[1], Noted[2], Noted[3]]) =>
    world.container.get(UnitOfWork).run(async (tx) => {
      const { organizationId } = person
      const at = world.clock.now()
      const entry = {
        organizationId,
        key: `fact ${facts++}`,
        kind: 'reply',
        senderId: null,
        at,
        place: null,
      } as const
      await tx.inboundFacts.enter(entry, true)
      await tx.inboundFacts.noteInLog(entry, place, status, said)
    })
  const clear = (before: Date) => log.clear(before, world.clock.now(), new AbortController().signal)
  const only = async (filter: MessageFilter = {}) => {
    const [one] = await list(filter)
    if (one === undefined) throw new Error('A message was expected')
    return one
  }

  it('contains each message that a server accepted, with its answer, newest first', async () => {
    const jobId = await run()
    const messages = await list()
    expect(messages.map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'grace@example.com'])
    expect(messages).toEqual(messages.toSorted((a, b) => (a.id < b.id ? 1 : -1)))
    expect(messages.find(({ to }) => to === 'ada@example.com')).toEqual({
      id: expect.any(String),
      jobId,
      spinnerId: own.spinnerId,
      recordId: expect.any(String),
      step: 0,
      senderId: null,
      to: 'ada@example.com',
      subject: 'Welcome, Ada',
      status: 'sent',
      messageId: '<one@example.com>',
      providerId: 'p1',
      serverResponse,
      createdAt: expect.any(Date),
    })
  })

  it('is written once, and is the same page by page', async () => {
    await run()
    expect((await list({}, 1)).map(({ id }) => id)).toEqual((await list()).map(({ id }) => id))
  })

  it('contains nothing of a capturing channel', async () => {
    email.outcome = () => ({ kind: 'sent' })
    await run()
    expect(await list()).toEqual([])
  })

  it('finds messages by address, job and state', async () => {
    email.outcome = ({ to }) =>
      to === 'ada@example.com'
        ? taken
        : { kind: 'failed', code: 'MAILBOX_UNKNOWN', reason: 'Nobody of that name', bounced: true }
    const jobId = await run()
    expect((await list({ jobId })).length).toBe(2)
    expect(await list({ jobId: own.spinnerId })).toEqual([])
    expect((await list({ address: 'grace@example.com' })).map(({ status }) => status)).toEqual(['bounced'])
    expect((await list({ address: 'nobody@example.com' })).length).toBe(0)
    expect((await list({ status: 'sent' })).map(({ to }) => to)).toEqual(['ada@example.com'])
    expect((await list({ status: 'bounced' })).map(({ serverResponse: said }) => said)).toEqual([
      'Nobody of that name',
    ])
    expect(await list({ status: 'captured' })).toEqual([])
    expect(await list({ senderId: own.spinnerId })).toEqual([])
  })

  it('finds messages by spinner, step and time', async () => {
    const since = world.clock.now()
    await run()
    const until = new Date(since.getTime() + 3_600_000)
    expect((await list({ spinnerId: own.spinnerId })).length).toBe(2)
    expect(await list({ spinnerId: own.dataTableId })).toEqual([])
    expect((await list({ spinnerId: own.spinnerId, step: 0 })).length).toBe(2)
    expect(await list({ step: 1 })).toEqual([])
    expect((await list({ since, until }, 1)).length).toBe(2)
    expect(await list({ since: until })).toEqual([])
    expect(await list({ until: since })).toEqual([])
  })

  it('finds messages by a part of their subject, whatever its case, page by page', async () => {
    await run()
    let turns = 0
    const turn = async () => void turns++
    const listed = (subject: string, limit: number) =>
      pagesOf(
        (page) => world.container.get(ListMessages).execute(person.organizationId, {}, subject, page, turn),
        limit,
      )
    expect((await listed('WELCOME, a', 10)).flat().map(({ to }) => to)).toEqual(['ada@example.com'])
    expect((await listed('welcome', 1)).map(({ length }) => length)).toEqual([1, 1])
    expect((await listed('goodbye', 10)).flat()).toEqual([])
  })

  it('shows a reply or bounce that was read before the outcome of its message was stored', async () => {
    email.beforeOutcome = async ({ jobId, slice, recordId, step, to }) => {
      if (to === 'ada@example.com') await note({ jobId, slice, recordId, step }, 'replied', null)
      else await note({ jobId, slice, recordId, step }, 'bounced', '550 5.1.1 User unknown')
    }
    await run()
    expect(await only({ address: 'ada@example.com' })).toMatchObject({ status: 'replied', serverResponse })
    expect(await only({ address: 'grace@example.com' })).toMatchObject({
      status: 'bounced',
      serverResponse: '550 5.1.1 User unknown',
    })
    expect((await list({ status: 'sent' })).length).toBe(0)
  })

  it('shows the words of an earlier bounce if a later reaction has none', async () => {
    email.beforeOutcome = async ({ jobId, slice, recordId, step }) => {
      await note({ jobId, slice, recordId, step }, 'bounced', '550 5.1.1 User unknown')
      world.clock.advance(1_000)
      await note({ jobId, slice, recordId, step }, 'complained', null)
    }
    await run()
    for (const message of await list())
      expect(message).toMatchObject({ status: 'complained', serverResponse: '550 5.1.1 User unknown' })
  })

  it('keeps the words of such a bounce no longer than the message, and not beyond an erasure', async () => {
    const { organizationId } = person
    const copies = world.container.get(PersonStore)
    const erased = { organizationId, value: null, digest: 'a digest' }
    email.beforeOutcome = async ({ jobId, slice, recordId, step, to }) => {
      await note({ jobId, slice, recordId, step }, 'bounced', `550 5.1.1 ${to}`)
      if (to === 'grace@example.com') await copies.eraseRest({ ...erased, address: to }, [])
      else await clear(new Date(world.clock.now().getTime() + 60_000))
    }
    await run()
    expect((await list()).map(({ status, serverResponse: said }) => [status, said])).toEqual([
      ['bounced', serverResponse],
      ['bounced', serverResponse],
    ])
  })

  it('keeps no words of such a bounce of an erased record', async () => {
    const { organizationId } = person
    const erased = { organizationId, address: 'nobody@example.com', value: null, digest: 'a digest' }
    email.beforeOutcome = async ({ jobId, slice, recordId, step }) => {
      await note({ jobId, slice, recordId, step }, 'bounced', '550 5.1.1 Ada Lovelace is not here')
      const records = [{ dataTableId: own.dataTableId, recordId }]
      await world.container.get(PersonStore).eraseRest(erased, records)
    }
    await run()
    expect((await list()).map(({ serverResponse: said }) => said)).toEqual([serverResponse, serverResponse])
  })

  it('shows such a reply at a message whose first attempt was refused for now', async () => {
    email.outcome = () => ({ kind: 'transient', code: 'MAIL_TEMPORARILY_REFUSED', reason: 'Come back later' })
    await run()
    email.outcome = () => taken
    email.beforeOutcome = ({ jobId, slice, recordId, step }) =>
      note({ jobId, slice, recordId, step }, 'complained', null)
    await world.inspect.endWaits()
    await world.container.get(Slices).requestTurns([person.organizationId])
    await world.drain()
    expect((await list()).map(({ status }) => status)).toEqual(['complained', 'complained'])
  })

  it('shows the last of several attempts', async () => {
    email.outcome = () => ({ kind: 'transient', code: 'MAIL_TEMPORARILY_REFUSED', reason: 'Come back later' })
    await run()
    expect((await list()).map(({ status }) => status)).toEqual(['failed', 'failed'])
    email.outcome = () => taken
    await world.inspect.endWaits()
    await world.container.get(Slices).requestTurns([person.organizationId])
    await world.drain()
    expect((await list()).map(({ status }) => status)).toEqual(['sent', 'sent'])
  })

  it('accepts any answer of a server', async () => {
    const said = `250 ok\0 \ud800 ${'x'.repeat(5_000)}`
    const receipt = {
      messageId: '<m@example.com>',
      providerId: null,
      providerThread: null,
      serverResponse: said,
    }
    email.outcome = () => ({ kind: 'sent', receipt })
    await run()
    expect((await only()).serverResponse).toMatch(/^250 ok/)
  })

  it('contains nothing if no server was reached', async () => {
    email.outcome = () => ({ kind: 'transient', code: 'MAIL_SERVER_UNUSABLE', reason: 'Nobody there' })
    await run()
    expect(await list()).toEqual([])
  })

  const change = (changes: Partial<OrganizationSettings>) =>
    world.container
      .get(ChangeOrganization)
      .execute({ organizationId: person.organizationId, changes, signedIn: null, by: operator })

  it('stores no body if the organization chose so', async () => {
    await change({ keepsBodies: false })
    await run()
    const { id } = await only({ address: 'ada@example.com' })
    expect(await log.find(person.organizationId, id)).toMatchObject({ id, text: null, html: null })
  })

  it('stores bodies of a new organization for 30 days, or as long as it chose', async () => {
    const { organizationId } = person
    await run()
    const { id, createdAt } = await only({ address: 'ada@example.com' })
    const textAfter = async (days: number) => {
      const now = new Date(createdAt.getTime() + days * 86_400_000 + 1_000)
      await log.clearBodies(now, new AbortController().signal)
      return (await log.find(organizationId, id))?.text
    }
    expect(await textAfter(29)).toBe('Hello Ada')
    await change({ bodyDays: 90 })
    expect(await textAfter(89)).toBe('Hello Ada')
    await change({ bodyDays: null })
    expect(await textAfter(400)).toBe('Hello Ada')
    await change({ bodyDays: 30 })
    expect(await textAfter(30)).toBeNull()
    expect(await log.find(organizationId, id)).toMatchObject({ subject: 'Welcome, Ada' })
  })

  it('shows no message of another organization', async () => {
    await run()
    const { id } = await only()
    const stranger = await signUp(api)
    expect(await log.find(stranger.organizationId, id)).toBeNull()
    expect((await log.list(stranger.organizationId, {}, { limit: 5, after: null })).items).toEqual([])
  })

  it('adds a later report to a message, which no late attempt overwrites', async () => {
    const jobId = await run()
    const { recordId, step, id } = await only({ address: 'ada@example.com' })
    await note({ jobId, slice: 1, recordId, step }, 'replied', 'Yes, please')
    expect(await log.find(person.organizationId, id)).toMatchObject({
      status: 'replied',
      serverResponse: 'Yes, please',
    })
    await note({ jobId, slice: 1, recordId, step }, 'complained', null)
    expect(await only({ status: 'complained' })).toMatchObject({ id, serverResponse: 'Yes, please' })
  })

  it('ignores a report about an unknown message', async () => {
    await note({ jobId: own.spinnerId, slice: 1, recordId: '1', step: 0 }, 'replied', null)
    expect(await list()).toEqual([])
  })

  it('lists no messages beyond the end of their retention', async () => {
    await run()
    const created = (await list()).map(({ createdAt }) => createdAt.getTime())
    await clear(new Date(Math.min(...created) - 60_000))
    expect((await list()).length).toBe(2)
    const { id } = await only()
    await clear(new Date(Math.max(...created) + 60_000))
    expect(await list()).toEqual([])
    expect(await log.find(person.organizationId, id)).toBeNull()
  })

  it('loses the content of old messages, and keeps their ids until the recipients of the job are deleted', async () => {
    const { organizationId } = person
    await run()
    const { messageId, providerId } = taken.receipt
    const answered = { messageIds: [messageId], providerId, providerThread: null }
    const answeredMessage = () =>
      world.container.get(UnitOfWork).run((tx) => tx.inboundFacts.sentAs(organizationId, null, answered))
    const later = new Date((await only()).createdAt.getTime() + 60_000)
    await clear(later)
    expect(await answeredMessage()).toMatchObject({ isExact: true })
    const exported = await person.do('POST', '/people/export', { email: 'ada@example.com' })
    expect(exported.log).toMatchObject([{ to: 'ada@example.com', subject: '', serverResponse: null }])
    while (await world.container.get(JobStore).clearEnded(later));
    expect(await answeredMessage()).toBeNull()
  })

  it('measures the age of messages of a test organization by its clock', async () => {
    await run()
    const sent = (await only()).createdAt.getTime()
    const day = 86_400_000
    const inTest = (days: number) => newTestClock(person.organizationId, new Date(sent + days * day))
    const unitOfWork = world.container.get(UnitOfWork)
    const clearAfter = (days: number) => {
      const now = sent + days * day
      return log.clear(new Date(now - 90 * day), new Date(now), new AbortController().signal)
    }
    await unitOfWork.run((tx) => tx.testClocks.add(inTest(89)))
    await clearAfter(1_000)
    expect(await list()).toHaveLength(2)
    await unitOfWork.run((tx) => tx.testClocks.save(inTest(91)))
    await clearAfter(1)
    expect(await list()).toEqual([])
  })

  it('refuses an invalid cursor', async () => {
    await expect(log.list(person.organizationId, {}, { limit: 2, after: '5' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })
})

describe('the log of captured messages', () => {
  let world: World
  let api: Api
  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())

  it('contains them with their content, by job, address and state', async () => {
    const person = await signUp(api)
    const own = await createWorkshop(person)
    const { jobId } = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await world.drain()
    const log = world.container.get(MessageLog)
    const list = async (filter: MessageFilter) =>
      (await log.list(person.organizationId, filter, { limit: 10, after: null })).items
    expect((await list({ jobId })).map(({ status }) => status)).toEqual(['captured', 'captured'])
    const [ada] = await list({ address: 'ada@example.com', status: 'captured' })
    expect(ada).toMatchObject({
      to: 'ada@example.com',
      subject: 'Welcome, Ada',
      spinnerId: own.spinnerId,
      serverResponse: null,
    })
    expect(await list({ status: 'sent' })).toEqual([])
    expect(await list({ senderId: own.spinnerId })).toEqual([])
    expect(await log.find(person.organizationId, ada?.id ?? '')).toMatchObject({ text: 'Hello Ada' })
  })
})
