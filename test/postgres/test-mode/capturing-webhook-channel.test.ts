import { expect, it } from '@jest/globals'
import { CapturingWebhookChannel } from '../../../src/adapters/channels/test-mode/capturing-webhook-channel.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import type { SendOutcome } from '../../../src/domain/job/recipient/put-off.ts'
import type { WebhookMessage } from '../../../src/domain/sender/message/message.ts'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { noRules } from '../../../src/domain/test-mode/test-rules.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { type Answered, WebhookChannel } from '../../../src/ports/sender/message/channels.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { createDemoWorld } from '../../support/world.ts'

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
