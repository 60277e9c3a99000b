import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { SignedSns } from '../../../src/adapters/channels/signed-sns.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { Sns } from '../../../src/ports/sender/inbound/sns.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, personOf, signUp } from '../../support/data/person.ts'
import { certificate, sesBounce, snsMessage } from '../../support/servers/sns.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('events of providers', () => {
  let world: World
  let api: Api
  let owner: Person
  let ses: string
  let postmark: string
  let fetched: string[]
  let isAway: boolean

  beforeEach(async () => {
    fetched = []
    isAway = false
    const sns = new SignedSns(async (url) => {
      fetched.push(url)
      if (isAway) throw new Error('getaddrinfo ENOTFOUND')
      return certificate
    })
    world = await createWorld([provideValue(Sns, sns)])
    api = await createApi(world)
    owner = await signUp(api)
    ses = await urlOf('ses')
    postmark = await urlOf('postmark')
  })
  afterEach(() => world.close())

  it('are answered with 503 while the certificate of SNS cannot be fetched, and accepted afterwards', async () => {
    isAway = true
    const away = await post(ses, snsMessage())
    expect([away.status, away.body['code']]).toEqual([503, 'OVERLOADED'])
    isAway = false
    expect((await post(ses, snsMessage())).status).toBe(200)
  })

  const urlOf = async (provider: string) =>
    new URL((await owner.do('POST', `/organization/provider-webhooks/${provider}/rotate`)).url).pathname
  const post = (path: string, json: unknown, headers = {}) => api.ask(path, { method: 'POST', json, headers })
  const suppressions = async () =>
    (await owner.do('GET', '/suppressions')).items.map(
      ({ email, reason }: { email: string; reason: string }) => `${email} ${reason}`,
    )
  /** Runs a job, and returns the addresses of its messages. */
  const written = async () => {
    const { spinnerId } = await createWorkshop(owner)
    await owner.do('POST', `/spinners/${spinnerId}/jobs`)
    await world.drain()
    return (await owner.do('GET', '/outbox')).items.map(({ to }: { to: string }) => to)
  }

  it('are received at a URL that is shown once and listed by provider', async () => {
    expect(ses).toMatch(/^\/api\/v1\/channels\/ses\/evt_\w{36}$/)
    expect((await owner.do('GET', '/organization/provider-webhooks')).items).toMatchObject([
      { provider: 'postmark' },
      { provider: 'ses' },
    ])
  })

  it('are accepted with a signature of Amazon, even as text/plain, and counted once', async () => {
    const [to] = await written()
    const message = snsMessage({ Message: sesBounce(to, null) })
    const plain = { 'content-type': 'text/plain; charset=UTF-8' }
    expect((await post(ses, message, plain)).body).toEqual({ ok: true, received: 1 })
    expect((await post(ses, message, plain)).body).toEqual({ ok: true, received: 0 })
    expect(await suppressions()).toEqual([`${to} bounced`])
  })

  it('can confirm a subscription at a URL of SNS only', async () => {
    const SubscribeURL = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t'
    const confirmation = { Type: 'SubscriptionConfirmation', Token: 't' } as const
    expect((await post(ses, snsMessage({ ...confirmation, SubscribeURL }))).status).toBe(200)
    expect(fetched).toContain(SubscribeURL)
    const before = fetched.length
    const evil = snsMessage({ ...confirmation, SubscribeURL: 'http://169.254.169.254/latest/meta-data' })
    expect((await post(ses, evil)).status).toBe(200)
    expect(fetched).toHaveLength(before)
  })

  it.each([
    { Signature: 'AAAA' },
    { SigningCertURL: 'https://evil.example/SimpleNotificationService-1.pem' },
  ])('are refused without a signature of Amazon (%j)', async (changes) => {
    const message = snsMessage({ Message: sesBounce('eve@example.com', null), ...changes })
    expect(await post(ses, message)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await suppressions()).not.toContain('eve@example.com bounced')
  })

  it('include the bounces and complaints of Postmark', async () => {
    const [, to] = await written()
    const event = {
      RecordType: 'SpamComplaint',
      MessageID: 'one',
      Email: to,
      BouncedAt: '2026-11-20T09:00:00Z',
    }
    expect((await post(postmark, event)).body).toEqual({ ok: true, received: 1 })
    expect(await suppressions()).toContain(`${to} complained`)
    const { items } = await personOf(owner, to)
    expect(items.map(({ kind }: { kind: string }) => kind)).toContain('complained')
    const stranger = { RecordType: 'Bounce', Type: 'HardBounce', MessageID: 'two', Email: 'eve@example.com' }
    expect((await post(postmark, stranger)).body).toEqual({ ok: true, received: 1 })
    expect(await suppressions()).not.toContain('eve@example.com bounced')
  })

  it.each([{}, { RecordType: 'Delivery' }, { RecordType: 'Bounce', Type: 1, Email: [] }])(
    'are accepted without an effect if they report no bounce (%j)',
    async (event) => {
      expect((await post(postmark, event)).body).toEqual({ ok: true, received: 0 })
    },
  )

  it('are accepted only with the present secret of that provider', async () => {
    const swapped = ses.replace('/ses/', '/postmark/')
    const paths = [swapped, '/api/v1/channels/postmark/evt_x', `${postmark}x`]
    for (const path of paths) expect((await post(path, {})).status).toBe(404)
    const present = await urlOf('postmark')
    expect([(await post(postmark, {})).status, (await post(present, {})).status]).toEqual([404, 200])
    expect((await owner.ask('DELETE', '/organization/provider-webhooks/postmark')).status).toBe(204)
    expect((await post(present, {})).status).toBe(404)
    expect((await owner.ask('DELETE', '/organization/provider-webhooks/postmark')).status).toBe(404)
  })

  it('are listed with the mailboxes of senders', async () => {
    expect(await owner.do('GET', '/mailboxes')).toEqual({ items: [], nextCursor: null })
  })
})
