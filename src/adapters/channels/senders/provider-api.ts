import type { SendOutcome } from '../../../domain/job/recipient/put-off.ts'
import type { Thread } from '../../../domain/sender/message/message.ts'

export interface ApiRequest {
  readonly path: string
  readonly contentType: string
  readonly body: string
}

/** The answer of a mail provider's API to a message. */
export interface ApiAnswer {
  readonly status: number
  /** The seconds that the Retry-After header of the answer names; null if there is none. */
  readonly retryAfter: number | null
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * The outcome of a message; `attention` if a user has to fix the account, with the text of the provider's
 * error.
 */
export type ApiOutcome = SendOutcome | { readonly kind: 'attention'; readonly words: string }

/** `ProviderApi` describes how one provider accepts mail. */
export interface ProviderApi {
  /** The number of messages that the provider accepts from one mailbox at once without a rate limit. */
  readonly atOnce: number
  request(mime: Buffer, thread: Thread | null): ApiRequest
  /**
   * Returns the outcome of a message from the provider's answer. An answer of 401 is handled before, because
   * it concerns the token.
   */
  outcomeOf(answer: ApiAnswer, messageId: string, now: Date): ApiOutcome
}

/**
 * Returns the outcome of a message that the mail provider refuses because the account has sent too much. The
 * message waits for `seconds`, at most 24 hours.
 */
export function providerLimit(words: string, seconds: number): SendOutcome {
  const reason = `The provider accepts no more messages at the moment: ${words}`
  return {
    kind: 'putOff',
    scope: 'account',
    seconds: Math.min(Math.max(seconds, 1), 24 * 60 * 60),
    code: 'PROVIDER_LIMIT',
    reason,
  }
}

/**
 * Returns the outcome of a message whose provider cannot be used now. `seconds` is the pause that the
 * provider named, or null.
 */
export function providerUnavailable(words: string, seconds: number | null = null): SendOutcome {
  const reason = `The provider cannot be used: ${words}`
  return { kind: 'putOff', scope: 'server', seconds, code: 'MAIL_PROVIDER_UNUSABLE', reason }
}

/**
 * Returns whether an answer leaves open if the provider accepted the message: it comes from a gateway in front of
 * the provider, or names no error of the provider. A 503 is sent before a request is processed, and a 408 before it
 * was received. The documentation of Gmail asks to repeat a message after a 500 that names its error.
 */
export function isInDoubt({ status, body }: ApiAnswer): boolean {
  if (status === 502 || status === 504) return true
  return status >= 500 && status !== 503 && typeof (body['error'] ?? '') !== 'object'
}

/** Returns the outcome of a message that the provider may have accepted. It is not sent again. */
export function providerInDoubt(words: string): SendOutcome {
  const reason = `The answer does not say whether the provider accepted the message: ${words}`
  return { kind: 'unconfirmed', code: 'MAIL_CUT_OFF', reason }
}

export function providerRefused(words: string): SendOutcome {
  return { kind: 'failed', code: 'MESSAGE_REFUSED', reason: `The provider refused the message: ${words}` }
}
