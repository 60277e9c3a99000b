import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { SimpleWebAuthn } from '../../../../src/adapters/security/simple-web-authn.ts'
import { provideValue } from '../../../../src/composition/provide.ts'
import { operator } from '../../../../src/domain/account/audit/actor.ts'
import { WebAuthn } from '../../../../src/ports/account/passkeys.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { ResetSecondFactor } from '../../../../src/use-cases/account/second-factor/reset-second-factor.ts'
import { type Api, createApi, type Reply, statuses } from '../../../support/api.ts'
import { type Person, personWith, signUp } from '../../../support/data/person.ts'
import {
  Authenticator,
  passkeysAtPublicOrigin,
  publicOrigin,
} from '../../../support/data/sign-in/authenticator.ts'
import { appCode, turnOnSecondFactor } from '../../../support/data/sign-in/second-factor.ts'
import { createWorld, type World } from '../../../support/world.ts'

type Options = Parameters<Authenticator['get']>[0]

describe('passkeys', () => {
  let world: World
  let api: Api
  let ada: Person
  let device: Authenticator

  beforeAll(async () => {
    world = await createWorld([passkeysAtPublicOrigin])
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    ada = await signUp(api)
    device = new Authenticator()
  })

  const post = (path: string, json?: object) => api.ask(`/api/v1${path}`, { method: 'POST', json })
  const begin = (proof: object = {}, person = ada) =>
    person.ask('POST', '/profile/passkeys/begin', { password: person.password, ...proof })
  const optionsOf = ({ status, body }: Reply): Options => {
    expect([status, body['options']]).toEqual([
      201,
      expect.objectContaining({ challenge: expect.any(String) }),
    ])
    return body['options'] as Options
  }
  const add = async (name = 'Laptop', { on = device, person = ada, proof = {} } = {}) => {
    const options = optionsOf(await begin(proof, person))
    return person.do('POST', '/profile/passkeys', { name, passkey: on.create(options) })
  }
  /** Gives the person of a passkey copies of it, until the person has `count` passkeys. */
  const copyUntil = (count: number, credentialId: string) =>
    world.container.get(UnitOfWork).run(async (tx) => {
      const passkey = await tx.accounts.findPasskey(credentialId)
      if (passkey === null) throw new Error('There is such a passkey')
      for (let no = 1; no < count; no++) {
        const id = world.container.get(Ids).next()
        await tx.accounts.addPasskey({ ...passkey, id, credentialId: `${credentialId}${no}` })
      }
    })
  const challenge = async () => optionsOf(await ada.ask('POST', '/profile/passkeys/challenge'))
  const waiting = async ({ email, password } = ada) => {
    const { status, body } = await post('/auth/sign-in', { email, password })
    expect(status).toBe(202)
    return body['secondFactor'] as { token: string; hasApp: boolean; passkey: Options | null }
  }
  const finish = (token: string, passkey: object) => post('/auth/sign-in/second-factor', { token, passkey })
  const beginSignIn = async () => optionsOf(await post('/auth/passkey/begin'))
  const signIn = (passkey: object) => post('/auth/passkey/finish', { passkey })
  const lastMail = () => world.mails.findLast(({ to }) => to === ada.email)?.subject
  const listed = async () => (await ada.do('GET', '/profile/passkeys')).items
  const lastRefusal = async () => {
    const { items } = await ada.do('GET', '/audit')
    return items.find(({ action }: { action: string }) => /failed|refused/.test(action))
  }

  it('are at most 20, also if several were begun before', async () => {
    const first = device.create(optionsOf(await begin()))
    await ada.do('POST', '/profile/passkeys', { name: 'First', passkey: first })
    const proved = async () => optionsOf(await begin({ passkey: device.get(await challenge()) }))
    const begun = [await proved(), await proved()]
    const proof = { passkey: device.get(await challenge()) }
    await copyUntil(19, first.id)
    const replies: Reply[] = []
    for (const options of begun) {
      const passkey = new Authenticator().create(options)
      replies.push(await ada.ask('POST', '/profile/passkeys', { name: 'Another', passkey }))
    }
    expect(statuses(replies)).toEqual([201, 409])
    expect(statuses([await begin(proof)])).toEqual([409])
    expect(await listed()).toHaveLength(20)
  })

  it('turn two-factor sign-in on with the first one, which returns recovery codes', async () => {
    const { passkey, recoveryCodes } = await add('Work laptop')
    expect([passkey, recoveryCodes.length]).toEqual([
      expect.objectContaining({ name: 'Work laptop', isUsable: true, lastUsedAt: null }),
      10,
    ])
    expect(lastMail()).toBe('A passkey was added to your account')
    const { secondFactor } = await ada.do('GET', '/profile')
    expect(secondFactor).toMatchObject({ recoveryCodes: 10, hasApp: false })
    const { items } = await ada.do('GET', '/members')
    expect(items).toEqual([expect.objectContaining({ hasSecondFactor: true })])
    const phone = new Authenticator()
    const proof = { passkey: device.get(await challenge()) }
    expect((await add('Phone', { on: phone, proof })).recoveryCodes).toBeNull()
    expect((await listed()).map(({ name }: { name: string }) => name)).toEqual(['Work laptop', 'Phone'])
  })

  it('are a second factor after the password', async () => {
    await add()
    const { token, hasApp, passkey } = await waiting()
    expect([hasApp, passkey?.rpId]).toEqual([false, 'spindle.example.com'])
    const { status, body } = await finish(token, device.get(passkey as Options, { verifies: false }))
    expect([status, body['user']]).toEqual([200, expect.objectContaining({ email: ada.email })])
    expect(await api.ask('/api/v1/profile/passkeys', { key: String(body['token']) })).toMatchObject({
      body: { items: [{ lastUsedAt: world.clock.now().toISOString() }] },
    })
  })

  it('answer the challenge of their own sign-in only, once, also if two requests send the answer', async () => {
    await add()
    const [first, second] = [await waiting(), await waiting()]
    const answer = device.get(first.passkey as Options)
    expect((await finish(second.token, answer)).status).toBe(400)
    const replies = await Promise.all([finish(first.token, answer), finish(first.token, answer)])
    expect(statuses(replies).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  it('sign in without a password, if the device verified the person', async () => {
    await add()
    const options = await beginSignIn()
    expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required' })
    const { status, body, headers } = await signIn(device.get(options))
    expect([status, body['user']]).toEqual([200, expect.objectContaining({ email: ada.email })])
    expect(headers.get('set-cookie')).toContain('spindle_session=')
    const unverified = await signIn(device.get(await beginSignIn(), { verifies: false }))
    expect([unverified.status, unverified.body['message']]).toEqual([
      401,
      expect.stringContaining('did not verify you'),
    ])
  })

  it('take each challenge once, also after a wrong answer, and for ten minutes', async () => {
    await add()
    const options = await beginSignIn()
    const answer = device.get(options)
    const broken = { ...answer, response: { ...answer.response, signature: 'MEUC' } }
    expect([(await signIn(broken)).status, (await signIn(answer)).status]).toEqual([401, 400])
    const again = device.get(await beginSignIn())
    const replies = await Promise.all([signIn(again), signIn(again)])
    expect(statuses(replies).toSorted((a, b) => a - b)).toEqual([200, 400])
    const late = device.get(await beginSignIn())
    world.clock.advance(10 * 60)
    expect((await signIn(late)).status).toBe(400)
  })

  it('refuse counters that go back, and note them in the audit log', async () => {
    await add()
    expect((await signIn(device.get(await beginSignIn(), { counter: 7 }))).status).toBe(200)
    const { status, body } = await signIn(device.get(await beginSignIn(), { counter: 7 }))
    expect([status, body['message']]).toEqual([401, expect.stringContaining('went back')])
    const again = await signIn(device.get(await beginSignIn(), { counter: 8 }))
    ada = signedInBy(again)
    expect(await lastRefusal()).toMatchObject({
      action: 'signIn.failed',
      after: { way: 'passkey', name: 'Laptop', counterWentBack: true },
    })
  })

  it('refuse other pages, foreign passkeys, certificates and unknown passkeys', async () => {
    await add()
    const elsewhere = device.get(await beginSignIn(), { origin: 'https://spindle.attacker.example' })
    const { status, body } = await signIn(elsewhere)
    expect([status, body['message']]).toEqual([401, expect.stringContaining(`only at ${publicOrigin}`)])
    const framed = await signIn(device.get(await beginSignIn(), { crossOrigin: true }))
    const unknown = new Authenticator()
    const eve = await signUp(api)
    unknown.create(optionsOf(await begin({}, eve)))
    expect(statuses([framed, await signIn(unknown.get(await beginSignIn()))])).toEqual([401, 401])
    await add('Mine', { on: unknown, person: eve })
    const theirs = await waiting(eve)
    expect(
      (await finish(theirs.token, device.get({ ...theirs.passkey, allowCredentials: [] } as never))).status,
    ).toBe(401)
    const bob = await signUp(api)
    const options = optionsOf(await begin({}, bob))
    const statement = new Map<string, Buffer>([['x5c', Buffer.from('')]])
    const certified = await bob.ask('POST', '/profile/passkeys', {
      name: 'Key',
      passkey: device.create(options, { format: 'packed', statement }),
    })
    expect(certified.body['errors']).toEqual([
      expect.objectContaining({ pointer: '/passkey', message: expect.stringContaining('certificate') }),
    ])
  })

  it('need the password, and the second factor if it is on, and a challenge of the same person', async () => {
    const wrong = await ada.ask('POST', '/profile/passkeys/begin', { password: 'not the password' })
    expect(wrong.body['errors']).toEqual([expect.objectContaining({ code: 'WRONG_PASSWORD' })])
    const options = optionsOf(await begin())
    const passkey = device.create(options)
    const eve = await signUp(api)
    expect((await eve.ask('POST', '/profile/passkeys', { name: 'Mine', passkey })).status).toBe(400)
    const mine = { name: 'Mine', passkey }
    const replies = await Promise.all([1, 2].map(() => ada.ask('POST', '/profile/passkeys', mine)))
    expect(statuses(replies).toSorted((a, b) => a - b)).toEqual([201, 400])
    expect((await begin()).status).toBe(400)
    const app = await ada.ask('POST', '/profile/second-factor', { password: ada.password })
    expect(app.body['errors']).toEqual([expect.objectContaining({ code: 'WRONG_CODE' })])
  })

  it('stand beside an authenticator app, which can be removed alone', async () => {
    const app = await turnOnSecondFactor(ada, world.clock)
    const [code = '', next = '', last = ''] = app.recoveryCodes
    await add('Laptop', { proof: { code } })
    expect(await waiting()).toMatchObject({ hasApp: true, passkey: { rpId: 'spindle.example.com' } })
    world.clock.advance(30)
    const { token } = await waiting()
    const done = await post('/auth/sign-in/second-factor', {
      token,
      code: appCode(app.secret, world.clock.now()),
    })
    expect(done.status).toBe(200)
    ada = signedInBy(done)
    const body = { password: ada.password, code: next, keepPasskeys: true }
    await ada.do('POST', '/profile/second-factor/turn-off', body)
    expect([lastMail(), await waiting()]).toEqual([
      'Your authenticator app was removed',
      expect.objectContaining({ hasApp: false }),
    ])
    await ada.do('POST', '/profile/second-factor/turn-off', { password: ada.password, code: last })
    expect([await listed(), (await ada.do('GET', '/profile')).secondFactor]).toEqual([[], null])
  })

  it('are renamed and removed; the last one turns two-factor sign-in off, unless it is required', async () => {
    const { passkey, recoveryCodes } = await add()
    await ada.do('PATCH', `/profile/passkeys/${passkey.id}`, { name: 'Old laptop' })
    expect(await listed()).toEqual([expect.objectContaining({ name: 'Old laptop' })])
    await ada.do('PATCH', '/organization', { requiresSecondFactor: true })
    const remove = async (proof: object) =>
      ada.ask('POST', `/profile/passkeys/${passkey.id}/remove`, { password: ada.password, ...proof })
    const required = await remove({ passkey: device.get(await challenge()) })
    expect(required.status).toBe(409)
    await ada.do('PATCH', '/organization', { requiresSecondFactor: false })
    const foreign = device.get(await beginSignIn())
    expect(statuses([await remove({ code: '000000' }), await remove({ passkey: foreign })])).toEqual([
      400, 400,
    ])
    expect((await remove({ code: recoveryCodes[0] })).status).toBe(204)
    expect(lastMail()).toBe('A passkey was removed from your account')
    expect([await listed(), (await ada.do('GET', '/profile')).secondFactor]).toEqual([[], null])
    const { email, password } = ada
    expect((await post('/auth/sign-in', { email, password })).status).toBe(200)
    expect((await signIn(device.get(await beginSignIn()))).status).toBe(401)
  })

  it('are not bypassed by a mailed link for a new password, which ends challenges that wait', async () => {
    const options = optionsOf(await begin())
    await post('/auth/password-reset', { email: ada.email })
    const token = /#(rst_\w+)/.exec(world.mails.at(-1)?.text ?? '')?.[1] ?? ''
    const password = 'a new horse battery staple'
    await post('/auth/password-reset/confirm', { token, password })
    ada = signedInBy(await post('/auth/sign-in', { email: ada.email, password }), password)
    const late = await ada.ask('POST', '/profile/passkeys', {
      name: 'Late',
      passkey: device.create(options),
    })
    expect(late.status).toBe(400)
    await add()
    expect((await waiting()).token).toMatch(/^sgn_/)
  })

  it('are removed by a reset of the operator', async () => {
    await add()
    await world.container.get(ResetSecondFactor).ofAddress(ada.email, operator)
    expect([lastMail(), await listed()]).toEqual(['Your two-factor sign-in was reset', []])
    expect((await signIn(device.get(await beginSignIn()))).status).toBe(401)
  })

  it('are offered with the origin of the public address', async () => {
    const { body } = await api.ask('/api/v1/auth/providers')
    expect(body['passkeys']).toEqual({ origin: publicOrigin, canSignIn: true })
  })

  /** Returns the test's user with the session that a sign-in has opened. */
  function signedInBy({ body }: Reply, password = ada.password): Person {
    return personWith(api, String(body['token']), ada.email, password, body)
  }
})

it('passkeys need a public address with a host name and HTTPS', async () => {
  const world = await createWorld([provideValue(WebAuthn, new SimpleWebAuthn('http://192.0.2.7:3000'))])
  try {
    const api = await createApi(world)
    const ada = await signUp(api)
    const { body } = await api.ask('/api/v1/auth/providers')
    expect(body['passkeys']).toBeNull()
    const begun = await ada.ask('POST', '/profile/passkeys/begin', { password: ada.password })
    const signIn = await api.ask('/api/v1/auth/passkey/begin', { method: 'POST' })
    expect(statuses([begun, signIn])).toEqual([409, 409])
    expect(begun.body['message']).toContain('PUBLIC_API_URL')
  } finally {
    await world.close()
  }
})
