import type { EmailMessage } from './message.ts'

/** What became of a message, as far as it is known. A captured one has not left. */
export const messageStates = [
  'captured',
  'sent',
  'failed',
  'unconfirmed',
  'bounced',
  'complained',
  'replied',
] as const
export type MessageState = (typeof messageStates)[number]

/** What the log keeps of a message that has left, or should have. */
export interface SentMessage extends Pick<EmailMessage, 'to' | 'subject' | 'text' | 'html'> {
  readonly id: string
  readonly senderId: string | null
  /** As `normalizedEmail` leaves it. */
  readonly address: string
  readonly state: Exclude<MessageState, 'captured'>
  readonly messageId: string | null
  readonly providerId: string | null
  readonly providerThread: string | null
  /** Of the server or the provider. */
  readonly words: string | null
}

/** A message as the log lists it. */
export interface LoggedMessage {
  readonly id: string
  readonly jobId: string
  readonly spinnerId: string | null
  readonly recordId: string
  readonly step: number
  readonly senderId: string | null
  readonly to: string
  readonly subject: string
  readonly state: MessageState
  readonly messageId: string | null
  readonly providerId: string | null
  readonly words: string | null
  readonly createdAt: Date
}

/** With what it said; null where the organization does not keep that. */
export interface LoggedMessageWithBody extends LoggedMessage {
  readonly text: string | null
  readonly html: string | null
}
