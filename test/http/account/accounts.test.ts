import { hkdfSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { SignJWT } from 'jose'
import { FlexibleThrottle } from '../../../src/adapters/throttle/flexible-throttle.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { noPassword } from '../../../src/domain/account/account.ts'
import { Throttle } from '../../../src/ports/account/throttle.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { type Api, createApi, type Reply, statuses } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const secret = 'a secret of the tests, thirty-two long'

describe('accounts', () => {
  let world: World
  let api: Api

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())

  const post = (path: string, json: unknown, key: string | null = null): Promise<Reply> =>
    api.ask(`/api/v1${path}`, { method: 'POST', json, key })
  const signInWithPassword = (email: string, password: string) => post('/auth/sign-in', { email, password })
  const codeFor = async (token: string) =>
    (await api.ask('/api/v1/auth/session', { key: token })).body['code'] ?? 'live'
  const later = (seconds: number) =>
    world.clock.set(new Date(world.clock.now().getTime() + seconds * 1000).toISOString())

  describe('signing up', () => {
    it('creates an organization with its owner, who is signed in', async () => {
      const person = await signUp(api, { email: '  Grace@Example.com ' })
      const { user, organization, session } = await person.do('GET', '/auth/session')
      expect(user).toMatchObject({ email: 'grace@example.com', name: 'Ada Lovelace', role: 'owner' })
      expect(organization).toMatchObject({ name: 'Analytical Engines', plan: { id: 'starter' } })
      expect(new Date(session.expiresAt).getTime() - world.clock.now().getTime()).toBe(12 * 3_600_000)
    })

    it('gives the new organization the time zone of its creator, and UTC without one', async () => {
      const zoneOf = async (changes: Record<string, string>) => {
        const person = await signUp(api, changes)
        return (await person.do('GET', '/auth/session')).organization.timeZone
      }
      expect([await zoneOf({ timeZone: 'Europe/Berlin' }), await zoneOf({})]).toEqual([
        'Europe/Berlin',
        'UTC',
      ])
    })

    it('refuses an address that already has an account, in any capitalization', async () => {
      const { email } = await signUp(api)
      const again = {
        email: email.toUpperCase(),
        password: 'correct horse battery',
        name: 'n',
        organizationName: 'o',
      }
      const { status, body } = await post('/auth/sign-up', again)
      expect([status, body['code']]).toEqual([409, 'CONFLICT'])
    })

    it('creates one account when the same address signs up eight times at once', async () => {
      const json = {
        email: 'race@example.com',
        password: 'correct horse battery',
        name: 'n',
        organizationName: 'o',
      }
      const replies = await Promise.all(Array.from({ length: 8 }, () => post('/auth/sign-up', json)))
      expect(statuses(replies)).toEqual([201, ...Array(7).fill(409)])
    })

    it.each([
      ['a short password', { password: 'short' }, '/password'],
      ['a password that breaches have made common', { password: 'password12345' }, '/password'],
      ['the same letter again and again', { password: 'x'.repeat(60) }, '/password'],
      ['one’s own address as password', { password: 'New@example.com' }, '/password'],
      ['one’s own name as password', { password: 'Grace-Hopper', name: 'Grace Hopper' }, '/password'],
      ['a password longer than the limit', { password: 'x'.repeat(201) }, '/password'],
      ['a value that is not an address', { email: 'ada@' }, '/email'],
      ['an empty name', { name: '  ' }, '/name'],
      ['a name that would split a header', { organizationName: 'A\r\nSet-Cookie: x' }, '/organizationName'],
      ['an unknown time zone', { timeZone: 'Europe/Atlantis' }, '/timeZone'],
      ['a role of its own choice', { role: 'owner' }, '/role'],
      ['an organization of its own choice', { organizationId: 'x' }, '/organizationId'],
    ])('refuses %s', async (_what, change, pointer) => {
      const json = {
        email: 'new@example.com',
        password: 'correct horse battery',
        name: 'n',
        organizationName: 'o',
      }
      const { status, body } = await post('/auth/sign-up', { ...json, ...change })
      expect(status).toBe(400)
      expect(body['errors']).toEqual([expect.objectContaining({ pointer })])
    })
  })

  describe('signing in', () => {
    let person: Person
    beforeAll(async () => {
      person = await signUp(api)
    })

    it('accepts the password, and returns the same body as sign-up', async () => {
      const { status, body } = await signInWithPassword(person.email, person.password)
      expect(status).toBe(200)
      expect(Object.keys(body)).toEqual(['token', 'expiresAt', 'user', 'organization'])
    })

    it('answers a wrong password and an unknown address with the same bytes', async () => {
      const [wrong, unknown] = await Promise.all([
        signInWithPassword(person.email, 'not the password'),
        signInWithPassword('nobody@example.com', 'not the password'),
      ])
      const bytes = ({ status, body }: Reply) => JSON.stringify([status, { ...body, requestId: '' }])
      expect(bytes(wrong)).toBe(bytes(unknown))
      expect([wrong.status, wrong.body['code']]).toEqual([401, 'INVALID_CREDENTIALS'])
    })

    it('ends the earlier session of the user', async () => {
      const first = await signInWithPassword(person.email, person.password)
      const second = await signInWithPassword(person.email, person.password)
      expect(await codeFor(String(first.body['token']))).toBe('SESSION_REPLACED')
      expect(await codeFor(String(second.body['token']))).toBe('live')
    })

    it('leaves exactly one session after many sign-ins at once', async () => {
      const replies = await Promise.all(
        Array.from({ length: 12 }, () => signInWithPassword(person.email, person.password)),
      )
      const codes = await Promise.all(replies.map(({ body }) => codeFor(String(body['token']))))
      expect(codes.filter((code) => code === 'live')).toHaveLength(1)
      expect(codes.filter((code) => code === 'SESSION_REPLACED')).toHaveLength(11)
    })
  })

  describe('a session', () => {
    it('is revoked by signing out', async () => {
      const person = await signUp(api)
      expect((await person.ask('POST', '/auth/sign-out')).status).toBe(204)
      expect(await codeFor(person.token)).toBe('SESSION_REVOKED')
      expect((await person.ask('POST', '/auth/sign-out')).status).toBe(401)
    })

    it('expires', async () => {
      const person = await signUp(api)
      const now = world.clock.now()
      later(12 * 3600 - 1)
      expect(await codeFor(person.token)).toBe('live')
      later(2)
      expect(await codeFor(person.token)).toBe('SESSION_EXPIRED')
      world.clock.set(now.toISOString())
    })

    it('is not opened by an API key, and opens no public route', async () => {
      const person = await signUp(api)
      expect(await codeFor(world.demo.apiKey)).toBe('UNAUTHENTICATED')
      const { status, body } = await api.ingest([], { key: person.token })
      expect([status, body['code']]).toEqual([401, 'INVALID_API_KEY'])
    })

    const key = (label: string) => new Uint8Array(hkdfSync('sha256', secret, '', label, 32))
    const claims = (person: Person) => {
      const [, payload = ''] = person.token.split('.')
      return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, string | number>
    }
    const forge = (
      person: Person,
      { alg = 'HS256', typ = 'session+jwt', label = 'spindle sessions', ...changes }: Record<string, string>,
    ) => new SignJWT({ ...claims(person), ...changes }).setProtectedHeader({ alg, typ }).sign(key(label))

    it('is opened by a token that is signed with the key of the service', async () => {
      expect(await codeFor(await forge(await signUp(api), {}))).toBe('live')
    })

    it.each([
      ['another algorithm', { alg: 'HS512' }],
      ['another type', { typ: 'JWT' }],
      ['another issuer', { iss: 'somebody' }],
      ['another audience', { aud: 'somebody' }],
      ['the key of another purpose', { label: 'spindle ingest tokens' }],
      ['the id of a session that does not exist', { jti: '01936f4e-ffff-7fff-8fff-ffffffffffff' }],
      ['an id that is not a UUID', { jti: "x' or 1=1" }],
    ])('is not opened by a token with %s', async (_what, changes) => {
      expect(await codeFor(await forge(await signUp(api), changes))).toBe('UNAUTHENTICATED')
    })

    it.each([
      ['nothing', () => ''],
      ['noise', () => 'noise'],
      ['a token whose payload was changed', (token: string) => tampered(token)],
      ['a token without signature', (token: string) => `${token.split('.').slice(0, 2).join('.')}.`],
      ['a token that says it needs none', (token: string) => unsigned(token)],
    ])('is not opened by %s', async (_what, change) => {
      const { token } = await signUp(api)
      expect(await codeFor(change(token))).toBe('UNAUTHENTICATED')
    })

    it('is required before the body is read', async () => {
      const { status, body } = await api.ask('/api/v1/projects', { method: 'POST', raw: '{not json' })
      expect([status, body['code']]).toEqual([401, 'UNAUTHENTICATED'])
    })
  })

  describe('the cookie of a session', () => {
    const cookieOf = (token: string) => ({ cookie: `theme=dark; spindle_session=${token}` })
    const fromConsole = { 'x-spindle-console': '1' }
    const create = (headers: Record<string, string>, key: string | null = null) =>
      api.ask('/api/v1/projects', { method: 'POST', json: { name: 'Spring' }, headers, key })

    it('is set at sign-up and at sign-in for the length of the session, and scripts cannot read it', async () => {
      const json = {
        email: 'cookie@example.com',
        password: 'correct horse battery',
        name: 'n',
        organizationName: 'o',
      }
      for (const reply of [
        await post('/auth/sign-up', json),
        await signInWithPassword(json.email, json.password),
      ]) {
        expect(reply.headers.get('set-cookie')).toBe(
          `spindle_session=${String(reply.body['token'])}; Max-Age=43200; Path=/api; HttpOnly; SameSite=Strict`,
        )
      }
    })

    it('is marked Secure if the service is reached over https', async () => {
      const secured = await createApi(world, { publicApiUrl: 'https://spindle.example.com' })
      const { email, password } = await signUp(api)
      const reply = await secured.ask('/api/v1/auth/sign-in', { method: 'POST', json: { email, password } })
      expect(reply.headers.get('set-cookie')).toMatch(/; Secure$/)
      await secured.close()
    })

    it('gives access to what the user may read', async () => {
      const person = await signUp(api)
      const { status, body } = await api.ask('/api/v1/auth/session', { headers: cookieOf(person.token) })
      expect([status, body['user']]).toEqual([200, expect.objectContaining({ email: person.email })])
    })

    it('permits a change only with the header that pages of other origins cannot send', async () => {
      const { token } = await signUp(api)
      const alone = await create(cookieOf(token))
      expect([alone.status, alone.body['code']]).toEqual([401, 'UNAUTHENTICATED'])
      expect((await create({ ...cookieOf(token), 'x-spindle-console': 'yes' })).status).toBe(401)
      expect((await create({ ...cookieOf(token), ...fromConsole })).status).toBe(201)
      expect((await create(fromConsole)).status).toBe(401)
    })

    it('is ignored if the request has a bearer token, even an invalid one', async () => {
      const [one, other] = [await signUp(api), await signUp(api)]
      const headers = { ...cookieOf(one.token), ...fromConsole }
      const { body } = await api.ask('/api/v1/auth/session', { headers, key: other.token })
      expect(body['user']).toMatchObject({ email: other.email })
      expect((await create(headers, 'noise')).status).toBe(401)
    })

    it('opens no route for API keys, and does not disturb public routes', async () => {
      const { token } = await signUp(api)
      const headers = { ...cookieOf(token), ...fromConsole }
      const requested = { key: null, headers }
      const replies = await Promise.all([
        api.ingest([], requested),
        api.trigger(requested),
        api.job(world.demo.spinnerId, requested),
      ])
      expect(replies.map(({ body }) => body['code'])).toEqual(Array(3).fill('INVALID_API_KEY'))
      expect((await api.ask('/healthz', { headers: cookieOf('noise') })).status).toBe(200)
    })

    it('is cleared by signing out, and opens nothing afterwards', async () => {
      const { token } = await signUp(api)
      const headers = { ...cookieOf(token), ...fromConsole }
      const { status, headers: answered } = await api.ask('/api/v1/auth/sign-out', {
        method: 'POST',
        headers,
      })
      expect([status, answered.get('set-cookie')]).toEqual([
        204,
        'spindle_session=; Max-Age=0; Path=/api; HttpOnly; SameSite=Strict',
      ])
      const { body } = await api.ask('/api/v1/auth/session', { headers })
      expect(body['code']).toBe('SESSION_REVOKED')
    })

    it('is refused like a bearer token if it is not valid', async () => {
      for (const token of ['', 'noise', world.demo.apiKey]) {
        const { body } = await api.ask('/api/v1/auth/session', { headers: cookieOf(token) })
        expect(body['code']).toBe('UNAUTHENTICATED')
      }
    })
  })

  describe('a password reset', () => {
    const tokenIn = (email: string) => {
      const mail = world.mails.findLast(({ to }) => to === email)
      return /reset-password#(rst_\w+)/.exec(mail?.text ?? '')?.[1] ?? ''
    }
    const confirm = (token: string, password: string) =>
      post('/auth/password-reset/confirm', { token, password })

    it('mails a link, sets the password once and ends every session', async () => {
      const person = await signUp(api)
      expect((await post('/auth/password-reset', { email: person.email })).status).toBe(202)
      const token = tokenIn(person.email)
      expect((await confirm(token, 'another long password')).status).toBe(204)
      expect(await codeFor(person.token)).toBe('SESSION_REVOKED')
      expect((await signInWithPassword(person.email, person.password)).status).toBe(401)
      expect((await signInWithPassword(person.email, 'another long password')).status).toBe(200)
      const again = await confirm(token, 'a third long password')
      expect([again.status, again.body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    })

    it('answers the same for an address without an account, and mails nothing', async () => {
      const before = world.mails.length
      const known = await post('/auth/password-reset', { email: (await signUp(api)).email })
      const unknown = await post('/auth/password-reset', { email: 'nobody@example.com' })
      expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
      expect(world.mails).toHaveLength(before + 1)
    })

    it('refuses a password that is easy to guess or contains the user’s name, and the link stays valid', async () => {
      const person = await signUp(api)
      await post('/auth/password-reset', { email: person.email })
      const token = tokenIn(person.email)
      for (const weak of ['qwertyuiop1', 'ada.lovelace', person.email]) {
        const { status, body } = await confirm(token, weak)
        expect([status, body['errors']]).toEqual([
          400,
          [{ pointer: '/password', code: 'TOO_EASY_TO_GUESS', message: expect.stringContaining('Use four') }],
        ])
      }
      expect((await confirm(token, 'another long password')).status).toBe(204)
    })

    it('is valid for 30 minutes', async () => {
      const person = await signUp(api)
      await post('/auth/password-reset', { email: person.email })
      const now = world.clock.now()
      later(30 * 60)
      expect((await confirm(tokenIn(person.email), 'another long password')).status).toBe(400)
      world.clock.set(now.toISOString())
    })

    it('works once when it is used eight times at once', async () => {
      const person = await signUp(api)
      await post('/auth/password-reset', { email: person.email })
      const token = tokenIn(person.email)
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, no) => confirm(token, `password number ${no}`)),
      )
      expect(statuses(replies)).toEqual([204, ...Array(7).fill(400)])
    })

    it('keeps earlier links valid when another one is requested, so that a stranger cannot invalidate them', async () => {
      const person = await signUp(api)
      await post('/auth/password-reset', { email: person.email })
      const mailed = tokenIn(person.email)
      for (let no = 0; no < 3; no++) await post('/auth/password-reset', { email: person.email })
      expect((await confirm(mailed, 'another long password')).status).toBe(204)
    })

    it('invalidates the other requested links', async () => {
      const person = await signUp(api)
      await post('/auth/password-reset', { email: person.email })
      const first = tokenIn(person.email)
      await post('/auth/password-reset', { email: person.email })
      expect((await confirm(tokenIn(person.email), 'another long password')).status).toBe(204)
      expect((await confirm(first, 'a third long password')).status).toBe(400)
    })

    it.each(['', 'rst_x', 'svc_000000000000000000000000000000000000'])(
      'refuses %j as a token',
      async (token) => {
        expect((await confirm(token, 'another long password')).status).toBe(400)
      },
    )
  })

  describe('changing the password', () => {
    const newPassword = 'a new horse battery staple'
    const change = (person: Person, currentPassword: string, wanted = newPassword) =>
      person.ask('POST', '/auth/password', { currentPassword, newPassword: wanted })

    it('accepts the present password, and keeps the session that made the change', async () => {
      const person = await signUp(api)
      expect((await change(person, person.password)).status).toBe(204)
      expect(await codeFor(person.token)).toBe('live')
      expect((await signInWithPassword(person.email, person.password)).status).toBe(401)
      expect((await signInWithPassword(person.email, newPassword)).status).toBe(200)
    })

    it('refuses a wrong present password and a new one that is easy to guess, and points at the field', async () => {
      const person = await signUp(api)
      const wrong = await change(person, 'not the password')
      expect([wrong.status, wrong.body['errors']]).toEqual([
        400,
        [expect.objectContaining({ pointer: '/currentPassword', code: 'WRONG_PASSWORD' })],
      ])
      for (const weak of ['password12345', person.email, 'short']) {
        const { status, body } = await change(person, person.password, weak)
        expect([status, body['errors']]).toEqual([
          400,
          [expect.objectContaining({ pointer: '/newPassword' })],
        ])
      }
      expect((await signInWithPassword(person.email, person.password)).status).toBe(200)
    })

    it('ends the links that were mailed for a reset', async () => {
      const person = await signUp(api)
      await post('/auth/password-reset', { email: person.email })
      const mail = world.mails.findLast(({ to }) => to === person.email)
      const token = /reset-password#(rst_\w+)/.exec(mail?.text ?? '')?.[1] ?? ''
      expect((await change(person, person.password)).status).toBe(204)
      const { status } = await post('/auth/password-reset/confirm', { token, password: 'yet another horse' })
      expect(status).toBe(400)
    })

    it('happens once when it is requested eight times at once', async () => {
      const person = await signUp(api)
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, no) => change(person, person.password, `${newPassword} ${no}`)),
      )
      expect(statuses(replies)).toEqual([204, ...Array(7).fill(400)])
    })
  })

  describe('the demo', () => {
    let open: Api
    beforeAll(async () => {
      open = await createApi(world, { demoUserId: world.demo.userId ?? null })
    })
    afterAll(() => open.close())

    const signIn = (at: Api, headers: Record<string, string> = {}) =>
      at.ask('/api/v1/auth/demo', { method: 'POST', headers })
    const isAvailable = async (at: Api) => (await at.ask('/api/v1/auth/demo')).body['isAvailable']
    const removePassword = () =>
      world.container.get(UnitOfWork).run(async ({ accounts }) => {
        const user = await accounts.lockUser(world.demo.userId)
        const account = user && (await accounts.lock(user.accountId))
        if (account === null) throw new Error('The demo has an owner')
        await accounts.save({ ...account, passwordHash: noPassword })
      })

    it('can be signed in to without a password only from the same machine', async () => {
      expect(await isAvailable(open)).toBe(true)
      const { status, body, headers } = await signIn(open)
      expect([status, Object.keys(body)]).toEqual([200, ['token', 'expiresAt', 'user', 'organization']])
      expect(body['user']).toMatchObject({ id: world.demo.userId, name: 'Demo', role: 'owner' })
      expect(body['organization']).toMatchObject({ id: world.demo.organizationId })
      expect(headers.get('set-cookie')).toContain(`spindle_session=${String(body['token'])};`)
      expect(await codeFor(String(body['token']))).toBe('live')
    })

    it('does not exist in other deployments', async () => {
      expect(await isAvailable(api)).toBe(false)
      const { status, body } = await signIn(api)
      expect([status, body['code']]).toEqual([404, 'NOT_FOUND'])
    })

    it.each([
      ['a form of another origin', { origin: 'https://evil.example' }],
      ['a page without an origin of its own', { origin: 'null' }],
      ['a page of another service on this machine', { origin: 'http://localhost:5555' }],
      ['what a proxy hands on', { 'x-forwarded-for': '203.0.113.7' }],
    ])('is not opened by %s', async (_what, headers) => {
      expect((await signIn(open, headers)).status).toBe(404)
    })

    it('can be opened from a page of the service', async () => {
      expect((await signIn(open, { origin: open.url })).status).toBe(200)
    })

    it('has no password that can be guessed', async () => {
      for (const password of ['!', 'demo', 'Demo', '                '])
        expect((await signInWithPassword('demo@example.com', password)).status).toBe(401)
    })

    it('belongs to the person who sets a password for it', async () => {
      await post('/auth/password-reset', { email: 'demo@example.com' })
      const mail = world.mails.findLast(({ to }) => to === 'demo@example.com')
      const token = /reset-password#(rst_\w+)/.exec(mail?.text ?? '')?.[1]
      await post('/auth/password-reset/confirm', { token, password: 'a password of my own' })
      const { status } = await signInWithPassword('demo@example.com', 'a password of my own')
      const after = [await isAvailable(open), (await signIn(open)).status]
      await removePassword()
      expect([status, ...after]).toEqual([200, false, 404])
    })
  })

  it('writes no password and no token into the log', async () => {
    const person = await signUp(api)
    await signInWithPassword(person.email, person.password)
    const log = JSON.stringify(api.log)
    expect(log).not.toContain(person.password)
    expect(log).not.toContain(person.token)
    expect(api.log.at(-1)).toMatchObject({
      route: '/api/v1/auth/sign-in',
      organizationId: person.organizationId,
    })
  })
})

describe('attempts', () => {
  let world: World
  let api: Api
  let behindProxy: Api

  beforeAll(async () => {
    const few = { attempts: 3, seconds: 60 }
    const many = { attempts: 20, seconds: 60 }
    const rule = { perAddress: many, perAccountAndAddress: few, perAccount: { attempts: 8, seconds: 60 } }
    const passwordReset = { perAddress: few, perAccountAndAddress: many, perAccount: many }
    const others = {
      passwordChange: rule,
      confirmation: rule,
      invitation: rule,
      testSend: rule,
      destinationRequest: rule,
    }
    const rules = { signIn: rule, signUp: rule, secondFactor: rule, passwordReset, ...others }
    world = await createWorld((database) => [
      provideValue(Throttle, FlexibleThrottle.inPostgres(database, rules)),
    ])
    api = await createApi(world)
    behindProxy = await createApi(world, { trustedProxies: 1 })
  })
  afterAll(async () => {
    await api.close()
    await behindProxy.close()
    await world.close()
  })

  const post = (path: string, json: unknown) => api.ask(`/api/v1${path}`, { method: 'POST', json })
  const guess = (email: string, password = 'a wrong guess') => post('/auth/sign-in', { email, password })

  it('to sign in to an account are refused after a few failures, even with the right password', async () => {
    const person = await signUp(api)
    const guesses = await Promise.all(Array.from({ length: 6 }, () => guess(person.email)))
    expect(statuses(guesses)).toEqual([401, 401, 401, 429, 429, 429])
    const { status, body, headers } = await guess(person.email, person.password)
    expect([status, body['code']]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(50)
  })

  const guessFrom = (from: string, email: string, password = 'a wrong guess') =>
    behindProxy.ask('/api/v1/auth/sign-in', {
      method: 'POST',
      json: { email, password },
      headers: { 'x-forwarded-for': from },
    })

  it('by a stranger do not lock the owner out elsewhere: each address has its own share of an account', async () => {
    const person = await signUp(api)
    for (let no = 0; no < 6; no++) await guessFrom('203.0.113.7', person.email)
    expect((await guessFrom('203.0.113.7', person.email, person.password)).status).toBe(429)
    expect((await guessFrom('198.51.100.4', person.email, person.password)).status).toBe(200)
  })

  it('by a stranger with many addresses end at the limit of the account', async () => {
    const { email } = await signUp(api)
    const replies = []
    for (let no = 1; no <= 10; no++) replies.push(await guessFrom(`203.0.113.${no}`, email))
    expect(statuses(replies)).toEqual([...Array(8).fill(401), 429, 429])
  })

  it('to change a password are refused after three wrong ones', async () => {
    const person = await signUp(api)
    const change = (currentPassword: string) =>
      person.ask('POST', '/auth/password', { currentPassword, newPassword: 'a new horse battery staple' })
    for (let no = 0; no < 3; no++) expect((await change('not the password')).status).toBe(400)
    expect((await change(person.password)).status).toBe(429)
  })

  it('are counted in the same manner for an address without an account', async () => {
    const guesses = await Promise.all(Array.from({ length: 4 }, () => guess('nobody@example.com')))
    expect(statuses(guesses)).toEqual([401, 401, 401, 429])
  })

  it('that failed are no longer counted after a success', async () => {
    const person = await signUp(api)
    await guess(person.email)
    await guess(person.email)
    expect((await guess(person.email, person.password)).status).toBe(200)
    await guess(person.email)
    await guess(person.email)
    expect((await guess(person.email, person.password)).status).toBe(200)
  })

  it('from one address over the limit are refused before the body is read', async () => {
    const resets = []
    for (let no = 0; no < 3; no++)
      resets.push(await post('/auth/password-reset', { email: `a${no}@example.com` }))
    expect(resets.map(({ status }) => status)).toEqual([202, 202, 202])
    const { status } = await api.ask('/api/v1/auth/password-reset', { method: 'POST', raw: '{not json' })
    expect(status).toBe(429)
  })
})

function tampered(token: string): string {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  const changed = Buffer.from(JSON.stringify({ ...claims, exp: 9_999_999_999 })).toString('base64url')
  return [head, changed, signature].join('.')
}

function unsigned(token: string): string {
  const [, payload = ''] = token.split('.')
  const head = Buffer.from(JSON.stringify({ alg: 'none', typ: 'session+jwt' })).toString('base64url')
  return `${head}.${payload}.`
}
