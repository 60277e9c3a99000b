import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { FlexibleThrottle } from '../../../src/adapters/throttle/flexible-throttle.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { throttleRules } from '../../../src/domain/account/sessions/throttle.ts'
import type { Outcome } from '../../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../../src/domain/sender/message/message.ts'
import { Throttle } from '../../../src/ports/account/throttle.ts'
import { EmailChannel, SenderChannels } from '../../../src/ports/sender/message/channels.ts'
import { SendingOptions } from '../../../src/use-cases/admit-sending.ts'
import { type Api, createApi } from '../../support/api.ts'
import {
  addMember,
  createWorkshop,
  type Person,
  personOf,
  signUp,
  type Workshop,
  welcome,
} from '../../support/data/person.ts'
import { addSender, ByOneChannel } from '../../support/data/senders.ts'
import { createWorld, type World } from '../../support/world.ts'

class Relay extends EmailChannel {
  readonly sent: EmailMessage[] = []
  outcome: Outcome = { kind: 'sent' }

  override async send(message: EmailMessage): Promise<Outcome> {
    this.sent.push(message)
    return this.outcome
  }
}

const taken: Outcome = {
  kind: 'sent',
  receipt: { messageId: '<m@example.com>', providerId: null, providerThread: null, serverResponse: '250 ok' },
}

describe('a test message of a step', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let recordId: string
  const relay = new Relay()
  beforeAll(async () => {
    world = await createWorld([
      provideValue(EmailChannel, relay),
      provideValue(SenderChannels, new ByOneChannel(relay)),
    ])
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    // Takes the wake-ups of other tests from the queue, also those of tasks that `drain` does not know.
    await world.inspect.loseTurns()
    relay.sent.length = 0
    relay.outcome = taken
    person = await signUp(api)
    own = await createWorkshop(person)
    const { items } = await person.do('GET', `/data-tables/${own.dataTableId}/records`)
    recordId = items.find((one: { data: { name: string } }) => one.data.name === 'Ada').id
  })

  const path = () => `/spinners/${own.spinnerId}/test-send`
  const test = (changes: object = {}, by = person) =>
    by.ask('POST', path(), { recordId, step: 0, ...changes })
  const fault = async (changes: object) => {
    const { status, body } = await test(changes)
    const [error] = body['errors'] as { pointer: string; code: string }[]
    return [status, error?.pointer, error?.code]
  }

  it('goes to the user who requests it, marked as a test', async () => {
    const { status, body } = await test()
    const message = { to: person.email, subject: '[Test] Welcome, Ada', text: 'Hello Ada', html: null }
    expect([status, body]).toEqual([
      200,
      { status: 'sent', serverResponse: '250 ok', message: { ...message, preheader: null } },
    ])
    expect(relay.sent).toMatchObject([{ ...message, isTest: true, from: null, recordId, step: 0 }])
  })

  it('is not recorded anywhere', async () => {
    const before = await person.do('GET', '/usage')
    await test()
    for (const route of ['/messages', '/outbox', '/jobs'])
      expect((await person.do('GET', route)).items).toEqual([])
    const { items } = await personOf(person, 'ada@example.com')
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['arrived'])
    expect(await person.do('GET', '/usage')).toEqual(before)
  })

  it('does not prevent the person from getting the real message', async () => {
    await test()
    relay.sent.length = 0
    await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await world.drain()
    expect(relay.sent.map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'grace@example.com'])
    expect(relay.sent.some((message) => 'isTest' in message)).toBe(false)
  })

  it('has a text made from its HTML if it has none, like the messages of a job', async () => {
    const { text: _, ...withoutText } = welcome
    const step = { ...withoutText, html: '<p>Hello <b>{{ name }}</b></p>' }
    await test({ steps: [step] })
    expect(relay.sent.at(-1)).toMatchObject({ text: null, plainText: 'Hello Ada' })
    await person.do('PATCH', `/spinners/${own.spinnerId}`, { steps: [step] })
    await person.do('POST', `/spinners/${own.spinnerId}/publish`, { ignoreWarnings: true })
    await api.trigger({ key: own.apiKey, spinnerId: own.spinnerId })
    await world.drain()
    const texts = relay.sent.filter((message) => !('isTest' in message)).map(({ plainText }) => plainText)
    expect(texts.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(['Hello Ada', 'Hello Grace'])
  })

  it('has the subject of the earlier message if it continues its thread', async () => {
    const steps = [
      { ...welcome, subject: 'Offer for {{ name }}' },
      { type: 'condition', column: 'email', operator: 'exists' },
      { ...welcome, subject: 'Still there?', thread: true },
      { ...welcome, subject: 'To a colleague', to: 'colleague@example.com', thread: true },
    ]
    await test({ steps, step: 2 })
    await test({ steps, step: 3 })
    expect(relay.sent.map(({ subject }) => subject)).toEqual([
      '[Test] Re: Offer for Ada',
      '[Test] To a colleague',
    ])
  })

  it('has a link that unsubscribes nobody', async () => {
    const html = '<a href="{{ unsubscribe_url }}">No more</a>'
    await test({ steps: [{ ...welcome, html, text: '{{ unsubscribe_url }}' }] })
    const [sent] = relay.sent
    expect(sent?.unsubscribeUrl).toMatch(/\/unsubscribe\/test$/)
    expect(sent?.text).toBe(sent?.unsubscribeUrl)
    expect(sent?.html).toBe(`<a href="${sent?.unsubscribeUrl}">No more</a>`)
    const token = new URL(sent?.unsubscribeUrl ?? '').pathname
    const answer = await fetch(api.url + token, { method: 'POST' })
    expect(answer.status).toBe(404)
  })

  it('can use unsaved steps, and any step that sends', async () => {
    const steps = [
      { type: 'wait', seconds: 60 },
      { ...welcome, subject: 'Again, {{ name }}' },
    ]
    await test({ steps, step: 1 })
    expect(relay.sent).toMatchObject([{ subject: '[Test] Again, Ada' }])
  })

  it('can go to another member, and to no other address', async () => {
    const member = await addMember(api, world.container, person.organizationId)
    const stranger = await signUp(api)
    expect((await test({ to: member.email.toUpperCase() })).status).toBe(200)
    expect((await test({}, member)).body['message']).toMatchObject({ to: member.email })
    expect(await fault({ to: stranger.email })).toEqual([400, '/to', 'NOT_A_MEMBER'])
    expect(await fault({ to: 'ada@example.com' })).toEqual([400, '/to', 'NOT_A_MEMBER'])
    expect(relay.sent.map(({ to }) => to)).toEqual([member.email, member.email])
  })

  it('can go to another member in test mode, where it is only shown', async () => {
    const member = await addMember(api, world.container, person.organizationId)
    const stranger = await signUp(api)
    await person.do('POST', '/test-mode/enter')
    const { spinnerId, dataTableId } = await createWorkshop(person)
    const [record] = (await person.do('GET', `/data-tables/${dataTableId}/records`)).items
    const send = (to: string) =>
      person.ask('POST', `/spinners/${spinnerId}/test-send`, { recordId: record.id, step: 0, to })
    expect((await send(member.email)).body).toMatchObject({
      status: 'captured',
      message: { to: member.email },
    })
    expect((await send(stranger.email)).status).toBe(400)
    await person.do('POST', '/test-mode/leave')
    expect(relay.sent).toEqual([])
  })

  it('is refused for a step that sends nothing, with the reason', async () => {
    expect(await fault({ recordId: '1' })).toEqual([400, '/recordId', 'UNKNOWN_RECORD'])
    expect(await fault({ step: 1 })).toEqual([400, '/step', 'NO_EMAIL_STEP'])
    const steps = [{ ...welcome, to: 'nobody' }]
    expect(await fault({ steps })).toEqual([400, '/recordId', 'NOTHING_TO_SEND'])
    expect((await test({ steps: [{ ...welcome, subject: '{{ missing }}' }] })).status).toBe(400)
    expect(relay.sent).toEqual([])
  })

  it('reports the words of a server that refuses it', async () => {
    relay.outcome = { kind: 'failed', code: 'MESSAGE_REFUSED', reason: '554 no' }
    expect((await test()).body).toMatchObject({ status: 'failed', serverResponse: '554 no' })
  })

  it('leaves through the sender of the step', async () => {
    await addSender(world, person.organizationId)
    await test()
    expect(relay.sent).toMatchObject([{ from: { name: 'Ada Lovelace', email: 'ada@example.com' } }])
  })
})

it('a test message is shown and not stored in a deployment without a mail server', async () => {
  const world = await createWorld()
  const api = await createApi(world)
  const person = await signUp(api)
  const own = await createWorkshop(person)
  const { items } = await person.do('GET', `/data-tables/${own.dataTableId}/records`)
  const requested = { recordId: items[0].id, step: 0 }
  const body = await person.do('POST', `/spinners/${own.spinnerId}/test-send`, requested)
  expect(body).toMatchObject({
    status: 'captured',
    serverResponse: expect.stringContaining('neither sent nor stored'),
  })
  expect(body.message.text).toMatch(/^Hello /)
  expect((await person.do('GET', '/outbox')).items).toEqual([])
  await api.close()
  await world.close()
})

it('test messages are limited in number, and refused for an unconfirmed organization', async () => {
  const relay = new Relay()
  const few = { attempts: 2, seconds: 60 }
  const rule = { perAddress: few, perAccountAndAddress: few, perAccount: few }
  const rules = { ...throttleRules, testSend: rule }
  const world = await createWorld([
    provideValue(EmailChannel, relay),
    provideValue(Throttle, FlexibleThrottle.inMemory(rules)),
    provideValue(SendingOptions, new SendingOptions(true)),
  ])
  const api = await createApi(world)
  const person = await signUp(api)
  const own = await createWorkshop(person)
  const { items } = await person.do('GET', `/data-tables/${own.dataTableId}/records`)
  const test = () =>
    person.ask('POST', `/spinners/${own.spinnerId}/test-send`, { recordId: items[0].id, step: 0 })
  const codes = [await test(), await test(), await test()].map(({ body }) => body['code'] ?? 'sent')
  expect(codes[2]).toBe('RATE_LIMITED')
  expect(relay.sent.length).toBe(codes.filter((code) => code === 'sent').length)
  await api.close()
  await world.close()
})
