import type { SendOutcome } from '../../../domain/job/recipient/put-off.ts'
import type { EmailMessage } from '../../../domain/sender/message/message.ts'
import { type MessageOutcome, noRules, outcomeFor, replyFor } from '../../../domain/test-mode/test-rules.ts'
import type { Clock } from '../../../ports/clock.ts'
import { EmailChannel } from '../../../ports/sender/message/channels.ts'
import type { MessageTokens } from '../../../ports/sender/message/message-tokens.ts'
import type { TestClocks } from '../../../ports/test-mode/test-clocks.ts'

/** The text that the log of a test organization's messages shows in place of a mail server's answer. */
const capturedWords = 'Captured in test mode'

const refusals: Readonly<Record<Exclude<MessageOutcome, 'deliver'>, SendOutcome>> = {
  bounce: {
    kind: 'failed',
    code: 'MAILBOX_UNKNOWN',
    reason: 'A rule of test mode says: 550 5.1.1 no such mailbox',
    bounced: true,
  },
  putOff: {
    kind: 'putOff',
    scope: 'recipient',
    seconds: null,
    code: 'MAIL_PUT_OFF',
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
  readonly #clocks: TestClocks
  readonly #messageTokens: MessageTokens
  readonly #clock: Clock

  constructor(clocks: TestClocks, messageTokens: MessageTokens, clock: Clock) {
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
    const messageId = this.#messageTokens.messageIdFor(place, from?.address ?? null)
    const receipt = { messageId, providerId: null, providerThread: null, words: capturedWords }
    return { kind: 'sent', receipt }
  }
}
