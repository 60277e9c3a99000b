import { oneLine } from '../../../domain/sender/one-line.ts'
import {
  type ApiAnswer,
  type ApiOutcome,
  isInDoubt,
  type ProviderSendingApi,
  providerInDoubt,
  providerLimit,
  providerRefused,
  providerUnavailable,
} from './provider-channel.ts'

const afterThrottling = 60
const afterMessageLimit = 60 * 60

/**
 * The error codes of Microsoft Graph that concern the mailbox and not the message, so that a user has to fix
 * the sender.
 */
const ofMailbox = new Set([
  'ErrorAccessDenied',
  'ErrorSendAsDenied',
  'ErrorMessageSubmissionBlocked',
  'MailboxNotEnabledForRESTAPI',
  'MailboxNotSupportedForRESTAPI',
  'ErrorMailboxStoreUnavailable',
  'ErrorAccountDisabled',
  'ErrorAccountSuspend',
])

/**
 * Sends an e-mail as MIME by `sendMail` of Microsoft Graph. Graph returns no id for a message that it
 * accepts.
 */
export const graphApi: ProviderSendingApi = {
  atOnce: 2,

  request: (mime) => ({
    path: '/v1.0/me/sendMail',
    contentType: 'text/plain',
    body: mime.toString('base64'),
  }),

  outcomeOf: (answer, messageId) => {
    if (answer.status < 200 || answer.status >= 300) return refusal(answer)
    return {
      kind: 'sent',
      receipt: { messageId, providerId: null, providerThread: null, serverResponse: null },
    }
  },
}

function refusal(answer: ApiAnswer): ApiOutcome {
  const { status, retryAfter, body } = answer
  const { code = '', message } = (body['error'] ?? {}) as { code?: string; message?: string }
  const serverResponse = oneLine(message ?? (code || `the provider answered with the status ${status}`))
  if (code === 'ErrorExceededMessageLimit')
    return providerLimit(serverResponse, retryAfter ?? afterMessageLimit)
  if (status === 429 || code === 'ApplicationThrottled' || (status === 503 && retryAfter !== null))
    return providerLimit(serverResponse, retryAfter ?? afterThrottling)
  if (isInDoubt(answer)) return providerInDoubt(serverResponse)
  if (status >= 500 || status === 408) return providerUnavailable(serverResponse, retryAfter)
  if (status === 403 || ofMailbox.has(code)) return { kind: 'attention', serverResponse }
  return providerRefused(serverResponse)
}
