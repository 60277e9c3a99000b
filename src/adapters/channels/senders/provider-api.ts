import type { SendOutcome } from '../../../domain/job/recipient/put-off.ts'
import type { Thread } from '../../../domain/sender/message/message.ts'

export interface ApiRequest {
  readonly path: string
  readonly contentType: string
  readonly body: string
}

/** What an API has answered. */
export interface ApiAnswer {
  readonly status: number
  /** From Retry-After, in seconds. */
  readonly retryAfter: number | null
  readonly body: Readonly<Record<string, unknown>>
}

/** What became of a message; `attention` in whose words somebody has to see to the account. */
export type ApiOutcome = SendOutcome | { readonly kind: 'attention'; readonly words: string }

/** How one provider takes mail. */
export interface ProviderApi {
  /** Messages that it takes of one mailbox at once, without being told to wait. */
  readonly atOnce: number
  request(mime: Buffer, thread: Thread | null): ApiRequest
  /** Of every answer but a 401. */
  outcomeOf(answer: ApiAnswer, messageId: string, now: Date): ApiOutcome
}

/** The provider's limit for the account is reached, for this many seconds. */
export function providerLimit(words: string, seconds: number): SendOutcome {
  const reason = `The provider sends no more for now: ${words}`
  return {
    kind: 'putOff',
    scope: 'account',
    seconds: Math.min(Math.max(seconds, 1), 24 * 60 * 60),
    code: 'PROVIDER_LIMIT',
    reason,
  }
}

/** The provider cannot be used now. `seconds`: the pause that it named, if it named one. */
export function providerAway(words: string, seconds: number | null = null): SendOutcome {
  const reason = `The provider cannot be used: ${words}`
  return { kind: 'putOff', scope: 'server', seconds, code: 'MAIL_PROVIDER_UNUSABLE', reason }
}

export function providerRefused(words: string): SendOutcome {
  return { kind: 'failed', code: 'MESSAGE_REFUSED', reason: `The provider refused it: ${words}` }
}
