import type { Outcome } from '../job/recipient.ts'
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

type LoggedOutcome = Pick<SentMessage, 'state' | 'messageId' | 'providerId' | 'providerThread' | 'words'>

const noReceipt = { messageId: null, providerId: null, providerThread: null }

/** Null where nothing has left: it was captured, put off by us, or no server was reached. */
export function loggedOutcome(outcome: Outcome): LoggedOutcome | null {
  switch (outcome.kind) {
    case 'sent':
      return outcome.receipt === undefined ? null : { state: 'sent', ...outcome.receipt }
    case 'failed':
      return { ...noReceipt, state: outcome.bounced ? 'bounced' : 'failed', words: outcome.reason }
    case 'unconfirmed':
      return { ...noReceipt, state: 'unconfirmed', words: outcome.reason }
    case 'transient':
      if (outcome.code === 'MAIL_SERVER_UNUSABLE') return null
      return { ...noReceipt, state: 'failed', words: outcome.reason }
    case 'passed':
    case 'skipped':
    case 'stopped':
    case 'waits':
      return null
  }
}
