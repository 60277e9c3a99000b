import type { SendOutcome } from '../../../domain/job/recipient/temporary-refusal.ts'
import { causeOf } from '../../../domain/reason.ts'
import type { EmailMessage, WebhookMessage } from '../../../domain/sender/message/message.ts'
import {
  answerFor,
  type CallAnswer,
  type MessageOutcome,
  noRules,
  outcomeFor,
  replyFor,
} from '../../../domain/test-mode/test-rules.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { OrganizationTimes } from '../../../ports/organization-times.ts'
import {
  type Answered,
  Channels,
  EmailChannel,
  type OrganizationChannels,
  type SenderChannels,
  WebhookChannel,
} from '../../../ports/sender/message/channels.ts'
import type { MessageTokens } from '../../../ports/sender/message/message-tokens.ts'
import type { TestClockStore } from '../../../ports/test-mode/test-clocks.ts'

/** `ChannelsByMode` chooses channels that capture the messages of test organizations, and the real channels for others. */
export class ChannelsByMode extends Channels {
  readonly #times: OrganizationTimes
  readonly #real: OrganizationChannels
  readonly #capturing: OrganizationChannels

  constructor(
    times: OrganizationTimes,
    email: EmailChannel,
    webhook: WebhookChannel,
    senders: SenderChannels,
    capturingEmail: CapturingEmailChannel,
    capturingWebhook: CapturingWebhookChannel,
  ) {
    super()
    this.#times = times
    this.#real = { isTest: false, email, webhook, senders }
    this.#capturing = {
      isTest: true,
      email: capturingEmail,
      webhook: capturingWebhook,
      senders: { of: async () => capturingEmail },
    }
  }

  override async of(organizationId: string): Promise<OrganizationChannels> {
    return (await this.#times.isReal(organizationId)) ? this.#real : this.#capturing
  }
}

/** The text that the log of a test organization's messages shows in place of a mail server's answer. */
const capturedWords = 'Captured in test mode'

const refusals: Readonly<Record<Exclude<MessageOutcome, 'deliver'>, SendOutcome>> = {
  bounce: {
    kind: 'failed',
    code: 'MAILBOX_UNKNOWN',
    reason: 'A rule of test mode says: 550 5.1.1 no such mailbox',
    bounced: true,
  },
  temporaryRefusal: {
    kind: 'temporaryRefusal',
    scope: 'recipient',
    seconds: null,
    code: 'MAIL_TEMPORARILY_REFUSED',
    reason: 'A rule of test mode says: 450 4.2.1 try again later',
  },
  refuse: {
    kind: 'failed',
    code: 'MESSAGE_REFUSED',
    reason: 'A rule of test mode says: 554 5.7.1 message refused',
  },
}

/**
 * `CapturingEmailChannel` sends no e-mails of test organizations. It returns the outcome, such as a bounce, that
 * the organization's test rules set for the recipient's address. The log of messages stores the e-mails.
 */
export class CapturingEmailChannel extends EmailChannel {
  readonly #clocks: TestClockStore
  readonly #messageTokens: MessageTokens
  readonly #clock: Clock

  constructor(clocks: TestClockStore, messageTokens: MessageTokens, clock: Clock) {
    super()
    this.#clocks = clocks
    this.#messageTokens = messageTokens
    this.#clock = clock
  }

  override async send(message: EmailMessage): Promise<SendOutcome> {
    const { organizationId, jobId, slice, recordId, step, to, from } = message
    const { rules } = (await this.#clocks.find(organizationId)) ?? { rules: noRules }
    const outcome = outcomeFor(rules, to)
    if (outcome !== 'deliver') return refusals[outcome]
    const place = { jobId, slice, recordId, step }
    const reply = message.isTest === true ? null : replyFor(rules, to)
    if (reply !== null) {
      const { kind, text, awaySeconds, afterSeconds } = reply
      const dueAt = new Date(this.#clock.now().getTime() + afterSeconds * 1000)
      await this.#clocks.keepAnswer(organizationId, { place, dueAt, inbound: { kind, text, awaySeconds } })
    }
    const messageId = this.#messageTokens.messageIdFor(place, from?.email ?? null)
    const receipt = { messageId, providerId: null, providerThread: null, serverResponse: capturedWords }
    return { kind: 'sent', receipt }
  }
}

/** The largest number of characters of a webhook's URL, body or answer that the timeline stores. */
const maxStoredTextLength = 4_000

const byRule: Readonly<Record<CallAnswer, Answered>> = {
  ok: { outcome: { kind: 'sent' }, answer: '{"continue": true}' },
  deny: {
    outcome: { kind: 'sent' },
    answer: '{"continue": false, "reason": "A rule of test mode stops the recipient"}',
  },
  busy: {
    outcome: {
      kind: 'temporaryRefusal',
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
  readonly #clocks: TestClockStore
  readonly #receivers: WebhookChannel
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(clocks: TestClockStore, receivers: WebhookChannel, clock: Clock, ids: Ids) {
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
    const serverResponse = 'reason' in outcome ? outcome.reason : answer === '' ? null : answer
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
      url: url.slice(0, maxStoredTextLength),
      body: body.slice(0, maxStoredTextLength),
      serverResponse: serverResponse === null ? null : serverResponse.slice(0, maxStoredTextLength),
    })
  }
}
