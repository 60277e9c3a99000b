import type { SendOutcome } from '../../../domain/job/recipient/temporary-refusal.ts'
import type { Capacity } from '../../../domain/job/sending/capacity.ts'
import type { ReasonCause } from '../../../domain/reason.ts'
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
  /** A valid access token of the account, for providers that use OAuth; absent for password accounts. */
  readonly token?: string
  readonly settings: Readonly<Record<string, string | number | boolean>>
  readonly password?: string
}

/**
 * The error if the account of a sender cannot be used. Its message contains the words of the provider or of
 * this service.
 */
export class SenderAccessError extends Error {
  constructor(serverResponse: string) {
    super(serverResponse)
    this.name = 'SenderAccessError'
  }
}

/**
 * Gives access to the mail accounts of senders: to send messages, to read mailboxes, and to check a new
 * account before it is stored.
 */
export abstract class SenderChannels {
  /**
   * Returns the channel that sends through a sender's account in its current state. After the sender was
   * changed, paused or disconnected, returns another channel.
   *
   * A caller that knows the sender's revision passes it. If the channel of that revision is open, the sender
   * is not read from the database.
   */
  abstract of(organizationId: string, senderId: string, revision?: number): Promise<EmailChannel>

  /**
   * Returns the access to a sender's account and renews it if necessary. Throws `SenderAccessError` if the
   * account cannot be used.
   */
  abstract accessOf(organizationId: string, senderId: string): Promise<Access>

  /**
   * Connects to an SMTP server and signs in, to check an account before a sender uses it. Returns the error,
   * in the server's words if there are any; null on success.
   */
  abstract faultOf(server: SmtpServer, password: string): Promise<string | null>
}

/**
 * The channels through which the messages of one organization leave. The channels of a test organization capture the
 * messages, so none reaches a mail server, provider or receiver, except the organization's own test URL.
 */
export interface OrganizationChannels {
  readonly isTest: boolean
  /** The channel of e-mails without a sender. */
  readonly email: EmailChannel
  readonly webhook: WebhookChannel
  /** The channels of e-mails that senders send. */
  readonly senders: Pick<SenderChannels, 'of'>
}

/** Chooses the channels of an organization: once for a turn of its jobs, and once for a test message. */
export abstract class Channels {
  abstract of(organizationId: string): Promise<OrganizationChannels>
}
