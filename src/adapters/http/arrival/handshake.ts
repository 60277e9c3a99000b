import type { ArrivalBody } from '../../../domain/arrival/arrival.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isSameText } from '../request/same-text.ts'
import type { Answer } from '../response.ts'
import type { SentRequest } from '../route.ts'

/**
 * Matches a source's challenge that may be echoed. Without this limit, a person with the webhook URL could
 * serve a page of their own from this host.
 */
const echoed = /^[\w.~+/=-]{1,256}$/
const maxChallengeBytes = 1_024

const there: Answer = { status: 200, body: { ok: true } }

/**
 * Returns the answer to the handshake of a source that checks the webhook URL before it sends records; null
 * for any other request.
 */
export function handshakeOf(
  { query, headers }: Pick<SentRequest, 'query' | 'headers'>,
  body: Pick<ArrivalBody, 'bytes'> | null,
): Answer | null {
  const { validationToken } = query
  if (validationToken !== undefined) return echo(validationToken)
  if (body === null || body.bytes.length > maxChallengeBytes) return null
  const text = Buffer.from(body.bytes).toString('utf8').trim()
  const hookSecret = headers['x-hook-secret']
  if (hookSecret !== undefined && (text === '' || text === '{}')) {
    assertEchoed(hookSecret)
    return { ...there, headers: { 'X-Hook-Secret': hookSecret } }
  }
  // Answers 200 to a body with only a webhook's number. WooCommerce sends it unsigned, and keeps a new
  // webhook only after a 200.
  if (text === '' || /^webhook_id=\d{1,20}$/.test(text)) return there
  const challenge = challengeIn(text)
  if (challenge === null) return null
  assertEchoed(challenge)
  return { status: 200, body: { challenge } }
}

/**
 * Returns the answer to the GET request with which a source checks a webhook URL. If the request has a
 * challenge, it must also have the token of the URL.
 */
export function greetingOf(query: Readonly<Record<string, string | undefined>>, token: string): Answer {
  const { 'hub.challenge': challenge, 'hub.verify_token': verifyToken } = query
  if (challenge === undefined) return echo('ok')
  if (verifyToken === undefined || !isSameText(verifyToken, token))
    throw new DomainError('FORBIDDEN', { message: 'The verify token does not match the token of this URL' })
  return echo(challenge)
}

function challengeIn(text: string): string | null {
  if (!text.includes('"challenge"')) return null
  try {
    const { challenge, ...others } = JSON.parse(text) as Record<string, unknown>
    // Allows `type` and `token` beside a challenge, because Slack sends them. A body with other fields is a
    // record and no handshake.
    const isAlone = Object.keys(others).every((key) => ['type', 'token'].includes(key))
    return typeof challenge === 'string' && isAlone ? challenge : null
  } catch {
    return null
  }
}

function echo(text: string): Answer {
  assertEchoed(text)
  return {
    status: 200,
    body: Buffer.from(text),
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  }
}

function assertEchoed(text: string): void {
  if (echoed.test(text)) return
  throw new DomainError('VALIDATION_FAILED', {
    message: 'A challenge must be 1 to 256 characters: letters, digits and . _ ~ + / = -',
    errors: [{ pointer: '', code: 'WRONG_FORM' }],
  })
}
