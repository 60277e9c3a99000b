import type { SentMessage } from '../../sender/message/logged-message.ts'
import type { SendOutcome } from './put-off.ts'

type LoggedOutcome = Pick<SentMessage, 'state' | 'messageId' | 'providerId' | 'providerThread' | 'words'>

const noReceipt = { messageId: null, providerId: null, providerThread: null }

/**
 * Returns the log entry for an outcome; null if no message left: captured, delayed by us, or no server
 * reached.
 */
export function loggedOutcome(outcome: SendOutcome): LoggedOutcome | null {
  switch (outcome.kind) {
    case 'sent':
      return outcome.receipt === undefined ? null : { state: 'sent', ...outcome.receipt }
    case 'failed':
      return { ...noReceipt, state: outcome.bounced ? 'bounced' : 'failed', words: outcome.reason }
    case 'unconfirmed':
      return { ...noReceipt, state: 'unconfirmed', words: outcome.reason }
    case 'transient':
    case 'putOff':
      if (outcome.code === 'MAIL_SERVER_UNUSABLE' || outcome.code === 'PROVIDER_LIMIT') return null
      return { ...noReceipt, state: 'failed', words: outcome.reason }
    case 'passed':
    case 'skipped':
    case 'stopped':
    case 'waits':
      return null
  }
}
