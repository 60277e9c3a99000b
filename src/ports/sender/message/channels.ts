import type { SendOutcome } from '../../../domain/job/recipient/put-off.ts'
import type { ReasonCause } from '../../../domain/job/recipient/reason.ts'
import type { Capacity } from '../../../domain/job/sending/capacity.ts'
import type { EmailMessage, WebhookMessage } from '../../../domain/sender/message/message.ts'
import type { SenderKind } from '../../../domain/sender/sender.ts'
import type { SmtpServer } from '../../../domain/sender/smtp-server.ts'

/** Sends e-mail or captures it. Never throws for a failure of one message. */
export abstract class EmailChannel implements Capacity {
  readonly atOnce: number | null = null
  /** Whether messages are captured in this service instead of sent. */
  readonly captures: boolean = false
  readonly refusal?: ReasonCause

  abstract send(message: EmailMessage): Promise<SendOutcome>
}

export interface Answered {
  readonly outcome: SendOutcome
  readonly answer: string
}

/** Delivers webhooks of spinners to receivers. Never throws for a failure of one message. */
export abstract class WebhookChannel implements Capacity {
  readonly atOnce: number | null = null

  abstract send(message: WebhookMessage): Promise<SendOutcome>

  /**
   * Delivers a webhook and returns the beginning of the receiver's answer, if its status is 2xx. The answer
   * must arrive within `milliseconds`.
   */
  abstract ask(message: WebhookMessage, milliseconds: number): Promise<Answered>
}

/** The credentials with which a sender's account can be used at this moment. */
export interface Access {
  readonly kind: SenderKind
  /** An access token of the account that stays valid for a while. */
  readonly token?: string
  readonly settings: Readonly<Record<string, string | number | boolean>>
  readonly password?: string
}

/** The account of a sender cannot be used; the message has the words of the provider or of this service. */
export class SenderAccessError extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'SenderAccessError'
  }
}

/**
 * The channels to the accounts of senders: messages leave by them, mailboxes are read with their access, and a new
 * account is checked before it is stored.
 */
export abstract class SenderChannels {
  /**
   * Returns the channel of a sender in its present state. A sender that was changed, paused or disconnected
   * gets another channel.
   *
   * A caller that has read the sender, for example because it has marked a message, passes its revision. If
   * the channel of that revision is open, the sender is not read again.
   */
  abstract of(organizationId: string, senderId: string, revision?: number): Promise<EmailChannel>

  /**
   * Returns the access to a sender's account and renews it if necessary. Throws `SenderAccessError` if the
   * account cannot be used.
   */
  abstract accessOf(organizationId: string, senderId: string): Promise<Access>

  /**
   * Checks an account before it becomes that of a sender: connects to the server and signs in, as the channel will.
   * Returns the fault, in the server's words if there are any; null if the sign-in succeeds.
   */
  abstract faultOf(server: SmtpServer, password: string): Promise<string | null>
}

/** The channels that take the messages of a test organization in place of every sender and receiver. */
export interface CapturingChannels {
  readonly email: EmailChannel
  readonly webhook: WebhookChannel
}

/**
 * Chooses the channels of an organization. All steps use it before they send, so no message of a test organization
 * reaches a mail server, a provider, or any receiver except the organization's own test URL.
 */
export abstract class TestChannels {
  /** Returns the channels of a test organization; null for a real organization. */
  abstract of(organizationId: string): Promise<CapturingChannels | null>
}
