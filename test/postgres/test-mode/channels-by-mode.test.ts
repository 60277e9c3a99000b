import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CapturingWebhookChannel } from '../../../src/adapters/channels/test-mode/channels-by-mode.ts'
import { digest } from '../../../src/adapters/security/secret.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { newSettings } from '../../../src/domain/account/organization.ts'
import type { SendOutcome } from '../../../src/domain/job/recipient/temporary-refusal.ts'
import type { EmailMessage, WebhookMessage } from '../../../src/domain/sender/message/message.ts'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { testOrganizationOf, testPlan } from '../../../src/domain/test-mode/test-organization.ts'
import { noRules, type TestRules } from '../../../src/domain/test-mode/test-rules.ts'
import { Ids } from '../../../src/ports/ids.ts'
import {
  type Answered,
  Channels,
  EmailChannel,
  WebhookChannel,
} from '../../../src/ports/sender/message/channels.ts'
import { TestClockStore } from '../../../src/ports/test-mode/test-clocks.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { createDemoWorld, createWorld, type World } from '../../support/world.ts'

describe('the channels of a test organization', () => {
  let world: World
  let testId: string
  let jobId: string
  const now = new Date('2026-11-20T12:00:00.000Z')
  const realId = () => world.demo.organizationId

  beforeAll(async () => {
    world = await createWorld()
    const caller = { kind: 'apiKey', digest: digest(world.demo.apiKey) } as const
    const trigger = world.container.get(TriggerSpinner)
    const { spinnerId } = world.demo
    jobId = (await trigger.execute({ caller, spinnerId, idempotency: null })).answer.jobId
    testId = world.container.get(Ids).next()
    const real = { ...newSettings, planId: 'starter', createdAt: now, id: realId(), name: 'Engines' }
    await world.container.get(UnitOfWork).run(async (tx) => {
      await tx.plans.putMissing([testPlan])
      await tx.organizations.add(testOrganizationOf(real, testId, now))
      await tx.testClocks.add(newTestClock(testId, now))
    })
  })
  afterAll(() => world.close())

  const under = async (rules: Partial<TestRules>) => {
    const clock = { ...newTestClock(testId, now), rules: { ...noRules, ...rules } }
    await world.container.get(UnitOfWork).run((tx) => tx.testClocks.save(clock))
    return channelsOf(testId)
  }
  const channelsOf = (organizationId: string) => world.container.get(Channels).of(organizationId)
  const email = (to: string): EmailMessage => ({
    organizationId: testId,
    jobId,
    slice: 1,
    recordId: '42',
    step: 0,
    to,
    subject: 'Hello',
    text: 'Hello',
    html: null,
    unsubscribeUrl: 'https://example.com/u',
    from: null,
    thread: null,
    attachments: [],
  })
  const call = (): WebhookMessage => ({
    id: `msg_${jobId}_42_1`,
    organizationId: '',
    jobId,
    recordId: '42',
    step: 1,
    method: 'POST',
    url: 'https://crm.example.com/hook',
    headers: {},
    body: '{"a": 1}',
  })

  it('do not exist for a real organization', async () => {
    expect(await channelsOf(realId())).toMatchObject({
      isTest: false,
      email: world.container.get(EmailChannel),
      webhook: world.container.get(WebhookChannel),
    })
  })

  it('capture the e-mails of every sender, too', async () => {
    const channels = await channelsOf(testId)
    expect(channels.isTest).toBe(true)
    expect(await channels.senders.of(testId, world.container.get(Ids).next(), 1)).toBe(channels.email)
  })

  it('accept an e-mail with a receipt, so that the log stores it', async () => {
    const { email: channel } = await under({})
    expect(await channel.send(email('grace@example.com'))).toMatchObject({
      kind: 'sent',
      receipt: { messageId: expect.stringMatching(/^<.+@.+>$/), serverResponse: 'Captured in test mode' },
    })
  })

  it('give an e-mail the outcome of the first rule that matches its address', async () => {
    const { email: channel } = await under({
      messages: [
        { to: '*@bounce.test', response: 'bounce' },
        { to: 'Slow@*', response: 'temporaryRefusal' },
        { to: '*', response: 'refuse' },
      ],
    })
    expect(await channel.send(email('ada@bounce.test'))).toMatchObject({ kind: 'failed', bounced: true })
    expect(await channel.send(email('slow@example.com'))).toMatchObject({ kind: 'temporaryRefusal' })
    expect(await channel.send(email('grace@example.com'))).toMatchObject({ code: 'MESSAGE_REFUSED' })
  })

  it('schedule a reply after the time that a rule names', async () => {
    const reply = { kind: 'reply', text: 'Yes', awaySeconds: null } as const
    const { email: channel } = await under({ replies: [{ ...reply, to: '*', afterSeconds: 60 }] })
    await channel.send(email('grace@example.com'))
    const clocks = world.container.get(TestClockStore)
    expect(await clocks.dueAnswers(testId, new Date(now.getTime() + 59_000), 1)).toEqual([])
    expect(await clocks.dueAnswers(testId, new Date(now.getTime() + 60_000), 1)).toMatchObject([
      { inbound: reply, place: { recordId: '42' } },
    ])
  })

  it('answer webhooks and guards by rules, and add each to the timeline', async () => {
    const { webhook } = await under({ calls: [{ url: 'https://crm.*', answer: 'deny' }] })
    const message = { ...call(), organizationId: testId }
    expect(await webhook.send(message)).toEqual({ kind: 'sent' })
    expect((await webhook.ask(message, 1_000)).answer).toContain('"continue": false')
    const timeline = world.container.get(TestClockStore)
    const everything = { spinnerId: null, email: null }
    const { items } = await timeline.timeline(testId, everything, { limit: 10, after: null })
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(['guard', 'webhook'])
    expect(items[0]).toMatchObject({ url: 'POST https://crm.example.com/hook', recordId: '42', step: 1 })
  })

  it('treat the answer "timeout" as a receiver that never answers', async () => {
    const { webhook } = await under({ calls: [{ url: '*', answer: 'timeout' }] })
    expect(await webhook.ask({ ...call(), organizationId: testId }, 1_000)).toMatchObject({
      outcome: { kind: 'transient', code: 'RECEIVER_TIMED_OUT' },
    })
  })
})

/** A test double of the webhook channel: `RecordingReceivers` records webhooks instead of posting them. */
class RecordingReceivers extends WebhookChannel {
  readonly posted: WebhookMessage[] = []

  override async send(message: WebhookMessage): Promise<SendOutcome> {
    this.posted.push(message)
    return { kind: 'sent' }
  }

  override async ask(message: WebhookMessage): Promise<Answered> {
    this.posted.push(message)
    return { outcome: { kind: 'sent' }, answer: '{}' }
  }
}

it('a test organization sends only the idempotency header of a step to the test URL', async () => {
  const receivers = new RecordingReceivers()
  const world = await createDemoWorld([provideValue(WebhookChannel, receivers)])
  const { organizationId } = world.demo
  const rules = { ...noRules, url: 'https://test.example.com/hook' }
  await world.container
    .get(UnitOfWork)
    .run((tx) => tx.testClocks.add({ ...newTestClock(organizationId, world.clock.now()), rules }))
  const jobId = world.container.get(Ids).next()
  const message: WebhookMessage = {
    id: `msg_${jobId}_2_3`,
    organizationId,
    jobId,
    recordId: '2',
    step: 3,
    method: 'POST',
    url: 'https://crm.example.com/leads',
    headers: { Authorization: 'Bearer secret', 'X-Api-Key': 'secret', 'Idempotency-Key': 'once' },
    body: '{}',
  }
  const channel = world.container.get(CapturingWebhookChannel)
  await channel.send(message)
  await channel.ask(message, 1_000)
  const headers = { 'Idempotency-Key': 'once', 'spindle-test-url': 'https://crm.example.com/leads' }
  expect(receivers.posted).toEqual([
    { ...message, url: rules.url, headers },
    { ...message, url: rules.url, headers },
  ])
  await world.close()
})
