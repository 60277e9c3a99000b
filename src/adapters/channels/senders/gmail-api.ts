import { oneLine } from '../../../domain/sender/one-line.ts'
import { cutText, storableText } from '../../../domain/text/storable-text.ts'
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

/**
 * The seconds to wait after a limit of Gmail whose answer names no time. A daily limit covers the last 24
 * hours; a rate limit ends after a minute.
 */
const afterDailyLimit = 60 * 60
const afterRateLimit = 60

interface GmailError {
  readonly message?: string
  readonly status?: string
  readonly errors?: readonly { readonly reason?: string }[]
}

/** Sends an e-mail by `users.messages.send` of Gmail. */
export const gmailApi: ProviderSendingApi = {
  atOnce: 2,

  request: (mime, thread) => {
    const raw = mime.toString('base64url')
    const threadId = thread?.providerThread ?? null
    return {
      path: '/gmail/v1/users/me/messages/send',
      contentType: 'application/json',
      body: JSON.stringify(threadId === null ? { raw } : { raw, threadId }),
    }
  },

  outcomeOf: (answer, messageId, now) => {
    const { status, body } = answer
    if (status >= 200 && status < 300) {
      const providerId = textOf(body['id'])
      const receipt = {
        messageId,
        providerId,
        providerThread: textOf(body['threadId']),
        serverResponse: null,
      }
      return { kind: 'sent', receipt }
    }
    return refusal(answer, now)
  },
}

function refusal(answer: ApiAnswer, now: Date): ApiOutcome {
  const { status, retryAfter, body } = answer
  const error = (body['error'] ?? {}) as GmailError
  const serverResponse = oneLine(error.message ?? `the provider answered with the status ${status}`)
  const reasons = (error.errors ?? []).map(({ reason = '' }) => reason)
  const isOf = (...known: string[]) => reasons.some((reason) => known.includes(reason))
  if (
    status === 429 ||
    (status === 403 &&
      isOf('rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded', 'quotaExceeded'))
  ) {
    const usual = isOf('dailyLimitExceeded', 'quotaExceeded') ? afterDailyLimit : afterRateLimit
    return providerLimit(serverResponse, retryAfter ?? secondsUntilNamed(serverResponse, now) ?? usual)
  }
  if (status === 403 || error.status === 'FAILED_PRECONDITION' || isOf('failedPrecondition'))
    return { kind: 'attention', serverResponse }
  if (isInDoubt(answer)) return providerInDoubt(serverResponse)
  if (status >= 500 || status === 408) return providerUnavailable(serverResponse, retryAfter)
  return providerRefused(serverResponse)
}

/**
 * Returns the seconds until the time that an error text of Gmail names, such as "User-rate limit exceeded.
 * Retry after 2026-11-21T13:00:00.000Z". Null if the text names no time.
 */
function secondsUntilNamed(serverResponse: string, now: Date): number | null {
  const [, moment] = /retry after (\d{4}-\d\d-\d\dT[\d:.]+Z)/i.exec(serverResponse) ?? []
  const ms = moment === undefined ? Number.NaN : Date.parse(moment) - now.getTime()
  return Number.isNaN(ms) ? null : Math.ceil(ms / 1000)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? cutText(storableText(value), 200) : null
}
