import type { EmailMessage } from './message.ts'

/**
 * The states of a message in the log. A `captured` message was stored in the outbox instead of being sent.
 */
export const messageStatuses = [
  'captured',
  'sent',
  'failed',
  'unconfirmed',
  'bounced',
  'complained',
  'replied',
] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** The kinds of reactions to messages. A message has at most one of each kind: the first. */
export const reactionKinds = ['reply', 'bounce', 'complaint'] as const
export type ReactionKind = (typeof reactionKinds)[number]

/** The log entry for an e-mail that was sent, was refused, or may have been sent. */
export interface SentMessage extends Pick<EmailMessage, 'to' | 'subject' | 'text' | 'html'> {
  readonly id: string
  readonly senderId: string | null
  /** The recipient's address in the form that `normalizedEmail` returns. */
  readonly address: string
  readonly status: Exclude<MessageStatus, 'captured'>
  readonly messageId: string | null
  readonly providerId: string | null
  readonly providerThread: string | null
  /** The answer that the SMTP server or provider gave when it accepted or refused the message. */
  readonly serverResponse: string | null
}

/** A message as the message log lists it, without its body. */
export interface LoggedMessage {
  readonly id: string
  readonly jobId: string
  readonly spinnerId: string | null
  readonly recordId: string
  readonly step: number
  readonly senderId: string | null
  readonly to: string
  readonly subject: string
  readonly status: MessageStatus
  readonly messageId: string | null
  readonly providerId: string | null
  readonly serverResponse: string | null
  readonly createdAt: Date
}

/** A logged message with its body. The body is null if the organization does not keep bodies. */
export interface LoggedMessageWithBody extends LoggedMessage {
  readonly text: string | null
  readonly html: string | null
}
