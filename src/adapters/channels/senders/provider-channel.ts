import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { SendOutcome } from '../../../domain/job/recipient/temporary-refusal.ts'
import type { EmailMessage, Thread } from '../../../domain/sender/message/message.ts'
import { oneLine } from '../../../domain/sender/one-line.ts'
import type { Sender } from '../../../domain/sender/sender.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { Clock } from '../../../ports/clock.ts'
import { GrantRevoked, ProviderUnavailable } from '../../../ports/sender/mail-providers.ts'
import { EmailChannel } from '../../../ports/sender/message/channels.ts'
import type { MessageTokens } from '../../../ports/sender/message/message-tokens.ts'
import { withErrorsHandled } from '../../streams/stream-errors.ts'
import { mimeOf } from '../composed-mail.ts'
import { type HttpClient, retryAfterSeconds } from '../http-client.ts'
import { needsAttention } from './idle-channels.ts'
import type { ProviderSender, SenderTokens } from './sender-tokens.ts'

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
export type ApiOutcome = SendOutcome | { readonly kind: 'attention'; readonly serverResponse: string }

/** `ProviderApi` describes how one mailbox provider (Google or Microsoft) accepts mail. */
export interface ProviderSendingApi {
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
export function providerLimit(serverResponse: string, seconds: number): SendOutcome {
  const reason = `The provider accepts no more messages at the moment: ${serverResponse}`
  return {
    kind: 'temporaryRefusal',
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
export function providerUnavailable(serverResponse: string, seconds: number | null = null): SendOutcome {
  const reason = `The provider cannot be used: ${serverResponse}`
  return { kind: 'temporaryRefusal', scope: 'server', seconds, code: 'MAIL_PROVIDER_UNUSABLE', reason }
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
export function providerInDoubt(serverResponse: string): SendOutcome {
  const reason = sentence('The answer does not say whether the provider accepted the message: {answer}', {
    answer: serverResponse,
  })
  return { kind: 'unconfirmed', code: 'MAIL_UNCONFIRMED', reason }
}

export function providerRefused(serverResponse: string): SendOutcome {
  return {
    kind: 'failed',
    code: 'MESSAGE_REFUSED',
    reason: sentence('The provider refused the message: {answer}', { answer: serverResponse }),
  }
}

const maxMs = 30_000
const maxBytes = 64 * 1024

export interface ProviderChannelOptions {
  readonly sender: Sender & ProviderSender
  readonly api: ProviderSendingApi
  /** The base URL of the mail provider's API, without a slash at the end. */
  readonly url: string
  readonly tokens: SenderTokens
  readonly messageTokens: MessageTokens
  readonly client: HttpClient
  readonly clock: Clock
  /** Reports that a user has to fix the account, with the text of the provider's error. */
  readonly onFault: (code: string, serverResponse: string) => Promise<void>
}

/** `ProviderChannel` sends mail through a provider's API, in the name of the connected account. */
export class ProviderChannel extends EmailChannel {
  override readonly atOnce: number
  readonly #options: ProviderChannelOptions

  constructor(options: ProviderChannelOptions) {
    super()
    this.atOnce = options.api.atOnce
    this.#options = options
  }

  override async send(message: EmailMessage): Promise<SendOutcome> {
    const { sender, api, messageTokens, clock } = this.#options
    const messageId = messageTokens.messageIdFor(message, sender.email)
    let apiRequest: ApiRequest
    try {
      apiRequest = api.request(await mimeOf({ ...message, from: sender }, messageId), message.thread)
    } catch (error) {
      const reason = sentence('The message cannot be sent: {answer}', {
        answer: oneLine((error as Error).message),
      })
      return { kind: 'failed', code: 'MESSAGE_NOT_SENDABLE', reason }
    }
    try {
      const answer = await this.#authorized(apiRequest)
      if (!('status' in answer)) return answer
      const outcome = api.outcomeOf(answer, messageId, clock.now())
      return outcome.kind === 'attention' ? this.#fault('PROVIDER_REFUSED', outcome.serverResponse) : outcome
    } catch (error) {
      if (error instanceof GrantRevoked) return this.#fault('GRANT_REVOKED', error.message)
      if (error instanceof ProviderUnavailable) return providerUnavailable(error.message)
      // Reading or renewing the tokens of the account failed before the message was sent, so the message can
      // be sent later.
      return providerUnavailable('the access of the account could not be renewed')
    }
  }

  /**
   * Posts a request to the mail provider. If the provider rejects the access token, posts the request once
   * more with a renewed one.
   */
  async #authorized(requested: ApiRequest): Promise<ApiAnswer | SendOutcome> {
    const { sender, tokens } = this.#options
    const token = await tokens.of(sender)
    const first = await this.#post(requested, token)
    if (!('status' in first) || first.status !== 401) return first
    const second = await this.#post(requested, await tokens.of(sender, token))
    if (!('status' in second) || second.status !== 401) return second
    const { message } = (second.body['error'] ?? {}) as { message?: string }
    return this.#fault(
      'PROVIDER_REFUSED',
      oneLine(
        message ?? 'the provider no longer accepts the access of the account; connect the sender again',
      ),
    )
  }

  async #post({ path, contentType, body }: ApiRequest, token: string): Promise<ApiAnswer | SendOutcome> {
    const { url, client } = this.#options
    const handing = { begun: false }
    const bytes = Buffer.from(body)
    try {
      const answer = await client.request(`${url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': contentType,
          'content-length': String(bytes.length),
        },
        body: withErrorsHandled(Readable.from(handed(bytes, handing), { objectMode: false })),
        signal: AbortSignal.timeout(maxMs),
      })
      const retryAfter = retryAfterSeconds(answer.headers['retry-after'], this.#options.clock.now())
      return { status: answer.statusCode, retryAfter, body: await jsonOf(answer.body) }
    } catch (error) {
      const { code, name } = error as { code?: string; name: string }
      const serverResponse = `no answer (${code ?? name})`
      if (!handing.begun) return providerUnavailable(serverResponse)
      const reason = `The connection to the provider was lost while it accepted the message: ${serverResponse}`
      return { kind: 'unconfirmed', code: 'MAIL_UNCONFIRMED', reason }
    }
  }

  /**
   * Reports that a user has to fix the account. Ignores an error of the report: the provider has refused the
   * message, and an exception would count it as unconfirmed. The next message reports the trouble again.
   */
  async #fault(code: string, serverResponse: string): Promise<SendOutcome> {
    await this.#options.onFault(code, serverResponse).catch(() => {})
    return needsAttention(serverResponse)
  }
}

/**
 * Yields the body of a message and notes that it was read. If the connection ends after that, the provider
 * may have the message.
 */
async function* handed(bytes: Buffer, handing: { begun: boolean }): AsyncIterable<Buffer> {
  handing.begun = true
  yield bytes
}

/**
 * Returns the JSON of a mail provider's answer. Other or too large content becomes an empty object, because
 * the status is enough.
 */
async function jsonOf(body: Dispatcher.ResponseData['body']): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += (chunk as Buffer).length
      if (size > maxBytes) return {}
      chunks.push(chunk as Buffer)
    }
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
