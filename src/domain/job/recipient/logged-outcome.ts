import type { SentMessage } from '../../sender/message/logged-message.ts'
import type { SendOutcome } from './temporary-refusal.ts'

type LoggedOutcome = Pick<
  SentMessage,
  'status' | 'messageId' | 'providerId' | 'providerThread' | 'serverResponse'
>

const noReceipt = { messageId: null, providerId: null, providerThread: null }

/**
 * Returns the entry of the message log for an outcome. Returns null if no message was sent or refused: it was
 * captured, delayed by this service, or reached no server.
 */
export function loggedOutcome(outcome: SendOutcome): LoggedOutcome | null {
  switch (outcome.kind) {
    case 'sent':
      return outcome.receipt === undefined ? null : { status: 'sent', ...outcome.receipt }
    case 'failed':
      return { ...noReceipt, status: outcome.bounced ? 'bounced' : 'failed', serverResponse: outcome.reason }
    case 'unconfirmed':
      return { ...noReceipt, status: 'unconfirmed', serverResponse: outcome.reason }
    case 'transient':
    case 'temporaryRefusal':
      if (outcome.code === 'MAIL_SERVER_UNUSABLE' || outcome.code === 'PROVIDER_LIMIT') return null
      return { ...noReceipt, status: 'failed', serverResponse: outcome.reason }
    case 'passed':
    case 'skipped':
    case 'stopped':
    case 'waits':
      return null
  }
}
