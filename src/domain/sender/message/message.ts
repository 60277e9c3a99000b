import type { Correspondent } from '../sender.ts'
import type { Attachment } from './attachment.ts'

/** What an e-mail answers: the ones before it that the same recipient got. */
export interface Thread {
  /** The Message-ID of the last of them, and of all, oldest first. */
  readonly inReplyTo: string
  readonly references: readonly string[]
  /** What the provider calls the conversation, where it has a word for it. */
  readonly providerThread: string | null
}

/** What is known of a message that a provider has taken. */
export interface Receipt {
  readonly messageId: string
  /** What the provider calls it, and its conversation. */
  readonly providerId: string | null
  readonly providerThread: string | null
  /** In the words of the provider. */
  readonly words: string | null
}

/** An e-mail of one recipient at one step, rendered. */
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
  /** The text that goes beside the HTML of a message without a text of its own. */
  readonly plainText?: string
  /** One click on it, and no job of the organization writes to the address again. */
  readonly unsubscribeUrl: string
  /** Who it is from; null where it leaves through the deployment's own server, under its own name. */
  readonly from: Correspondent | null
  readonly thread: Thread | null
  readonly attachments: readonly Attachment[]
  /** One that somebody sends to themselves, to see how it comes in. */
  readonly isTest?: true
}

/** A webhook of one recipient at one step, rendered. */
export interface WebhookMessage {
  /** The same over all attempts, by which the receiver tells a repetition. */
  readonly id: string
  readonly organizationId: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A captured message as it is looked at. */
export interface OutboxMessage
  extends Omit<
    EmailMessage,
    'organizationId' | 'slice' | 'plainText' | 'unsubscribeUrl' | 'from' | 'thread' | 'attachments' | 'isTest'
  > {
  readonly id: string
  readonly createdAt: Date
}
