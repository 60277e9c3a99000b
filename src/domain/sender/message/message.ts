import type { Correspondent } from '../sender.ts'
import type { Attachment } from './attachment.ts'

/** The conversation in which an e-mail is a reply: the ids of the earlier e-mails to the same recipient. */
export interface Thread {
  /** The Message-ID of the last earlier e-mail; `references` has the ids of all, oldest first. */
  readonly inReplyTo: string
  readonly references: readonly string[]
  /** The provider's id of the conversation that the e-mail continues; null if it has none. */
  readonly providerThread: string | null
}

/** The confirmation of a mail server or provider that it accepted a message: its ids and its answer. */
export interface SendReceipt {
  readonly messageId: string
  /** The provider's ids of the sent message and of its conversation. */
  readonly providerId: string | null
  readonly providerThread: string | null
  /** The answer of the provider that accepted the message. */
  readonly serverResponse: string | null
}

/** An e-mail to one recipient at one step, with all templates filled in. */
export interface EmailMessage {
  readonly organizationId: string
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
  readonly step: number
  readonly to: string
  readonly subject: string
  readonly text: string | null
  readonly html: string | null
  /** The plain text that is generated from the HTML and sent with it if the message has no text of its own. */
  readonly plainText?: string
  /**
   * The unsubscribe link of the e-mail. One click stops all jobs of the organization from writing to the
   * address.
   */
  readonly unsubscribeUrl: string
  /**
   * The name and address in the From of the message; null if the deployment's own server sends the message in
   * its own name.
   */
  readonly from: Correspondent | null
  readonly thread: Thread | null
  readonly attachments: readonly Attachment[]
  /** Whether the message is a test that a user sends to their own address. */
  readonly isTest?: true
  /**
   * Whether the message is about a person's account, such as a password reset. It has no unsubscribe link.
   */
  readonly isAccountMail?: true
  /** Absent, because the bodies of the message are complete; `MailContent` still has its parts. */
  readonly parts?: never
}

/** A webhook request for one recipient at one step, with all templates filled in. */
export interface WebhookMessage {
  /** The id of the webhook message. All attempts share it, so that the receiver can detect a repetition. */
  readonly id: string
  readonly organizationId: string
  readonly jobId: string
  readonly recordId: string
  readonly step: number
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A captured message of the outbox, as the API returns it. */
export interface OutboxMessage
  extends Omit<
    EmailMessage,
    | 'organizationId'
    | 'slice'
    | 'plainText'
    | 'unsubscribeUrl'
    | 'from'
    | 'thread'
    | 'attachments'
    | 'isTest'
    | 'isAccountMail'
    | 'parts'
  > {
  readonly id: string
  readonly createdAt: Date
}
