import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SignaturePreset } from '../table/signature.ts'

/**
 * The largest difference in milliseconds between the signed time of a webhook and now. An intercepted request
 * cannot be replayed later.
 */
const toleranceMs = 5 * 60 * 1000

/**
 * The headers that may hold the static token of a source. Some sources let people type the header's name,
 * others choose it themselves.
 */
const tokenHeaders = ['x-api-key', 'x-auth-token', 'x-webhook-token', 'x-webhook-secret', 'x-spindle-token']

/**
 * The shortest key of a signature in bytes. Decoding a secret in the wrong form may leave an empty key, with
 * which a stranger can sign.
 */
const minKeyLength = 8

/** A request with records exactly as it was received, so that its signature can be verified. */
export interface SignedRequest {
  readonly method: string
  /** The URL exactly as in the request, with the query, because some signature presets cover it. */
  readonly url: string
  /** The headers of the request by name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

type Verifier = (secret: string, request: SignedRequest, now: Date) => boolean

const verifiers: Readonly<Record<SignaturePreset, Verifier>> = {
  hubspotV3: (secret, { method, url, headers, bytes }, now) => {
    const time = of(headers, 'x-hubspot-request-timestamp')
    if (!isNear(time, 'ms', now)) return false
    const signed = hmac('sha256', secret, method.toUpperCase(), hubspotUrl(url), bytes, time)
    return isSame(signed.toString('base64'), of(headers, 'x-hubspot-signature-v3'))
  },
  standardWebhooks: standard('webhook'),
  svix: standard('svix'),
  stripe: timeBefore('stripe-signature'),
  meta: ofBody('sha256', 'hex', 'x-hub-signature-256', 'sha256='),
  github: ofBody('sha256', 'hex', 'x-hub-signature-256', 'sha256='),
  shopify: ofBody('sha256', 'base64', 'x-shopify-hmac-sha256'),
  tally: ofBody('sha256', 'base64', 'tally-signature'),
  typeform: ofBody('sha256', 'base64', 'typeform-signature', 'sha256='),
  close: (secret, { headers, bytes }, now) => {
    const time = of(headers, 'close-sig-timestamp')
    if (!isNear(time, 's', now)) return false
    const key = Buffer.from(secret, 'hex')
    if (key.length < minKeyLength) return false
    const signed = hmac('sha256', key, time, bytes)
    return isSame(signed.toString('hex'), of(headers, 'close-sig-hash'))
  },
  attio: ofBody('sha256', 'hex', 'attio-signature'),
  webflow: (secret, { headers, bytes }, now) => {
    const time = of(headers, 'x-webflow-timestamp')
    if (!isNear(time, 'ms', now)) return false
    return isSame(
      hmac('sha256', secret, `${time}:`, bytes).toString('hex'),
      of(headers, 'x-webflow-signature'),
    )
  },
  intercom: ofBody('sha1', 'hex', 'x-hub-signature', 'sha1='),
  segment: ofBody('sha1', 'hex', 'x-signature'),
  calendly: timeBefore('calendly-webhook-signature'),
  slack: versioned('x-slack-request-timestamp', 'x-slack-signature'),
  zoom: versioned('x-zm-request-timestamp', 'x-zm-signature'),
  woocommerce: ofBody('sha256', 'base64', 'x-wc-webhook-signature'),
  // Mailchimp signs no webhooks: the person who sets up the webhook adds the secret to its URL.
  mailchimp: (secret, { url }) => isSame(secret, URL.parse(url)?.searchParams.get('secret') ?? ''),
  token: (secret, { headers }) => {
    const authorization = of(headers, 'authorization').replace(/^(?:bearer|token) /i, '')
    const headerTokens = [authorization, ...tokenHeaders.map((name) => of(headers, name))]
    // Compares the secret with all tokens of a request, so that the time does not show which one matched.
    return headerTokens.filter((token) => isSame(secret, token)).length > 0
  },
  basic: (secret, { headers }) => {
    const [, encoded] = /^basic ([\w+/=-]+)$/i.exec(of(headers, 'authorization')) ?? []
    if (encoded === undefined) return false
    const credentials = Buffer.from(encoded, 'base64').toString('utf8')
    return isSame(
      secret,
      secret.includes(':') ? credentials : credentials.slice(credentials.indexOf(':') + 1),
    )
  },
}

/**
 * Returns whether a request was signed with the secret. If the signature has a time, it must be shortly before `now`.
 * Verifies the raw bytes, because a body that was parsed and written again may differ.
 */
export function isSignedBy(
  preset: SignaturePreset,
  secret: string,
  request: SignedRequest,
  now: Date,
): boolean {
  return verifiers[preset](secret, request, now)
}

/**
 * Returns the answer to a challenge request, by which a source checks that the receiver knows the secret;
 * null for other requests.
 */
export function answerToChallenge(
  preset: SignaturePreset,
  secret: string,
  { bytes }: SignedRequest,
): Readonly<Record<string, string>> | null {
  const plainToken = preset === 'zoom' ? zoomToken(bytes) : null
  if (plainToken === null) return null
  return { plainToken, encryptedToken: hmac('sha256', secret, plainToken).toString('hex') }
}

/**
 * The largest number of signatures of one request that are checked. Sources send several while a secret is
 * replaced; more would only cost time.
 */
const maxSignatures = 20

const maxChallengeBytes = 1_024

/**
 * Returns the token of Zoom's URL validation; null if there is none. Zoom signs deliveries with the same key
 * over a text with colons. A token that could be such a text gets no answer; otherwise a person with the URL
 * could obtain a signed delivery.
 */
function zoomToken(bytes: Uint8Array): string | null {
  if (bytes.length > maxChallengeBytes) return null
  try {
    const { event, payload } = JSON.parse(Buffer.from(bytes).toString('utf8')) as {
      readonly event?: unknown
      readonly payload?: { readonly plainToken?: unknown } | null
    }
    const token = event === 'endpoint.url_validation' ? payload?.plainToken : undefined
    return typeof token === 'string' && /^[\w+/=-]{1,128}$/.test(token) ? token : null
  } catch {
    return null
  }
}

/**
 * Returns a verifier for the header `t=TIME,v1=SIGNATURE`, with a signature over the time, a dot and the
 * body.
 */
function timeBefore(header: string): Verifier {
  return (secret, { headers, bytes }, now) => {
    const parts = of(headers, header)
      .split(',', maxSignatures)
      .map((part) => part.trim().split('='))
    const time = parts.find(([name]) => name === 't')?.[1] ?? ''
    if (!isNear(time, 's', now)) return false
    const signed = hmac('sha256', secret, `${time}.`, bytes).toString('hex')
    return parts.some(([name, value = '']) => name === 'v1' && isSame(signed, value))
  }
}

/**
 * Returns a verifier for the header `v0=SIGNATURE`, with a signature over the version, the time and the body
 * with colons between them.
 */
function versioned(timeHeader: string, header: string): Verifier {
  return (secret, { headers, bytes }, now) => {
    const time = of(headers, timeHeader)
    if (!isNear(time, 's', now)) return false
    const signed = hmac('sha256', secret, `v0:${time}:`, bytes).toString('hex')
    return isSame(`v0=${signed}`, of(headers, header))
  }
}

function standard(prefix: 'webhook' | 'svix'): Verifier {
  return (secret, { headers, bytes }, now) => {
    const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
      of(headers, `${prefix}-${name}`),
    )
    if (id === undefined || id === '' || time === undefined || !isNear(time, 's', now)) return false
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    if (key.length < minKeyLength) return false
    const signed = hmac('sha256', key, `${id}.${time}.`, bytes).toString('base64')
    return (signatures ?? '').split(' ', maxSignatures).some((one) => isSame(`v1,${signed}`, one))
  }
}

function ofBody(hash: 'sha256' | 'sha1', form: 'hex' | 'base64', header: string, prefix = ''): Verifier {
  return (secret, { headers, bytes }) =>
    isSame(`${prefix}${hmac(hash, secret, bytes).toString(form)}`, of(headers, header))
}

function of(headers: SignedRequest['headers'], name: string): string {
  return Object.hasOwn(headers, name) ? (headers[name] ?? '') : ''
}

function hmac(
  hash: 'sha256' | 'sha1',
  key: string | Buffer,
  ...parts: readonly (string | Uint8Array)[]
): Buffer {
  const digest = createHmac(hash, key)
  for (const part of parts) digest.update(part)
  return digest.digest()
}

function isNear(time: string, unit: 's' | 'ms', now: Date): boolean {
  if (!/^\d{9,14}$/.test(time)) return false
  const at = Number(time) * (unit === 's' ? 1000 : 1)
  return Math.abs(now.getTime() - at) <= toleranceMs
}

/**
 * Compares two texts by their digests, which have the same length. The time shows neither where the texts
 * differ nor how long they are.
 */
function isSame(expected: string, given: string): boolean {
  const [one, other] = [expected, given].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other) && given !== ''
}

const inHubspotUrls: Readonly<Record<string, string>> = {
  '%3A': ':',
  '%2F': '/',
  '%3F': '?',
  '%40': '@',
  '%21': '!',
  '%24': '$',
  '%27': "'",
  '%28': '(',
  '%29': ')',
  '%2A': '*',
  '%2C': ',',
  '%3B': ';',
}

/** Returns a URL in the form that HubSpot signs: some characters unescaped, all others as they were sent. */
function hubspotUrl(url: string): string {
  return url.replaceAll(/%[\dA-F]{2}/gi, (escaped) => inHubspotUrls[escaped.toUpperCase()] ?? escaped)
}
