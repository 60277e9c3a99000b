import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { answerToChallenge, isSignedBy } from '../../../src/domain/arrival/delivery-signature.ts'
import { type SignaturePreset, signaturePresets } from '../../../src/domain/table/signature.ts'

const now = new Date('2026-11-20T12:00:00Z')
const seconds = String(now.getTime() / 1000)
const body = '{"email": "ada@example.com"}'
const url = 'https://leads.example.com/api/v1/public/data-tables/ingest/tbl_x?a=%2Fb%20c'

function verify(
  preset: SignaturePreset,
  secret: string,
  headers: Record<string, string>,
  changes: { readonly body?: string; readonly now?: Date; readonly url?: string } = {},
): boolean {
  const request = {
    method: 'POST',
    url: changes.url ?? url,
    headers,
    bytes: Buffer.from(changes.body ?? body),
  }
  return isSignedBy(preset, secret, request, changes.now ?? now)
}

/**
 * Returns the signature that a webhook vendor's documentation defines for a text: its HMAC, computed for the
 * test as openssl does.
 */
const hmac = (key: string | Buffer, signed: string, form: 'hex' | 'base64', hash = 'sha256') =>
  createHmac(hash, key).update(signed).digest(form)

const key = 'dGhlIHNlY3JldCBvZiBhIHdlYmhvb2s='
const hexKey = '00ff'.repeat(16)
const ms = `${seconds}000`

/**
 * Test cases: the secret and the signature headers with which each source of webhooks sends the same body at
 * the same time.
 */
const signed: Readonly<Record<SignaturePreset, readonly [secret: string, headers: Record<string, string>]>> =
  {
    hubspotV3: [
      'app-secret',
      {
        'x-hubspot-request-timestamp': ms,
        'x-hubspot-signature-v3': hmac('app-secret', `POST${url.replace('%2F', '/')}${body}${ms}`, 'base64'),
      },
    ],
    standardWebhooks: [
      `whsec_${key}`,
      {
        'webhook-id': 'msg_1',
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,bad v1,${hmac(Buffer.from(key, 'base64'), `msg_1.${seconds}.${body}`, 'base64')}`,
      },
    ],
    svix: [
      `whsec_${key}`,
      {
        'svix-id': 'msg_1',
        'svix-timestamp': seconds,
        'svix-signature': `v1,${hmac(Buffer.from(key, 'base64'), `msg_1.${seconds}.${body}`, 'base64')}`,
      },
    ],
    stripe: [
      'whsec_test',
      {
        'stripe-signature': `t=${seconds},v1=${'0'.repeat(64)},v1=${hmac('whsec_test', `${seconds}.${body}`, 'hex')},v0=x`,
      },
    ],
    meta: ['app-secret', { 'x-hub-signature-256': `sha256=${hmac('app-secret', body, 'hex')}` }],
    github: ['secret', { 'x-hub-signature-256': `sha256=${hmac('secret', body, 'hex')}` }],
    shopify: ['secret', { 'x-shopify-hmac-sha256': hmac('secret', body, 'base64') }],
    tally: ['secret', { 'tally-signature': hmac('secret', body, 'base64') }],
    typeform: ['secret', { 'typeform-signature': `sha256=${hmac('secret', body, 'base64')}` }],
    close: [
      hexKey,
      {
        'close-sig-timestamp': seconds,
        'close-sig-hash': hmac(Buffer.from(hexKey, 'hex'), `${seconds}${body}`, 'hex'),
      },
    ],
    attio: ['secret', { 'attio-signature': hmac('secret', body, 'hex') }],
    webflow: [
      'secret',
      { 'x-webflow-timestamp': ms, 'x-webflow-signature': hmac('secret', `${ms}:${body}`, 'hex') },
    ],
    intercom: ['secret', { 'x-hub-signature': `sha1=${hmac('secret', body, 'hex', 'sha1')}` }],
    segment: ['secret', { 'x-signature': hmac('secret', body, 'hex', 'sha1') }],
    calendly: [
      'signing-key',
      { 'calendly-webhook-signature': `t=${seconds},v1=${hmac('signing-key', `${seconds}.${body}`, 'hex')}` },
    ],
    slack: [
      'signing-secret',
      {
        'x-slack-request-timestamp': seconds,
        'x-slack-signature': `v0=${hmac('signing-secret', `v0:${seconds}:${body}`, 'hex')}`,
      },
    ],
    zoom: [
      'secret-token',
      {
        'x-zm-request-timestamp': seconds,
        'x-zm-signature': `v0=${hmac('secret-token', `v0:${seconds}:${body}`, 'hex')}`,
      },
    ],
    woocommerce: ['secret', { 'x-wc-webhook-signature': hmac('secret', body, 'base64') }],
    mailchimp: ['secret-in-the-url', {}],
    token: ['a-static-token', { authorization: 'Bearer a-static-token' }],
    basic: [
      'zapier:pass:word',
      { authorization: `Basic ${Buffer.from('zapier:pass:word').toString('base64')}` },
    ],
  }
const untimed = new Set<SignaturePreset>(['token', 'basic', 'mailchimp'])
const timed: readonly SignaturePreset[] = [
  'hubspotV3',
  'standardWebhooks',
  'svix',
  'stripe',
  'close',
  'webflow',
  'calendly',
  'slack',
  'zoom',
]

describe('the signature of a delivery', () => {
  it.each(signaturePresets.filter((preset) => preset !== 'mailchimp'))(
    'of %s is accepted, and no other',
    (preset) => {
      const [secret, headers] = signed[preset]
      expect(verify(preset, secret, headers)).toBe(true)
      expect(verify(preset, `${secret}11`.replace('whsec_', 'whsec_AAAA'), headers)).toBe(false)
      expect(verify(preset, secret, {})).toBe(false)
      const emptied = Object.fromEntries(Object.keys(headers).map((name) => [name, '']))
      expect(verify(preset, secret, emptied)).toBe(false)
      if (untimed.has(preset)) return
      expect(verify(preset, secret, headers, { body: `${body} ` })).toBe(false)
    },
  )

  it.each(timed)('of %s is refused five minutes later or earlier', (preset) => {
    const [secret, headers] = signed[preset]
    const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    expect(verify(preset, secret, headers, { now: after(4.9) })).toBe(true)
    expect(verify(preset, secret, headers, { now: after(5.1) })).toBe(false)
    expect(verify(preset, secret, headers, { now: after(-5.1) })).toBe(false)
  })

  it('of mailchimp is the secret in the URL', () => {
    const [secret] = signed.mailchimp
    const at = (query: string) =>
      verify('mailchimp', secret, {}, { url: `https://leads.example.com/i/tbl_x${query}` })
    expect(at(`?a=1&secret=${secret}`)).toBe(true)
    for (const query of [
      '',
      '?secret=',
      '?secret=another',
      `?secret=x&secret=${secret}`,
      `?Secret=${secret}`,
    ])
      expect(at(query)).toBe(false)
  })

  it('contains the HMAC answer to the URL validation of Zoom, which signs no delivery', () => {
    const answer = (preset: SignaturePreset, sent: unknown) => {
      const bytes = Buffer.from(JSON.stringify(sent))
      return answerToChallenge(preset, 'secret-token', { method: 'POST', url, headers: {}, bytes })
    }
    const requested = (plainToken: unknown) => ({ event: 'endpoint.url_validation', payload: { plainToken } })
    const plainToken = 'qgg8vlvZRS6UYooatFL8Aw'
    expect(answer('zoom', requested(plainToken))).toEqual({
      plainToken,
      encryptedToken: hmac('secret-token', plainToken, 'hex'),
    })
    for (const token of [`v0:${seconds}:{}`, 'a b', '', 5, null, 'a'.repeat(129)])
      expect(answer('zoom', requested(token))).toBeNull()
    expect(answer('zoom', { event: 'meeting.started', payload: { plainToken } })).toBeNull()
    expect(answer('zoom', { event: 'endpoint.url_validation', payload: null })).toBeNull()
    expect(answer('slack', requested(plainToken))).toBeNull()
  })

  it('matches the examples of the providers', () => {
    // Source of the test's signature example for Slack: docs.slack.dev, "Verifying requests from Slack".
    const slackBody =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
    expect(
      verify(
        'slack',
        '8f742231b10e8888abcd99yyyzzz85a5',
        {
          'x-slack-request-timestamp': '1531420618',
          'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
        },
        { body: slackBody, now: new Date(1531420618_000) },
      ),
    ).toBe(true)
    // Source of the test's signature example for GitHub: docs.github.com, "Validating webhook deliveries".
    const github = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
    expect(
      verify(
        'github',
        "It's a Secret to Everybody",
        { 'x-hub-signature-256': `sha256=${github}` },
        { body: 'Hello, World!' },
      ),
    ).toBe(true)
    // Source of the test's signature example for Svix: docs.svix.com, "Verifying webhooks manually".
    const svix = {
      id: 'msg_loFOjxBNrRLzqYUf',
      timestamp: '1731705121',
      signature: 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
    }
    const payload = '{"event_type":"ping","data":{"success":true}}'
    for (const [preset, prefix] of [
      ['svix', 'svix'],
      ['standardWebhooks', 'webhook'],
    ] as const) {
      const headers = Object.fromEntries(
        Object.entries(svix).map(([name, value]) => [`${prefix}-${name}`, value]),
      )
      const at = { body: payload, now: new Date(1_731_705_121_000) }
      expect(verify(preset, 'whsec_plJ3nmyCDGBKInavdOK15jsl', headers, at)).toBe(true)
    }
    // Source of the test's signature example for Standard Webhooks: standardwebhooks.com, the test of its
    // reference libraries.
    const standard = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    }
    const at = { body: '{"test": 2432232314}', now: new Date(1_614_265_330_000) }
    expect(verify('standardWebhooks', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', standard, at)).toBe(true)
  })

  it('with a secret of the wrong format is refused, because anyone could create it', () => {
    const time = { 'close-sig-timestamp': seconds }
    const empty = hmac(Buffer.alloc(0), `${seconds}${body}`, 'hex')
    expect(verify('close', 'not hexadecimal', { ...time, 'close-sig-hash': empty })).toBe(false)
    const signature = `v1,${hmac(Buffer.alloc(0), `1.${seconds}.${body}`, 'base64')}`
    const headers = { 'svix-id': '1', 'svix-timestamp': seconds, 'svix-signature': signature }
    expect(verify('svix', 'whsec_', headers)).toBe(false)
  })

  it('of HubSpot covers the URL too', () => {
    const [secret, headers] = signed.hubspotV3
    expect(verify('hubspotV3', secret, headers, { url: url.replace('tbl_x', 'tbl_y') })).toBe(false)
  })

  it('can be a token in the header of the source, or a password only', () => {
    for (const name of ['x-api-key', 'x-auth-token', 'x-webhook-token', 'x-webhook-secret'])
      expect(verify('token', 'a-static-token', { [name]: 'a-static-token' })).toBe(true)
    expect(verify('token', 'a-static-token', { authorization: 'a-static-token' })).toBe(true)
    const basic = `Basic ${Buffer.from('anybody:the-password').toString('base64')}`
    expect(verify('basic', 'the-password', { authorization: basic })).toBe(true)
    expect(verify('basic', 'other-password', { authorization: basic })).toBe(false)
  })
})
