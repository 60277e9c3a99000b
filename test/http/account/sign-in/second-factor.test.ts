import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { FlexibleThrottle } from '../../../../src/adapters/throttle/flexible-throttle.ts'
import { provideValue } from '../../../../src/composition/provide.ts'
import { operator } from '../../../../src/domain/account/audit/actor.ts'
import { throttleRules } from '../../../../src/domain/account/sessions/throttle.ts'
import { Throttle } from '../../../../src/ports/account/throttle.ts'
import { ResetSecondFactor } from '../../../../src/use-cases/account/second-factor/reset-second-factor.ts'
import { type Api, createApi, type Reply, statuses } from '../../../support/api.ts'
import { addMember, type Person, personWith, signUp } from '../../../support/data/person.ts'
import { appCode, type TestApp, turnOnSecondFactor } from '../../../support/data/sign-in/second-factor.ts'
import { createWorld, type World } from '../../../support/world.ts'

/** The number of seconds after which an authenticator app shows a new code. */
const step = 30

describe('two-factor sign-in', () => {
  let world: World
  let api: Api
  let ada: Person

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    ada = await signUp(api)
  })

  const post = (path: string, json: object) => api.ask(`/api/v1${path}`, { method: 'POST', json })
  const signInWithPassword = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
    post('/auth/sign-in', { email, password })
  const tokenOf = ({ status, body }: Reply): string => {
    expect([status, Object.keys(body)]).toEqual([202, ['secondFactor']])
    return (body['secondFactor'] as { token: string }).token
  }
  const waiting = async () => tokenOf(await signInWithPassword(ada))
  const finish = (token: string, code: string) => post('/auth/sign-in/second-factor', { token, code })
  const nextCode = ({ secret }: Pick<TestApp, 'secret'>) => {
    world.clock.advance(step)
    return appCode(secret, world.clock.now())
  }
  const lastMail = () => world.mails.findLast(({ to }) => to === ada.email)?.subject
  const profile = async (person = ada) => (await person.do('GET', '/profile')).secondFactor

  it('changes nothing for a person until the set-up is confirmed with a code', async () => {
    expect(await profile()).toBeNull()
    const { secret, url } = await ada.do('POST', '/profile/second-factor', { password: ada.password })
    expect(new URL(url).searchParams.get('secret')).toBe(secret)
    const wrong = await ada.ask('POST', '/profile/second-factor/confirm', { code: '000000' })
    expect([wrong.status, wrong.body['errors']]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/code', code: 'WRONG_CODE' })],
    ])
    expect(await profile()).toBeNull()
    expect((await signInWithPassword(ada)).status).toBe(200)
  })

  it('is set up with a password and a code, keeps the session, and then needs a code at each sign-in', async () => {
    const wrong = await ada.ask('POST', '/profile/second-factor', { password: 'not the password' })
    expect([wrong.status, wrong.body['errors']]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/password', code: 'WRONG_PASSWORD' })],
    ])
    const app = await turnOnSecondFactor(ada, world.clock)
    expect(new Set(app.recoveryCodes).size).toBe(10)
    expect(await profile()).toMatchObject({ recoveryCodes: 10 })
    expect(lastMail()).toBe('Two-factor sign-in was turned on')
    const { items } = await ada.do('GET', '/members')
    expect(items).toEqual([expect.objectContaining({ email: ada.email, hasSecondFactor: true })])

    const reply = await signInWithPassword(ada)
    expect(reply.headers.get('set-cookie')).toBeNull()
    const token = tokenOf(reply)
    expect((await api.ask('/api/v1/auth/session', { key: token })).status).toBe(401)
    await ada.do('GET', '/auth/session')
    const finished = await finish(token, nextCode(app))
    expect([finished.status, finished.body['user']]).toEqual([
      200,
      expect.objectContaining({ email: ada.email }),
    ])
    expect(finished.headers.get('set-cookie')).toContain('spindle_session=')
    expect((await ada.ask('GET', '/auth/session')).body['code']).toBe('SESSION_REPLACED')
  })

  it('is begun and confirmed once; another app needs the old one to be turned off', async () => {
    expect((await ada.ask('POST', '/profile/second-factor/confirm', { code: '123456' })).status).toBe(409)
    const app = await turnOnSecondFactor(ada, world.clock)
    const again = await ada.ask('POST', '/profile/second-factor', { password: ada.password })
    const confirm = await ada.ask('POST', '/profile/second-factor/confirm', { code: nextCode(app) })
    expect(statuses([again, confirm])).toEqual([409, 409])
  })

  it('is confirmed within an hour; later the set-up is begun again', async () => {
    const begin = async () =>
      (await ada.do('POST', '/profile/second-factor', { password: ada.password })).secret
    const confirm = (secret: string) =>
      ada.ask('POST', '/profile/second-factor/confirm', { code: nextCode({ secret }) })
    const first = await begin()
    world.clock.advance(60 * 60 - step)
    const { status, body } = await confirm(first)
    expect([status, body['code']]).toEqual([409, 'CONFLICT'])
    expect(body['message']).toContain('begin again')
    expect(await profile()).toBeNull()
    const second = await begin()
    world.clock.advance(60 * 60 - 2 * step)
    expect((await confirm(second)).status).toBe(200)
    expect(await profile()).not.toBeNull()
  })

  it('takes each code once, also if eight requests send it at once, and refuses the code of the set-up', async () => {
    const app = await turnOnSecondFactor(ada, world.clock)
    const used = appCode(app.secret, world.clock.now())
    const refused = await finish(await waiting(), used)
    expect([refused.status, refused.body['code']]).toEqual([401, 'INVALID_CREDENTIALS'])
    const code = nextCode(app)
    const tokens: string[] = []
    for (let no = 0; no < 8; no++) tokens.push(await waiting())
    const replies = await Promise.all(tokens.map((token) => finish(token, code)))
    expect(statuses(replies).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(401)])
  })

  it('takes each token once, also if eight requests send it at once', async () => {
    const app = await turnOnSecondFactor(ada, world.clock)
    const token = await waiting()
    const codes = app.recoveryCodes.slice(0, 8)
    const replies = await Promise.all(codes.map((code) => finish(token, code)))
    expect(statuses(replies).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(400)])
    expect(replies.find(({ status }) => status === 400)?.body['errors']).toEqual([
      expect.objectContaining({ pointer: '/token', code: 'INVALID_TOKEN' }),
    ])
  })

  it('keeps a token usable after a wrong code, for ten minutes', async () => {
    const app = await turnOnSecondFactor(ada, world.clock)
    const [token, late] = [await waiting(), await waiting()]
    expect((await finish(token, '000000')).status).toBe(401)
    expect((await finish(token, nextCode(app).replace(/^(...)/, '$1 '))).status).toBe(200)
    world.clock.advance(10 * 60)
    expect((await finish(late, nextCode(app))).status).toBe(400)
    expect((await finish('sgn_nonsense', nextCode(app))).status).toBe(400)
  })

  it('takes each recovery code once, tells the person, and shows how many are left', async () => {
    const { recoveryCodes } = await turnOnSecondFactor(ada, world.clock)
    const [code = ''] = recoveryCodes
    const { status, body } = await finish(await waiting(), code.toUpperCase().replaceAll('-', ' '))
    expect(status).toBe(200)
    expect(lastMail()).toBe('A recovery code was used to sign in')
    const { body: own } = await api.ask('/api/v1/profile', { key: String(body['token']) })
    expect(own['secondFactor']).toMatchObject({ recoveryCodes: 9 })
    expect((await finish(await waiting(), code)).status).toBe(401)
  })

  it('replaces recovery codes with the password and a code', async () => {
    const app = await turnOnSecondFactor(ada, world.clock)
    const replace = (password: string, code: string) =>
      ada.ask('POST', '/profile/second-factor/recovery-codes', { password, code })
    const [first = '', second = ''] = app.recoveryCodes
    const refused = [await replace('wrong password', first), await replace(ada.password, '000000')]
    expect(statuses(refused)).toEqual([400, 400])
    const { status, body } = await replace(ada.password, first)
    expect([status, (body['recoveryCodes'] as string[]).length]).toEqual([200, 10])
    expect(lastMail()).toBe('New recovery codes were created')
    expect((await finish(await waiting(), second)).status).toBe(401)
    expect((await finish(await waiting(), (body['recoveryCodes'] as string[])[0] ?? '')).status).toBe(200)
  })

  it('is turned off with the password and a code, and sign-ins that wait for a code end', async () => {
    const app = await turnOnSecondFactor(ada, world.clock)
    const turnOff = (password: string, code: string) =>
      ada.ask('POST', '/profile/second-factor/turn-off', { password, code })
    const token = await waiting()
    const refused = [
      await turnOff('wrong password', nextCode(app)),
      await turnOff(ada.password, '000000'),
      await turnOff(ada.password, 'not a code'),
    ]
    expect(statuses(refused)).toEqual([400, 400, 400])
    expect((await turnOff(ada.password, nextCode(app))).status).toBe(204)
    expect(lastMail()).toBe('Two-factor sign-in was turned off')
    expect(await profile()).toBeNull()
    expect((await finish(token, nextCode(app))).status).toBe(400)
    expect((await turnOff(ada.password, nextCode(app))).status).toBe(409)
    expect((await signInWithPassword(ada)).status).toBe(200)
  })

  it('is not bypassed by a mailed link for a new password, which ends sign-ins that wait', async () => {
    const app = await turnOnSecondFactor(ada, world.clock)
    const before = await waiting()
    await post('/auth/password-reset', { email: ada.email })
    const token = /#(rst_\w+)/.exec(world.mails.at(-1)?.text ?? '')?.[1] ?? ''
    const password = 'a new horse battery staple'
    const reset = await post('/auth/password-reset/confirm', { token, password })
    expect([reset.status, reset.headers.get('set-cookie')]).toEqual([204, null])
    expect((await finish(before, nextCode(app))).status).toBe(400)
    const waits = tokenOf(await signInWithPassword({ email: ada.email, password }))
    expect((await finish(waits, '000000')).status).toBe(401)
    expect((await finish(waits, nextCode(app))).status).toBe(200)
  })

  it('ends sign-ins that wait for a code when the password is changed', async () => {
    const app = await turnOnSecondFactor(ada, world.clock)
    const token = await waiting()
    const newPassword = 'a new horse battery staple'
    await ada.do('POST', '/auth/password', {
      currentPassword: ada.password,
      newPassword,
      code: nextCode(app),
    })
    expect((await finish(token, nextCode(app))).status).toBe(400)
  })

  it('is needed to change the password and the address, and only while it is on', async () => {
    const wanted = { newPassword: 'a new horse battery staple' }
    const passwordWith = (proof: object, currentPassword = ada.password) =>
      ada.ask('POST', '/auth/password', { currentPassword, ...wanted, ...proof })
    const email = `moved-${ada.email}`
    const addressWith = (proof: object, password = ada.password) =>
      ada.ask('POST', '/profile/email', { email, password, ...proof })
    expect((await addressWith({})).status).toBe(202)
    const app = await turnOnSecondFactor(ada, world.clock)
    for (const change of [passwordWith, addressWith])
      for (const proof of [{}, { code: '000000' }]) {
        const { status, body } = await change(proof)
        expect([status, body['errors']]).toEqual([400, [expect.objectContaining({ pointer: '/code' })]])
      }
    const used = nextCode(app)
    expect((await addressWith({ code: used })).status).toBe(202)
    expect((await passwordWith({ code: used })).status).toBe(400)
    expect((await passwordWith({ code: app.recoveryCodes[0] ?? '' })).status).toBe(204)
  })

  it('is reset by an admin or owner for a member whom they manage, with a mail to the member', async () => {
    const { organizationId } = ada
    const admin = await addMember(api, world.container, organizationId, 'admin')
    const member = await addMember(api, world.container, organizationId)
    const idOf = async ({ email }: Person): Promise<string> =>
      (await ada.do('GET', '/members')).items.find((one: { email: string }) => one.email === email).id
    await turnOnSecondFactor(ada, world.clock)
    const app = await turnOnSecondFactor(member, world.clock)
    const token = tokenOf(await signInWithPassword(member))
    const reset = async (by: Person, of: Person) =>
      (await by.ask('DELETE', `/members/${await idOf(of)}/second-factor`)).status
    expect([await reset(member, admin), await reset(admin, ada), await reset(ada, ada)]).toEqual([
      403, 403, 409,
    ])
    expect(await profile(member)).toMatchObject({ recoveryCodes: 10 })
    expect([await reset(admin, member), await reset(admin, member)]).toEqual([204, 409])
    const mail = world.mails.findLast(({ to }) => to === member.email)
    expect([mail?.subject, mail?.text]).toEqual([
      'Your two-factor sign-in was reset',
      expect.stringContaining('Charles Babbage'),
    ])
    expect((await finish(token, nextCode(app))).status).toBe(400)
    expect((await signInWithPassword(member)).status).toBe(200)
  })

  it('is reset by the operator for an address', async () => {
    await turnOnSecondFactor(ada, world.clock)
    const reset = world.container.get(ResetSecondFactor)
    await reset.ofAddress(` ${ada.email.toUpperCase()}`, operator)
    expect(lastMail()).toBe('Your two-factor sign-in was reset')
    expect((await signInWithPassword(ada)).status).toBe(200)
    await expect(reset.ofAddress(ada.email, operator)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(reset.ofAddress('nobody@example.com', operator)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  describe('required of everybody by an owner', () => {
    const require = (person: Person, requiresSecondFactor: boolean) =>
      person.ask('PATCH', '/organization', { requiresSecondFactor })
    const signedInAs = async (person: Person, headers: Record<string, string> = {}) => {
      const { email, password } = person
      const reply = await api.ask('/api/v1/auth/sign-in', {
        method: 'POST',
        json: { email, password },
        headers,
      })
      return personWith(api, String(reply.body['token']), email, password, reply.body)
    }
    const atConsole = { 'x-spindle-console': '1' }

    it('needs an owner who has set it up', async () => {
      const admin = await addMember(api, world.container, ada.organizationId, 'admin')
      await turnOnSecondFactor(admin, world.clock)
      expect(statuses([await require(admin, true), await require(ada, true)])).toEqual([403, 409])
      await turnOnSecondFactor(ada, world.clock)
      const { status, body } = await require(ada, true)
      expect([status, body['requiresSecondFactor']]).toEqual([200, true])
      expect((await require(admin, false)).status).toBe(403)
    })

    it('leads people to the set-up at the next sign-in, and refuses everything else until it is done', async () => {
      const before = await addMember(api, world.container, ada.organizationId)
      const member = await signedInAs(before, atConsole)
      const other = await addMember(api, world.container, ada.organizationId)
      await turnOnSecondFactor(ada, world.clock)
      world.clock.advance(step)
      expect((await require(ada, true)).status).toBe(200)

      // The open session at the console goes on, and the token of a script is refused.
      await member.do('GET', '/projects')
      const refused = await other.ask('GET', '/projects')
      expect([refused.status, refused.body['code']]).toEqual([403, 'SECOND_FACTOR_REQUIRED'])

      const again = await signedInAs(before, atConsole)
      for (const path of ['/projects', '/members', '/organization', '/sessions'])
        expect((await again.ask('GET', path)).body['code']).toBe('SECOND_FACTOR_REQUIRED')
      expect((await again.ask('POST', '/projects', { name: 'Mine' })).status).toBe(403)
      expect(await again.do('GET', '/auth/session')).toMatchObject({ mustSetUpSecondFactor: true })
      await again.do('GET', '/profile')
      await turnOnSecondFactor(again, world.clock)
      expect(await again.do('GET', '/auth/session')).not.toHaveProperty('mustSetUpSecondFactor')
      await again.do('GET', '/projects')
    })

    it('keeps people from turning it off, until the owner no longer requires it', async () => {
      const app = await turnOnSecondFactor(ada, world.clock)
      await require(ada, true)
      const turnOff = () =>
        ada.ask('POST', '/profile/second-factor/turn-off', {
          password: ada.password,
          code: app.recoveryCodes[0],
        })
      expect((await turnOff()).status).toBe(409)
      expect((await require(ada, false)).body['requiresSecondFactor']).toBe(false)
      expect((await turnOff()).status).toBe(204)
    })

    it('keeps API keys working, and stops a member whose second factor was reset', async () => {
      const member = await addMember(api, world.container, ada.organizationId)
      await turnOnSecondFactor(ada, world.clock)
      const { secret } = await ada.do('POST', '/api-keys', { name: 'CRM', scopes: ['tables:read'] })
      await turnOnSecondFactor(member, world.clock)
      await require(ada, true)
      expect((await api.ask('/api/v1/data-tables', { key: secret })).status).toBe(200)
      await member.do('GET', '/projects')
      const { items } = await ada.do('GET', '/members')
      const { id } = items.find((one: { email: string }) => one.email === member.email)
      await ada.do('DELETE', `/members/${id}/second-factor`)
      expect((await member.ask('GET', '/projects')).body['code']).toBe('SECOND_FACTOR_REQUIRED')
    })
  })

  it('leaves no secret in the log', async () => {
    const app = await turnOnSecondFactor(ada, world.clock)
    const token = await waiting()
    await finish(token, app.recoveryCodes[0] ?? '')
    const log = JSON.stringify(api.log)
    for (const text of [app.secret, token, ...app.recoveryCodes]) expect(log).not.toContain(text)
  })
})

it('guesses of codes are limited for each person and network, also with new tokens', async () => {
  const world = await createWorld([provideValue(Throttle, FlexibleThrottle.inMemory(throttleRules))])
  try {
    const api = await createApi(world)
    const ada = await signUp(api)
    const app = await turnOnSecondFactor(ada, world.clock)
    const post = (path: string, json: object) => api.ask(`/api/v1${path}`, { method: 'POST', json })
    const guess = async (code: string) => {
      const { email, password } = ada
      const { body } = await post('/auth/sign-in', { email, password })
      const { token } = body['secondFactor'] as { token: string }
      return post('/auth/sign-in/second-factor', { token, code })
    }
    const replies: Reply[] = []
    for (let no = 0; no < 11; no++) replies.push(await guess('000000'))
    expect(statuses(replies)).toEqual([...Array(10).fill(401), 429])
    world.clock.advance(step)
    expect((await guess(appCode(app.secret, world.clock.now()))).status).toBe(429)
  } finally {
    await world.close()
  }
})

it('an attacker with the password from many networks does not lock the owner out', async () => {
  const world = await createWorld([provideValue(Throttle, FlexibleThrottle.inMemory(throttleRules))])
  try {
    const api = await createApi(world, { trustedProxies: 1 })
    const ada = await signUp(api)
    const app = await turnOnSecondFactor(ada, world.clock)
    const post = (path: string, json: object, address: string) =>
      api.ask(`/api/v1${path}`, { method: 'POST', json, headers: { 'x-forwarded-for': address } })
    const guess = async (code: string, address: string) => {
      const { email, password } = ada
      const { body } = await post('/auth/sign-in', { email, password }, address)
      const { token } = body['secondFactor'] as { token: string }
      return (await post('/auth/sign-in/second-factor', { token, code }, address)).status
    }
    const next = () => {
      world.clock.advance(step)
      return appCode(app.secret, world.clock.now())
    }
    expect(await guess(next(), '192.0.2.1')).toBe(200)
    const guesses: number[] = []
    for (let no = 0; no < 40; no++) guesses.push(await guess('000000', `198.51.100.${Math.floor(no / 10)}`))
    expect(guesses).toEqual([...Array(30).fill(401), ...Array(10).fill(429)])
    // An unknown address may be the attacker's, so a code that can be guessed is refused there.
    expect(await guess(next(), '203.0.113.5')).toBe(429)
    expect(await guess(next(), '192.0.2.1')).toBe(200)
    expect(await guess(app.recoveryCodes[0] ?? '', '203.0.113.5')).toBe(200)
  } finally {
    await world.close()
  }
})

it('guesses of a signed-in person are limited for all sessions and organizations together', async () => {
  const world = await createWorld([provideValue(Throttle, FlexibleThrottle.inMemory(throttleRules))])
  try {
    const api = await createApi(world)
    const ada = await signUp(api)
    await turnOnSecondFactor(ada, world.clock)
    const { id: second } = await ada.do('POST', '/organizations', { name: 'Second' })
    const guessed: number[] = []
    let thief = ada
    for (let no = 0; no < 12; no++) {
      const { email, password } = ada
      const guess = { password, code: '000000' }
      guessed.push((await thief.ask('POST', '/profile/second-factor/recovery-codes', guess)).status)
      const organizationId = no % 2 === 0 ? second : ada.organizationId
      const body = await thief.do('POST', '/auth/switch', { organizationId })
      thief = personWith(api, body.token, email, password, body)
    }
    expect(guessed).toEqual([...Array(10).fill(400), 429, 429])
  } finally {
    await world.close()
  }
})

it('guesses at sign-in do not stop the owner from a change of the password or of the address', async () => {
  const world = await createWorld([provideValue(Throttle, FlexibleThrottle.inMemory(throttleRules))])
  try {
    const api = await createApi(world, { trustedProxies: 1 })
    const ada = await signUp(api)
    const app = await turnOnSecondFactor(ada, world.clock)
    const { email, password } = ada
    const guess = async (no: number) => {
      const headers = { 'x-forwarded-for': `198.51.100.${no % 4}` }
      const { body } = await api.ask('/api/v1/auth/sign-in', {
        method: 'POST',
        json: { email, password },
        headers,
      })
      const { token } = body['secondFactor'] as { token: string }
      const json = { token, code: '000000' }
      return (await api.ask('/api/v1/auth/sign-in/second-factor', { method: 'POST', json, headers })).status
    }
    const guessed: number[] = []
    for (let no = 0; no < 40; no++) guessed.push(await guess(no))
    expect(guessed.filter((status) => status === 429)).toHaveLength(10)
    const next = () => {
      world.clock.advance(step)
      return appCode(app.secret, world.clock.now())
    }
    const move = { email: 'countess@example.com', password, code: next() }
    expect((await ada.ask('POST', '/profile/email', move)).status).toBe(202)
    const change = { currentPassword: password, newPassword: 'yet another horse battery', code: next() }
    expect((await ada.ask('POST', '/auth/password', change)).status).toBe(204)
  } finally {
    await world.close()
  }
})
