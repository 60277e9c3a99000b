import type { Dispatcher } from 'undici'
import { notPrepared } from '../../domain/job/recipient/not-prepared.ts'
import type { SendOutcome } from '../../domain/job/recipient/temporary-refusal.ts'
import { causeOf } from '../../domain/reason.ts'
import type { WebhookMessage } from '../../domain/sender/message/message.ts'
import { sentence } from '../../domain/text/sentence.ts'
import { type Answered, WebhookChannel } from '../../ports/sender/message/channels.ts'
import type { SharedSecretStore } from '../../ports/sender/shared-secrets.ts'
import type { AllowedPrivateHosts } from './allowed-private-hosts.ts'
import { guardedClient } from './guarded-client.ts'
import { type HttpClient, retryAfterSeconds } from './http-client.ts'
import { ForbiddenAddress } from './public-address.ts'
import { signedHeaders } from './standard-webhook.ts'

const unreadableSecret = 'The secret that signs webhooks cannot be read, so no request was sent'
const maxMs = 15_000
/** The largest answer of a webhook's receiver in bytes; a longer one is cut off. */
const maxBytes = 64 * 1024

/**
 * `UndiciWebhookChannel` posts signed webhooks. A status of 2xx means success; after 408 and 5xx the webhook is
 * tried up to five times. 429, 503 and every retried status with Retry-After are temporary refusals, which use up no
 * attempt.
 */
export class UndiciWebhookChannel extends WebhookChannel {
  readonly #secrets: Pick<SharedSecretStore, 'webhookSecrets'>
  readonly #client: HttpClient

  constructor(secrets: Pick<SharedSecretStore, 'webhookSecrets'>, allowed: AllowedPrivateHosts) {
    super()
    this.#secrets = secrets
    this.#client = guardedClient(allowed.hosts)
  }

  override async send(message: WebhookMessage): Promise<SendOutcome> {
    return (await this.#posted(message, maxMs, async (body) => (await dumped(body), ''))).outcome
  }

  override ask(message: WebhookMessage, milliseconds: number): Promise<Answered> {
    return this.#posted(message, milliseconds, beginning)
  }

  async #posted(
    message: WebhookMessage,
    milliseconds: number,
    read: (body: Body) => Promise<string>,
  ): Promise<Answered> {
    const ours = await this.#signed(message)
    if (ours === null) return { outcome: notPrepared(unreadableSecret), answer: '' }
    try {
      const { statusCode, headers, body } = await this.#client.request(message.url, {
        method: message.method,
        headers: { ...withoutOurs(message.headers), ...ours },
        body: message.body,
        signal: AbortSignal.timeout(milliseconds),
      })
      const outcome = outcomeOf(statusCode, retryAfterSeconds(headers['retry-after'], new Date()))
      if (outcome.kind === 'sent') return { outcome, answer: await read(body) }
      await dumped(body)
      return { outcome, answer: '' }
    } catch (error) {
      return { outcome: outcomeOfFault(error), answer: '' }
    }
  }

  /**
   * Returns the headers that sign a webhook; null if its secret cannot be read. An exception would count the
   * webhook as unconfirmed, which is final, although no request has left.
   */
  async #signed({ id, organizationId, body }: WebhookMessage): Promise<Record<string, string> | null> {
    try {
      return signedHeaders(id, body, await this.#secrets.webhookSecrets(organizationId))
    } catch {
      return null
    }
  }
}

type Body = Dispatcher.ResponseData['body']

async function dumped(body: Body): Promise<void> {
  await body.dump({ limit: maxBytes }).catch(() => {})
}

async function beginning(body: Body): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= maxBytes) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

const reserved =
  /^(?:webhook-.*|content-type|content-length|host|connection|transfer-encoding|user-agent|expect|upgrade|keep-alive)$/i

function withoutOurs(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !reserved.test(name)))
}

function outcomeOf(status: number, seconds: number | null): SendOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status >= 300 && status < 400)
    return {
      kind: 'failed',
      code: 'RECEIVER_REDIRECTED',
      reason: sentence('The receiver answered with the status {status}; redirects are not followed', {
        status,
      }),
    }
  const reason = sentence('The receiver answered with the status {status}', { status })
  const again = status === 408 || status === 429 || status >= 500
  if (again && (status === 429 || status === 503 || seconds !== null))
    return { kind: 'temporaryRefusal', scope: 'recipient', seconds, code: 'RECEIVER_BUSY', reason }
  return again
    ? { kind: 'transient', code: 'RECEIVER_BUSY', reason }
    : { kind: 'failed', code: 'RECEIVER_REFUSED', reason }
}

/**
 * Returns the outcome of a failed webhook. Its request may have arrived and is sent again, because the
 * receiver can recognise the repeat by its webhook-id.
 */
function outcomeOfFault(error: unknown): SendOutcome {
  const causes = [error, (error as { cause?: unknown }).cause]
  const forbidden = causes.find((cause) => cause instanceof ForbiddenAddress)
  if (forbidden !== undefined)
    return { kind: 'failed', code: 'RECEIVER_FORBIDDEN', reason: forbidden.message }
  const { name = '', code = '' } = error as { name?: string; code?: string }
  if (code === 'UND_ERR_INVALID_ARG' || code === 'ERR_INVALID_URL')
    return { kind: 'failed', ...causeOf('REQUEST_NOT_SENDABLE') }
  if (name === 'TimeoutError') return { kind: 'transient', ...causeOf('RECEIVER_TIMED_OUT') }
  const reason = sentence('The receiver cannot be reached ({code})', { code: code || name })
  return { kind: 'transient', code: 'RECEIVER_UNREACHABLE', reason }
}
