import type { Dispatcher } from 'undici'
import {
  type AttemptCode,
  answerMs,
  maxResponseLength,
  type ReceiverAnswer,
} from '../../domain/event/destination/attempt.ts'
import { maxUrlLength } from '../../domain/event/destination/destination.ts'
import { cutText, storableText } from '../../domain/text/storable-text.ts'
import { EventChannel, type EventRequest } from '../../ports/event/event-channel.ts'
import type { AllowedPrivateHosts } from './allowed-private-hosts.ts'
import { guardedClient } from './guarded-client.ts'
import { type HttpClient, retryAfterSeconds } from './http-client.ts'
import { ForbiddenAddress } from './public-address.ts'
import { publicUrlFault } from './public-url-fault.ts'
import { signedHeaders } from './standard-webhook.ts'

/** The largest number of bytes that are read of an answer: 500 characters of up to 4 bytes. */
const maxBytes = 4 * maxResponseLength
/** The milliseconds for which the body of an answer is awaited after its headers. */
const bodyMs = 2_000

/** `UndiciEventChannel` posts signed requests with events over HTTPS, and to allowed private hosts over HTTP. */
export class UndiciEventChannel extends EventChannel {
  readonly #allowed: AllowedPrivateHosts
  readonly #client: HttpClient

  constructor(allowed: AllowedPrivateHosts, client: HttpClient = guardedClient(allowed.hosts)) {
    super()
    this.#allowed = allowed
    this.#client = client
  }

  override faultOf(text: string): string | null {
    return publicUrlFault(text, this.#allowed.hosts, maxUrlLength)
  }

  override async send(
    { url, webhookId, body, secrets }: EventRequest,
    signal: AbortSignal,
  ): Promise<ReceiverAnswer> {
    signal.throwIfAborted()
    // Signs the request outside of the try block, so that an error of signing is not reported as an error of the
    // receiver.
    const headers = signedHeaders(webhookId, body, secrets)
    const begunAt = performance.now()
    const durationMs = () => Math.round(performance.now() - begunAt)
    try {
      const timeout = AbortSignal.timeout(answerMs)
      const answer = await this.#client.request(url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.any([signal, timeout]),
      })
      const seconds = retryAfterSeconds(answer.headers['retry-after'], new Date())
      const result = {
        httpStatus: answer.statusCode,
        code: codeOfStatus(answer.statusCode, seconds),
        durationMs: durationMs(),
        retryAfterSeconds: seconds,
      }
      return { ...result, response: await beginning(answer.body) }
    } catch (error) {
      signal.throwIfAborted()
      const result = { httpStatus: null, response: null, retryAfterSeconds: null }
      return { ...result, code: codeOfFault(error), durationMs: durationMs() }
    }
  }
}

/** Returns the beginning of an answer. An answer that breaks off or stalls is still an answer. */
async function beginning(body: Dispatcher.ResponseData['body']): Promise<string | null> {
  body.on('error', () => {})
  const chunks: Buffer[] = []
  const timer = setTimeout(() => body.destroy(), bodyMs)
  try {
    let size = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxBytes) break
    }
  } catch {
    // Uses the part of the answer that was read.
  } finally {
    clearTimeout(timer)
  }
  const text = storableText(Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'))
  return text === '' ? null : cutText(text, maxResponseLength)
}

function codeOfStatus(status: number, seconds: number | null): AttemptCode | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'RECEIVER_REDIRECTED'
  if (status === 410) return 'RECEIVER_GONE'
  return status === 429 || (status === 503 && seconds !== null) ? 'RECEIVER_BUSY' : 'RECEIVER_REFUSED'
}

const codes: readonly (readonly [pattern: RegExp, code: AttemptCode])[] = [
  [/^TimeoutError$|TIMEOUT|ETIMEDOUT/, 'RECEIVER_TIMED_OUT'],
  [/ENOTFOUND|EAI_/, 'RECEIVER_NOT_RESOLVED'],
  [/CERT|SELF_SIGNED|UNABLE_TO_|ERR_SSL|ERR_TLS|EPROTO/, 'RECEIVER_CERTIFICATE'],
  [/UND_ERR_SOCKET|ECONNRESET|EPIPE|UND_ERR_CLOSED|UND_ERR_DESTROYED/, 'RECEIVER_DISCONNECTED'],
  [/^HTTPParserError$|^HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES|UND_ERR_INFO/, 'RECEIVER_ANSWER_INVALID'],
]

function codeOfFault(error: unknown): AttemptCode {
  const causes = [error, (error as { cause?: unknown }).cause]
  if (causes.some((cause) => cause instanceof ForbiddenAddress)) return 'RECEIVER_FORBIDDEN'
  const names = causes.flatMap((cause) => {
    const { name = '', code = '' } = (cause ?? {}) as { name?: string; code?: string | number }
    return [name, String(code)]
  })
  const found = codes.find(([pattern]) => names.some((name) => pattern.test(name)))
  return found?.[1] ?? 'RECEIVER_UNREACHABLE'
}
