import type { SendOutcome } from '../../../domain/job/recipient/put-off.ts'
import { causeOf } from '../../../domain/reason.ts'
import type { WebhookMessage } from '../../../domain/sender/message/message.ts'
import { answerFor, type CallAnswer, noRules } from '../../../domain/test-mode/test-rules.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import { type Answered, WebhookChannel } from '../../../ports/sender/message/channels.ts'
import type { TestClocks } from '../../../ports/test-mode/test-clocks.ts'

/** The largest number of characters of a webhook's URL, body or answer that the timeline stores. */
const longestKept = 4_000

const byRule: Readonly<Record<CallAnswer, Answered>> = {
  ok: { outcome: { kind: 'sent' }, answer: '{"goOn": true}' },
  deny: {
    outcome: { kind: 'sent' },
    answer: '{"goOn": false, "reason": "A rule of test mode stops the recipient"}',
  },
  busy: {
    outcome: {
      kind: 'putOff',
      scope: 'recipient',
      seconds: null,
      code: 'RECEIVER_BUSY',
      reason: 'A rule of test mode says: 503',
    },
    answer: '',
  },
  refuse: {
    outcome: { kind: 'failed', code: 'RECEIVER_REFUSED', reason: 'A rule of test mode says: 400' },
    answer: '',
  },
  timeout: { outcome: { kind: 'transient', ...causeOf('RECEIVER_TIMED_OUT') }, answer: '' },
}

/**
 * Returns only the header Idempotency-Key of a webhook, by which its receiver recognises a repeat. Other
 * headers, such as Authorization, are secrets that the organization's test URL must not receive.
 */
function repeatable(headers: WebhookMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() === 'idempotency-key'),
  )
}

/**
 * `CapturingWebhookChannel` answers webhooks and guards of test organizations by their rules, or sends them
 * to the organization's own test URL. The timeline stores each call.
 */
export class CapturingWebhookChannel extends WebhookChannel {
  readonly #clocks: TestClocks
  readonly #receivers: WebhookChannel
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(clocks: TestClocks, receivers: WebhookChannel, clock: Clock, ids: Ids) {
    super()
    this.#clocks = clocks
    this.#receivers = receivers
    this.#clock = clock
    this.#ids = ids
  }

  override async send(message: WebhookMessage): Promise<SendOutcome> {
    const answered = await this.#answered(message, async (redirected) => ({
      outcome: await this.#receivers.send(redirected),
      answer: '',
    }))
    await this.#keep('webhook', message, answered)
    return answered.outcome
  }

  override async ask(message: WebhookMessage, milliseconds: number): Promise<Answered> {
    const answered = await this.#answered(message, (redirected) =>
      this.#receivers.ask(redirected, milliseconds),
    )
    await this.#keep('guard', message, answered)
    return answered
  }

  async #answered(
    message: WebhookMessage,
    bySending: (redirected: WebhookMessage) => Promise<Answered>,
  ): Promise<Answered> {
    const { rules } = (await this.#clocks.find(message.organizationId)) ?? { rules: noRules }
    if (rules.url === null) return byRule[answerFor(rules, message.url)]
    const headers = { ...repeatable(message.headers), 'spindle-test-url': message.url }
    return await bySending({ ...message, url: rules.url, headers })
  }

  async #keep(
    kind: 'webhook' | 'guard',
    { organizationId, jobId, recordId, step, method, url, body }: WebhookMessage,
    { outcome, answer }: Answered,
  ): Promise<void> {
    const words = 'reason' in outcome ? outcome.reason : answer === '' ? null : answer
    await this.#clocks.addCall({
      id: this.#ids.next(),
      organizationId,
      kind,
      jobId,
      recordId,
      step,
      at: this.#clock.now(),
      outcome: outcome.kind,
      method,
      url: url.slice(0, longestKept),
      body: body.slice(0, longestKept),
      words: words === null ? null : words.slice(0, longestKept),
    })
  }
}
