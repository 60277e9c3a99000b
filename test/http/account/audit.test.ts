import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AllowedPrivateHosts } from '../../../src/adapters/channels/allowed-private-hosts.ts'
import { FlexibleThrottle } from '../../../src/adapters/throttle/flexible-throttle.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { operator, service } from '../../../src/domain/account/audit/actor.ts'
import { type AuditAction, auditActions } from '../../../src/domain/account/audit/audit-action.ts'
import type { AuditEntry } from '../../../src/domain/account/audit/audit-entry.ts'
import { RefusedAttempt } from '../../../src/domain/account/audit/refused-attempt.ts'
import { AuditStore } from '../../../src/ports/account/audit.ts'
import { Throttle } from '../../../src/ports/account/throttle.ts'
import { DomainRecords } from '../../../src/ports/sender/domain-records.ts'
import { MessageTokens } from '../../../src/ports/sender/message/message-tokens.ts'
import { Audit } from '../../../src/use-cases/account/audit/audit.ts'
import { DemoSignIns } from '../../../src/use-cases/account/demo/demo-sign-ins.ts'
import { CheckDueEmailDomains } from '../../../src/use-cases/account/organization-sign-in/check-due-email-domains.ts'
import { SignUpRules } from '../../../src/use-cases/account/sign-up.ts'
import { Invitations } from '../../../src/use-cases/account/team/invitations.ts'
import { SendingOptions } from '../../../src/use-cases/admit-sending.ts'
import { ChangePlan } from '../../../src/use-cases/plan/change-plan.ts'
import { RunTestClock } from '../../../src/use-cases/test-mode/run-test-clock.ts'
import { type Api, createApi, type Reply } from '../../support/api.ts'
import { pagesOf } from '../../support/browser/pages.ts'
import { TestInbox } from '../../support/conversation/inbox.ts'
import { anyEntry } from '../../support/data/any-entry.ts'
import { askToUpload } from '../../support/data/files.ts'
import {
  addMember,
  createWorkshop,
  type Person,
  personWith,
  signUp,
  type Workshop,
  welcome,
} from '../../support/data/person.ts'
import { acceptingAccounts } from '../../support/data/senders.ts'
import {
  Authenticator,
  addPasskey,
  passkeysAtPublicOrigin,
} from '../../support/data/sign-in/authenticator.ts'
import { appCode, turnOnSecondFactor } from '../../support/data/sign-in/second-factor.ts'
import { MailProvider } from '../../support/servers/mail-provider.ts'
import { createWorld, type World } from '../../support/world.ts'

const few = { attempts: 3, seconds: 3_600 }
const many = { attempts: 1_000_000, seconds: 3_600 }
const patient = { perAddress: many, perAccountAndAddress: many, perAccount: many }
const rules = {
  signIn: { ...patient, perAccountAndAddress: few },
  signUp: patient,
  passwordReset: patient,
  passwordChange: patient,
  secondFactor: patient,
  confirmation: patient,
  invitation: patient,
  testSend: patient,
  destinationRequest: patient,
}

/** A test double of DNS with the same TXT records for each name. */
class SettableRecords extends DomainRecords {
  found: readonly string[] = []

  override async texts(): Promise<readonly string[]> {
    return this.found
  }
}

describe('audit entries', () => {
  let world: World
  let api: Api
  let ada: Person
  let own: Workshop
  /** The secrets that this test was given or has sent. The audit log may contain none of them. */
  const secrets = new Set<string>()
  const seen = new Set<AuditAction>()
  const dns = new SettableRecords()
  let provider: MailProvider
  let checksActions = false

  beforeAll(async () => {
    provider = await MailProvider.start('https://unused.example/callback')
    world = await createWorld([
      provideValue(DomainRecords, dns),
      provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(['localhost'])),
      passkeysAtPublicOrigin,
      acceptingAccounts,
      provideValue(Throttle, FlexibleThrottle.inMemory(rules)),
      provideValue(SignUpRules, new SignUpRules('starter', 'open', true)),
      provideValue(SendingOptions, new SendingOptions(true)),
    ])
    api = await createApi(world, { selfServePlans: true, demoUserId: world.demo.userId ?? null })
    ada = await signUp(api)
    await ada.do('POST', '/auth/confirmation/confirm', { token: linkIn(ada.email, confirmation) })
    own = await createWorkshop(ada)
    for (const secret of [ada.password, ada.token, own.apiKey, world.demo.apiKey, world.demo.ingestToken])
      secrets.add(secret)
  })
  // Takes the wake-ups of other tests from the queue, also those of tasks that `drain` does not know.
  beforeEach(() => world.inspect.loseTurns())
  afterAll(async () => {
    try {
      const stored = JSON.stringify(await all())
      if (checksActions) expectEveryAction()
      expectNoSecret(stored)
    } finally {
      await world.close()
      provider.close()
    }
  })

  /** Expects that the entries contain no secret, digest or cell. */
  const expectNoSecret = (stored: string) => {
    for (const one of secrets) {
      expect(one.length).toBeGreaterThan(10)
      expect(stored.includes(one)).toBe(false)
    }
    for (const form of [/(svc|tbl|rst|dmo|inv|cfm)_\w{10}/, /whsec_/, /\$argon2/, /grace@example\.com/])
      expect(stored).not.toMatch(form)
  }
  /** Expects that the tests have seen every action, and have sent secrets. */
  const expectEveryAction = () => {
    expect(secrets.size).toBeGreaterThan(18)
    // The audited actions of moves and of linked accounts are tested elsewhere, with two cells.
    const elsewhere = ['account.linked', 'account.released', 'organization.moved', 'organization.moveGivenUp']
    expect([...seen, ...elsewhere].toSorted(byText)).toEqual([...auditActions].toSorted(byText))
  }

  const all = async (): Promise<readonly AuditEntry[]> => {
    const log = world.container.get(AuditStore)
    return (await pagesOf((page) => log.list(anyEntry, page), 200)).flat()
  }
  /** Returns the audit entries that a call of `work` adds in the test, newest last. */
  const leaves = async (work: () => Promise<unknown>): Promise<AuditEntry[]> => {
    const before = new Set((await all()).map(({ id }) => id))
    await work()
    const left = (await all()).filter(({ id }) => !before.has(id)).toReversed()
    for (const { action } of left) seen.add(action)
    return left
  }
  const post = (path: string, json: object = {}) => api.ask(`/api/v1${path}`, { method: 'POST', json })
  const secret = (text: string): string => {
    secrets.add(text)
    return text
  }
  const confirmation = /\/confirm#(cfm_\w+)/
  const linkIn = (email: string, form: RegExp) =>
    secret(form.exec(world.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? '')
  const by = (person: Person) => ({
    kind: 'user',
    userId: expect.any(String),
    email: person.email,
    requestId: expect.any(String),
    ipAddress: '127.0.0.1',
  })
  const anonymous = { kind: 'anonymous', requestId: expect.any(String), ipAddress: '127.0.0.1' }
  const nothingElse = { id: expect.any(String), at: expect.any(Date), before: null, after: null }
  const account = (email: string, isKnown = true) =>
    isKnown
      ? { kind: 'user', id: expect.any(String), name: email }
      : { kind: 'account', id: null, name: email }

  it('contain every action, which is checked after all tests', () => {
    // A run of other tests, selected by their names, does not check the actions.
    checksActions = true
  })

  it('record the first start as done by the service', async () => {
    const [entry] = (await all()).toReversed()
    const { organizationId } = world.demo
    expect(entry).toMatchObject({ action: 'account.created', organizationId, by: { kind: 'service' } })
  })

  it('record sign-up, sign-in and sign-out, with the request and the address of the client', async () => {
    const email = 'grace@own.example.com'
    const password = secret('a horse of quite another battery')
    const json = { email, password, name: 'Grace', organizationName: 'Compilers' }
    let reply: Reply | undefined
    const [created, ...none] = await leaves(async () => {
      reply = await api.ask('/api/v1/auth/sign-up', {
        method: 'POST',
        json,
        headers: { 'x-request-id': 'request-of-grace' },
      })
    })
    const grace = personWith(api, secret(String(reply?.body['token'])), email, password, reply?.body)
    const { organizationId } = grace
    expect(none).toEqual([])
    expect(created).toEqual({
      ...nothingElse,
      action: 'account.created',
      organizationId,
      by: { ...by(grace), requestId: 'request-of-grace' },
      subject: { kind: 'organization', id: organizationId, name: 'Compilers' },
      after: { email, planId: 'starter' },
    })
    const said = { ...nothingElse, organizationId, by: by(grace), subject: account(email) }
    expect(await leaves(() => grace.do('POST', '/auth/sign-out'))).toEqual([{ ...said, action: 'signOut' }])
    const signIn = () => post('/auth/sign-in', { email: ` ${email.toUpperCase()}`, password })
    expect(await leaves(signIn)).toEqual([{ ...said, action: 'signIn.succeeded' }])
  })

  it('record a sign-in with a wrong password and the account that was tried, known or not', async () => {
    const email = 'eve@own.example.com'
    const failed = { ...nothingElse, action: 'signIn.failed', by: anonymous }
    const password = secret('a wrong guess of a password')
    expect(await leaves(() => post('/auth/sign-in', { email: ada.email, password }))).toEqual([
      { ...failed, organizationId: ada.organizationId, subject: account(ada.email) },
    ])
    expect(await leaves(() => post('/auth/sign-in', { email, password }))).toEqual([
      { ...failed, organizationId: null, subject: account(email, false) },
    ])
  })

  it('record refused attempts over the limit once, and none of the attempts after that', async () => {
    const email = 'mallory@own.example.com'
    const guess = () => post('/auth/sign-in', { email, password: 'a wrong guess of a password' })
    const left = await leaves(async () => {
      for (let no = 0; no < 10; no++) await guess()
    })
    expect(left.map(({ action }) => action)).toEqual([...Array(3).fill('signIn.failed'), 'attempts.refused'])
    expect(left.at(-1)).toEqual({
      ...nothingElse,
      action: 'attempts.refused',
      organizationId: null,
      by: anonymous,
      subject: account(email, false),
      after: { attempts: 'signIn', countedBy: 'perAccountAndAddress' },
    })
  })

  it('record a sign-in to the demo, by a click and by a link', async () => {
    const [clicked] = await leaves(() => post('/auth/demo'))
    expect(clicked).toMatchObject({ action: 'signIn.demo', by: { kind: 'user' }, after: { way: 'click' } })
    const link = await world.container.get(DemoSignIns).createLink()
    const token = secret(link?.split('#')[1] ?? '')
    const [linked] = await leaves(() => post('/auth/demo/link', { token }))
    expect(linked).toMatchObject({ action: 'signIn.demo', subject: account('demo@example.com') })
    const [refused] = await leaves(() => post('/auth/demo/link', { token }))
    expect(refused).toMatchObject({ action: 'link.refused', subject: { kind: 'link', name: 'demo' } })
  })

  it('record the mailed confirmation of an organization, and each key that ends with it', async () => {
    const person = await signUp(api)
    const { apiKeyId } = await createWorkshop(person)
    const token = linkIn(person.email, confirmation)
    const confirm = () => person.ask('POST', '/auth/confirmation/confirm', { token })
    const { organizationId } = person
    expect(await leaves(confirm)).toEqual([
      {
        ...nothingElse,
        action: 'account.confirmed',
        organizationId,
        by: by(person),
        subject: account(person.email),
      },
      {
        ...nothingElse,
        action: 'apiKey.revoked',
        organizationId,
        by: by(person),
        subject: { kind: 'apiKey', id: apiKeyId, name: 'CRM' },
      },
    ])
    const [refused] = await leaves(confirm)
    expect(refused).toMatchObject({ action: 'link.refused', organizationId, by: by(person) })
  })

  it('record each invitation, the person who joins, and an invitation that is wrong', async () => {
    const { organizationId } = ada
    const email = 'charles@own.example.com'
    const invite = async (into: string | null) => {
      const link = await world.container
        .get(Invitations)
        .create({ email, organizationId: into, by: operator })
      return secret(link.split('#')[1] ?? '')
    }
    let invitation = ''
    const left = await leaves(async () => {
      secret(await invite(null))
      invitation = await invite(organizationId)
    })
    expect(left).toMatchObject([
      { action: 'account.invited', organizationId: null, by: operator, subject: account(email, false) },
      { action: 'member.invited', organizationId, after: { role: 'editor', expiresAt: expect.any(String) } },
    ])
    const password = secret('the battery of Charles, the horse')
    const json = { email, password, name: 'Charles', invitation }
    const [joined] = await leaves(async () =>
      secret(String((await post('/auth/sign-up', json)).body['token'])),
    )
    expect(joined).toMatchObject({
      action: 'member.joined',
      organizationId,
      by: { kind: 'user', email },
      subject: account(email),
      after: { role: 'editor' },
    })
    const [refused, ...none] = await leaves(() => post('/auth/sign-up', json))
    expect(none).toEqual([])
    expect(refused).toMatchObject({
      action: 'link.refused',
      by: anonymous,
      subject: { kind: 'link', id: null, name: 'invitation' },
      after: { email },
    })
  })

  it('record changes of members with the values before and after', async () => {
    const { organizationId } = ada
    const grace = await addMember(api, world.container, organizationId, 'viewer')
    secret(grace.token)
    const member = (await ada.do('GET', '/members')).items.find(
      (one: { email: string }) => one.email === grace.email,
    )
    const left = await leaves(async () => {
      await ada.do('PATCH', `/members/${member.id}`, { role: 'editor' })
      await grace.do('PATCH', '/profile', { name: 'Grace Hopper' })
      await grace.do('POST', '/sessions/end-others')
      const { items } = await grace.do('GET', '/sessions')
      await grace.do('DELETE', `/sessions/${items[0].id}`)
      await ada.do('POST', '/invitations', { email: 'alan@example.com', role: 'editor' })
      const invitation = await ada.do('POST', '/invitations', { email: 'alan@example.com', role: 'viewer' })
      await ada.do('POST', `/invitations/${invitation.id}/resend`)
      await ada.do('DELETE', `/invitations/${invitation.id}`)
      await ada.do('DELETE', `/members/${member.id}`)
    })
    const subject = account(grace.email)
    const invited = account('alan@example.com', false)
    expect(left).toMatchObject([
      {
        action: 'member.roleChanged',
        organizationId,
        by: by(ada),
        subject,
        before: { role: 'viewer' },
        after: { role: 'editor' },
      },
      { action: 'profile.changed', before: { name: 'Charles Babbage' }, after: { name: 'Grace Hopper' } },
      { action: 'session.othersEnded', subject },
      { action: 'session.ended', subject, before: { sessionKind: 'token' } },
      { action: 'member.invited', by: by(ada), subject: invited, after: { role: 'editor' } },
      { action: 'invitation.withdrawn', by: by(ada), subject: invited, before: { role: 'editor' } },
      { action: 'member.invited', by: by(ada), subject: invited, after: { role: 'viewer' } },
      { action: 'invitation.resent', by: by(ada), subject: invited },
      { action: 'invitation.withdrawn', by: by(ada), subject: invited, before: { role: 'viewer' } },
      { action: 'member.removed', by: by(ada), subject, before: { email: grace.email, role: 'editor' } },
    ])
  })

  it('record the operator as the actor of the operator’s commands', async () => {
    const { organizationId } = await signUp(api)
    const [created] = await leaves(() => addMember(api, world.container, organizationId))
    expect(created).toMatchObject({ action: 'member.created', organizationId, by: operator })
    const changePlan = world.container.get(ChangePlan)
    const change = { organizationId, planId: 'growth', by: operator }
    const left = await leaves(async () => {
      await changePlan.execute(change)
      await changePlan.execute(change)
    })
    expect(left).toMatchObject([
      { action: 'plan.changed', by: operator, before: { planId: 'starter' }, after: { planId: 'growth' } },
    ])
  })

  it('record passwords: changed, not changed, requested, reset, and a wrong link', async () => {
    const person = await signUp(api, { email: 'alan@own.example.com' })
    const { organizationId, email } = person
    const said = { ...nothingElse, organizationId, by: by(person), subject: account(email) }
    const newPassword = secret('a new horse battery staple of Alan')
    const change = (currentPassword: string) =>
      person.ask('POST', '/auth/password', { currentPassword, newPassword })
    expect(await leaves(() => change('not the present password'))).toEqual([
      { ...said, action: 'password.changeFailed' },
    ])
    expect(await leaves(() => change(person.password))).toEqual([{ ...said, action: 'password.changed' }])
    expect(await leaves(() => post('/auth/password-reset', { email }))).toEqual([
      { ...said, action: 'password.resetRequested', by: anonymous },
    ])
    const token = linkIn(email, /reset-password#(rst_\w+)/)
    const password = secret('yet another horse battery of Alan')
    const confirm = () => post('/auth/password-reset/confirm', { token, password })
    expect(await leaves(confirm)).toEqual([
      { ...said, action: 'password.reset' },
      { ...said, action: 'account.confirmed' },
    ])
    expect(await leaves(confirm)).toMatchObject([
      { action: 'link.refused', subject: { name: 'passwordReset' } },
    ])
    const nobody = 'nobody@own.example.com'
    expect(await leaves(() => post('/auth/password-reset', { email: nobody }))).toMatchObject([
      { action: 'password.resetRequested', organizationId: null, subject: account(nobody, false) },
    ])
  })

  it('record two-factor sign-in: turned on and off, new codes, sign-ins, refusals and resets', async () => {
    const { organizationId } = ada
    const joan = await addMember(api, world.container, organizationId)
    secret(joan.token)
    const { email, password } = joan
    const said = { ...nothingElse, organizationId, by: by(joan), subject: account(email) }
    const app = await turnOnSecondFactor(joan, world.clock)
    for (const code of [app.secret, ...app.recoveryCodes]) secret(code)
    const waiting = async () => {
      const { body } = await post('/auth/sign-in', { email, password })
      return secret((body['secondFactor'] as { token: string }).token)
    }
    const finish = (token: string, code: string) => post('/auth/sign-in/second-factor', { token, code })
    const token = await waiting()
    expect(await leaves(() => finish(token, '000000'))).toEqual([
      { ...said, action: 'signIn.failed', by: anonymous, after: { way: 'appCode' } },
    ])
    const [recoveryCode = '', nextCode = ''] = app.recoveryCodes
    let reply: Reply | undefined
    const signIn = async () => (reply = await finish(token, recoveryCode))
    expect(await leaves(signIn)).toEqual([
      { ...said, action: 'signIn.succeeded', after: { way: 'recoveryCode' } },
    ])
    expect(await leaves(() => finish(token, nextCode))).toMatchObject([
      { action: 'link.refused', subject: { kind: 'link', name: 'signIn' } },
    ])
    const again = personWith(api, secret(String(reply?.body['token'])), email, password, reply?.body)
    const turnOff = (code: string) => again.ask('POST', '/profile/second-factor/turn-off', { password, code })
    expect(await leaves(() => turnOff(recoveryCode))).toEqual([{ ...said, action: 'secondFactor.refused' }])
    const begin = () => again.ask('POST', '/profile/second-factor', { password: secret('a wrong guess') })
    expect(await leaves(begin)).toEqual([{ ...said, action: 'password.refused' }])
    const renew = async () => {
      const json = { password, code: nextCode }
      const { recoveryCodes } = await again.do('POST', '/profile/second-factor/recovery-codes', json)
      for (const code of recoveryCodes) secret(code)
      return recoveryCodes
    }
    let codes: string[] = []
    expect(await leaves(async () => (codes = await renew()))).toEqual([
      { ...said, action: 'secondFactor.codesReplaced' },
    ])
    expect(await leaves(() => turnOff(codes[0] ?? ''))).toEqual([
      { ...said, action: 'secondFactor.turnedOff' },
    ])
    const left = await leaves(async () => secret((await turnOnSecondFactor(again, world.clock)).secret))
    expect(left).toEqual([{ ...said, action: 'secondFactor.turnedOn' }])
    const { items } = await ada.do('GET', '/members')
    const { id } = items.find((one: { email: string }) => one.email === email)
    expect(await leaves(() => ada.do('DELETE', `/members/${id}/second-factor`))).toEqual([
      { ...said, action: 'secondFactor.reset', by: by(ada) },
    ])
  })

  it('record passkeys that are added, renamed, used and removed, and the removal of an app beside them', async () => {
    const { organizationId } = ada
    const joan = await addMember(api, world.container, organizationId)
    secret(joan.token)
    const { email, password } = joan
    const said = { ...nothingElse, organizationId, by: by(joan), subject: account(email) }
    const device = new Authenticator()
    let recoveryCodes: string[] = []
    let id = ''
    const add = async (on = new Authenticator()) => {
      const added = await addPasskey(joan, on)
      ;[recoveryCodes, id] = [added.recoveryCodes, added.passkey.id]
      for (const code of recoveryCodes) secret(code)
    }
    expect(await leaves(() => add())).toEqual([
      { ...said, action: 'passkey.added', after: { name: 'Laptop' } },
      { ...said, action: 'secondFactor.turnedOn' },
    ])
    const rename = () => joan.do('PATCH', `/profile/passkeys/${id}`, { name: 'Old laptop' })
    expect(await leaves(rename)).toEqual([
      { ...said, action: 'passkey.renamed', before: { name: 'Laptop' }, after: { name: 'Old laptop' } },
    ])
    const [first = '', second = '', third = ''] = recoveryCodes
    const json = { password, code: first }
    const app = await joan.do('POST', '/profile/second-factor', json)
    const code = appCode(secret(app.secret), world.clock.now())
    const confirmed = await joan.do('POST', '/profile/second-factor/confirm', { code })
    for (const recoveryCode of confirmed.recoveryCodes) secret(recoveryCode)
    expect([second, third]).not.toContain(confirmed.recoveryCodes[0])
    const [next = '', last = ''] = confirmed.recoveryCodes
    const removeApp = () =>
      joan.do('POST', '/profile/second-factor/turn-off', { password, code: next, keepPasskeys: true })
    expect(await leaves(removeApp)).toEqual([{ ...said, action: 'secondFactor.appRemoved' }])
    const remove = () => joan.do('POST', `/profile/passkeys/${id}/remove`, { password, code: last })
    expect(await leaves(remove)).toEqual([
      { ...said, action: 'passkey.removed', before: { name: 'Old laptop' } },
      { ...said, action: 'secondFactor.turnedOff' },
    ])
    await add(device)
    const { body } = await post('/auth/passkey/begin', {})
    const passkey = device.get(body['options'] as never)
    const signIn = async () => secret(String((await post('/auth/passkey/finish', { passkey })).body['token']))
    expect(await leaves(signIn)).toEqual([{ ...said, action: 'signIn.succeeded', after: { way: 'passkey' } }])
    expect(await leaves(() => post('/auth/passkey/finish', { passkey }))).toMatchObject([
      { action: 'link.refused', subject: { kind: 'link', name: 'passkeySignIn' } },
    ])
  })

  it('record a change of address, and a person who leaves', async () => {
    const { organizationId } = ada
    const mary = await addMember(api, world.container, organizationId)
    secret(mary.token)
    const { email, password } = mary
    const said = { ...nothingElse, organizationId, by: by(mary), subject: account(email) }
    const next = 'mary@own.example.com'
    const request = () => mary.do('POST', '/profile/email', { email: next, password })
    expect(await leaves(request)).toEqual([
      { ...said, action: 'address.changeRequested', after: { email: next } },
    ])
    const [toOld, toNew] = [linkIn(email, /#(ado_\w+)/), linkIn(next, /#(adn_\w+)/)]
    const confirm = (token: string) => post('/auth/email/confirm', { token })
    expect(await leaves(() => confirm(toOld))).toEqual([])
    expect(await leaves(() => confirm(toNew))).toEqual([
      {
        ...said,
        action: 'address.changed',
        by: { ...by(mary), email: next },
        subject: account(next),
        before: { email },
        after: { email: next },
      },
    ])
    expect(await leaves(() => confirm(toNew))).toMatchObject([
      { action: 'link.refused', subject: { kind: 'link', name: 'newAddress' } },
    ])
    expect(await leaves(() => mary.do('POST', '/profile/leave', { email: next }))).toEqual([
      {
        ...said,
        action: 'member.left',
        by: { ...by(mary), email: next },
        subject: account(next),
        before: { name: 'Charles Babbage', email: next, role: 'editor' },
      },
    ])
  })

  it('record keys and secrets with their hints, once each', async () => {
    const { organizationId } = ada
    let key: { id: string; secret: string } = { id: '', secret: '' }
    const said = { organizationId, by: by(ada) }
    const [created] = await leaves(async () => {
      key = await ada.do('POST', '/api-keys', { name: 'Middleware', scopes: ['ingest'] })
    })
    const hint = `${secret(key.secret).slice(0, 8)}…${key.secret.slice(-4)}`
    const subject = { kind: 'apiKey', id: key.id, name: 'Middleware' }
    expect(created).toMatchObject({
      ...said,
      action: 'apiKey.created',
      subject,
      after: { hint, scopes: ['ingest'], expiresAt: null },
    })
    let next: { id: string; secret: string } = { id: '', secret: '' }
    const [rotated] = await leaves(async () => {
      next = await ada.do('POST', `/api-keys/${key.id}/rotate`, { graceSeconds: 60 })
    })
    secret(next.secret)
    expect(rotated).toMatchObject({
      ...said,
      action: 'apiKey.rotated',
      subject,
      before: { hint },
      after: { apiKeyId: next.id, revokedAt: expect.any(String) },
    })
    const revoke = () => ada.do('DELETE', `/api-keys/${next.id}`)
    expect(await leaves(revoke)).toMatchObject([{ ...said, action: 'apiKey.revoked' }])
    expect(await leaves(revoke)).toEqual([])
    const rotate = (path: string) => async () => {
      const { secret: webhookSecret, webhookUrl } = await ada.do('POST', path)
      secret(webhookSecret ?? String(webhookUrl).split('/').at(-1))
    }
    expect(await leaves(rotate(`/data-tables/${own.dataTableId}/webhook-url/rotate`))).toMatchObject([
      {
        ...said,
        action: 'webhookUrl.rotated',
        subject: { id: own.dataTableId, name: 'Leads' },
        after: null,
      },
    ])
    expect(await leaves(rotate('/organization/webhook-secret/rotate'))).toMatchObject([
      { ...said, action: 'webhookSecret.rotated', subject: { id: organizationId }, after: null },
    ])
  })

  it('record the plan before and after a change', async () => {
    const person = await signUp(api)
    const change = () => person.do('PUT', '/organization/plan', { planId: 'unlimited' })
    expect(await leaves(change)).toMatchObject([
      {
        action: 'plan.changed',
        by: by(person),
        before: { planId: 'starter' },
        after: { planId: 'unlimited' },
      },
    ])
  })

  it('record the contact policy before and after a change, and nothing if it does not change', async () => {
    const none = {
      daysBetweenSpinners: null,
      messagesPerDay: null,
      messagesPerWeek: null,
      activePerDomain: null,
    }
    const policy = { ...none, messagesPerDay: 1 }
    const person = await signUp(api)
    const set = () => person.do('PUT', '/organization/contact-policy', policy)
    expect(await leaves(set)).toMatchObject([
      { action: 'contactPolicy.changed', by: by(person), before: none, after: policy },
    ])
    expect(await leaves(set)).toEqual([])
  })

  it('record the retention settings before and after a change, and nothing if they do not change', async () => {
    const change = () =>
      ada.do('PATCH', '/organization', { keepsBodies: false, bodyDays: 90, postalAddress: '12 Square' })
    expect(await leaves(change)).toMatchObject([
      {
        action: 'organization.changed',
        by: by(ada),
        before: { keepsBodies: true, bodyDays: 30, postalAddress: null, timeZone: 'UTC' },
        after: { keepsBodies: false, bodyDays: 90, postalAddress: '12 Square', timeZone: 'UTC' },
      },
    ])
    expect(await leaves(change)).toEqual([])
  })

  it('record who uploaded and who deleted a file, and no refused upload', async () => {
    const upload = (content: string) => leaves(() => askToUpload(ada, 'offer.txt', content))
    const uploaded = await upload('An offer')
    const id = String(uploaded[0]?.subject?.id)
    const subject = { kind: 'file', id, name: 'offer.txt' }
    const { organizationId } = ada
    expect(uploaded).toEqual([
      { ...nothingElse, action: 'file.uploaded', organizationId, by: by(ada), subject },
    ])
    expect(await upload('')).toEqual([])
    expect(await leaves(() => ada.do('DELETE', `/files/${id}`))).toMatchObject([
      { action: 'file.deleted', by: by(ada), subject },
    ])
  })

  it('record who changed a sender, and never its password', async () => {
    const mailbox = { kind: 'smtp', name: 'Sales', email: 'sales@example.org' }
    const smtp = { host: 'smtp.example.com', port: 465, tls: 'tls', user: 'grace', password: 'hush hush' }
    const connected = await leaves(() => ada.do('POST', '/senders', { ...mailbox, smtp, isDefault: false }))
    const id = String(connected[0]?.subject?.id)
    const subject = { kind: 'sender', id }
    expect(connected).toMatchObject([{ action: 'sender.connected', by: by(ada), subject }])
    const path = `/senders/${id}`
    const done = [
      ['sender.changed', () => ada.do('PATCH', path, { name: 'Grace Hopper' })],
      ['sender.paused', () => ada.do('POST', `${path}/pause`)],
      ['sender.resumed', () => ada.do('POST', `${path}/resume`)],
      ['sender.disconnected', () => ada.do('DELETE', path)],
    ] as const
    const left = [...connected]
    for (const [action, act] of done) {
      const entries = await leaves(act)
      expect(entries).toMatchObject([{ action, by: by(ada), subject }])
      left.push(...entries)
    }
    expect(JSON.stringify(left)).not.toContain('hush')
  })

  it('record who created, changed and deleted a pool of senders', async () => {
    const left = await leaves(async () => {
      const { id } = await ada.do('POST', '/sender-pools', { name: 'Tenant', maxPerDay: 10_000 })
      await ada.do('PATCH', `/sender-pools/${id}`, { maxPerDay: 12_005 })
      await ada.do('DELETE', `/sender-pools/${id}`)
    })
    expect(left.map(({ action, subject, before, after }) => [action, subject, before, after])).toEqual([
      ['senderPool.created', expect.objectContaining({ kind: 'senderPool' }), null, { maxPerDay: 10_000 }],
      [
        'senderPool.changed',
        expect.objectContaining({ name: 'Tenant' }),
        { name: 'Tenant', maxPerDay: 10_000 },
        { name: 'Tenant', maxPerDay: 12_005 },
      ],
      ['senderPool.deleted', expect.objectContaining({ name: 'Tenant' }), { maxPerDay: 12_005 }, null],
    ])
    expect(left.map((entry) => entry.by)).toEqual(left.map(() => by(ada)))
  })

  it('record who proved an e-mail domain and connected a sign-in provider, and never its secret', async () => {
    const { organizationId } = ada
    const said = { ...nothingElse, organizationId, by: by(ada) }
    const domain = 'engines.example'
    let added: { id: string; record: { value: string } } | undefined
    const add = async () => {
      added = await ada.do('POST', '/organization/domains', { domain })
    }
    const [first] = await leaves(add)
    const subject = { kind: 'emailDomain', id: String(added?.id), name: domain }
    expect(first).toEqual({ ...said, action: 'emailDomain.added', subject })
    const path = `/organization/domains/${added?.id}`
    expect(await leaves(() => ada.do('POST', `${path}/check`))).toEqual([])
    dns.found = [String(added?.record.value)]
    const check = () => ada.do('POST', `${path}/check`)
    expect(await leaves(check)).toEqual([{ ...said, action: 'emailDomain.proven', subject }])
    const { issuer, clientId, clientSecret } = provider.settings()
    const save = () =>
      ada.do('PUT', '/organization/sign-in', { issuer, clientId, clientSecret: secret(clientSecret) })
    const organization = { kind: 'organization', id: organizationId, name: null }
    const facts = { issuer, clientId, defaultRole: 'viewer', admitsNew: true, requiresProvider: false }
    expect(await leaves(save)).toEqual([
      {
        ...said,
        action: 'signInProvider.saved',
        subject: organization,
        after: { ...facts, secretReplaced: true },
      },
    ])
    expect(await leaves(() => ada.do('DELETE', '/organization/sign-in'))).toEqual([
      { ...said, action: 'signInProvider.removed', subject: organization, before: facts },
    ])
    dns.found = []
    const now = world.clock.now()
    const lose = async () => {
      for (const days of [2, 10]) {
        world.clock.set(new Date(now.getTime() + days * 24 * 60 * 60_000).toISOString())
        await world.container.get(CheckDueEmailDomains).execute(new AbortController().signal)
      }
      world.clock.set(now.toISOString())
    }
    expect(await leaves(lose)).toEqual([{ ...said, action: 'emailDomain.lost', by: service, subject }])
    expect(await leaves(() => ada.do('DELETE', path))).toEqual([
      { ...said, action: 'emailDomain.removed', subject },
    ])
  })

  it('record who changed a destination of events, with its host alone', async () => {
    const url = 'https://nowhere.invalid/hooks/secret-part'
    const { id: projectId } = await ada.do('POST', '/projects', { name: 'Events' })
    const created = await leaves(() =>
      ada.do('POST', '/events/destinations', { url, types: ['job.failed'], projectId }),
    )
    const id = String(created[0]?.subject?.id)
    const subject = { kind: 'destination', id, name: 'nowhere.invalid' }
    const after = { host: 'nowhere.invalid', types: ['job.failed'], projectId }
    expect(created).toMatchObject([{ action: 'destination.created', by: by(ada), subject, after }])
    const path = `/events/destinations/${id}`
    let attemptId = ''
    const ping = async () => {
      attemptId = (await ada.do('POST', `${path}/ping`)).id
    }
    const done = [
      ['destination.changed', () => ada.do('PATCH', path, { batchesEvents: true })],
      ['destination.paused', () => ada.do('POST', `${path}/pause`)],
      ['destination.resumed', () => ada.do('POST', `${path}/resume`)],
      ['destination.replayed', () => ada.do('POST', `${path}/replay`, { since: '2026-11-01T00:00:00Z' })],
      ['destination.secretRotated', () => ada.do('POST', `${path}/secret/rotate`)],
      ['destination.pinged', ping],
      ['destination.repeated', () => ada.do('POST', `${path}/attempts/${attemptId}/repeat`)],
    ] as const
    const left = [...created]
    for (const [action, act] of done) {
      const entries = await leaves(act)
      expect(entries).toMatchObject([{ action, by: by(ada), subject }])
      left.push(...entries)
    }
    // The id of no attempt: the request is refused, so nothing was repeated.
    const unknown = `${path}/attempts/${projectId}/repeat`
    expect(await leaves(() => expect(ada.do('POST', unknown)).rejects.toThrow())).toEqual([])
    const deleted = await leaves(() => ada.do('DELETE', `/projects/${projectId}`))
    expect(deleted.find(({ action }) => action === 'destination.disabled')).toMatchObject({
      by: { kind: 'service' },
      subject,
      after: { disabledReason: 'projectDeleted' },
    })
    const removed = await leaves(() => ada.do('DELETE', path))
    expect(removed).toMatchObject([{ action: 'destination.removed', by: by(ada), subject }])
    expect(JSON.stringify([...left, ...deleted, ...removed])).not.toContain('secret-part')
  })

  it('record who created and who revoked the event URL of a provider', async () => {
    const path = '/organization/provider-webhooks/ses'
    const rotated = await leaves(() => ada.do('POST', `${path}/rotate`))
    expect(rotated).toMatchObject([{ action: 'eventToken.rotated', by: by(ada) }])
    expect(await leaves(() => ada.do('DELETE', path))).toMatchObject([
      { action: 'eventToken.revoked', by: by(ada) },
    ])
  })

  it('record that an owner published a spinner although the domain of its sender lacks records', async () => {
    const { projectId, dataTableId } = own
    const draft = { name: 'Insisted', dataTableId, steps: [welcome] }
    const { id } = await ada.do('POST', `/projects/${projectId}/spinners`, draft)
    const left = await leaves(() => ada.do('POST', `/spinners/${id}/publish`, { ignoreWarnings: true }))
    await ada.do('POST', `/spinners/${id}/unpublish`)
    await ada.do('DELETE', `/spinners/${id}`)
    expect(left).toMatchObject([{ action: 'spinner.published', after: { insisted: true } }])
  })

  it('record who requested the export or erasure of a person, and no address', async () => {
    const email = 'lead@own.example.com'
    const subject = { kind: 'person', id: null, name: expect.stringMatching(/^[\w-]{43}$/) }
    for (const [path, action] of [
      ['export', 'person.exported'],
      ['erase', 'person.erased'],
    ]) {
      const left = await leaves(() => ada.do('POST', `/people/${path}`, { email }))
      expect(left).toMatchObject([{ action, by: by(ada), subject }])
      expect(JSON.stringify(left)).not.toContain(email)
    }
  })

  it('record who retried the failed recipients of a job', async () => {
    const { spinnerId, dataTableId } = await createWorkshop(ada)
    await ada.import(dataTableId, 'name,email\n,nameless@example.com\n')
    const { jobId } = await ada.do('POST', `/spinners/${spinnerId}/jobs`)
    await world.drain()
    const retry = () => ada.do('POST', `/jobs/${jobId}/retry-failed`, { codes: ['MISSING_CELL'] })
    let retried = ''
    const left = await leaves(async () => {
      retried = (await retry()).id
    })
    expect(left).toMatchObject([
      {
        action: 'job.retried',
        by: by(ada),
        subject: { kind: 'job', id: retried, name: 'Welcome' },
        after: { retryOf: jobId, version: 1, codes: ['MISSING_CELL'] },
      },
    ])
    const again = await leaves(() => ada.ask('POST', `/jobs/${jobId}/retry-failed`))
    expect(again).toEqual([])
  })

  it('record who acted on a recipient of a job', async () => {
    const { spinnerId, dataTableId } = await createWorkshop(ada)
    await ada.do('PATCH', `/spinners/${spinnerId}`, { steps: [{ type: 'wait', seconds: 3_600 }, welcome] })
    await ada.do('POST', `/spinners/${spinnerId}/publish`, {})
    await ada.import(dataTableId, 'name,email\nGrace,grace@acts.example\n')
    const { jobId } = await ada.do('POST', `/spinners/${spinnerId}/jobs`)
    await world.drain()
    const { items } = await ada.do('GET', `/jobs/${jobId}/recipients`)
    const entries = await leaves(() =>
      ada.do('POST', `/jobs/${jobId}/recipients/${items[0].recordId}/stop`, {}),
    )
    expect(entries).toMatchObject([
      { action: 'recipients.changed', by: by(ada), subject: { kind: 'job', id: jobId } },
    ])
    expect(JSON.stringify(entries)).not.toContain('grace@acts.example')
  })

  it('record who moved waiting recipients to the published version, even if the draft has no changes', async () => {
    const { spinnerId } = await createWorkshop(ada)
    const path = `/spinners/${spinnerId}`
    const wait = { type: 'wait', seconds: 3_600 }
    const save = (text: string) => ada.do('PATCH', path, { steps: [wait, { ...welcome, text }] })
    const publish = (body: object) => leaves(() => ada.do('POST', `${path}/publish`, body))
    await save('First')
    await publish({})
    await ada.do('POST', `${path}/jobs`)
    await world.drain()
    await save('Second')
    await publish({})
    const subject = { kind: 'spinner', id: spinnerId, name: 'Welcome' }
    const said = { action: 'spinner.published', organizationId: ada.organizationId, by: by(ada), subject }
    expect(await publish({ moveRecipients: true })).toEqual([
      { ...nothingElse, ...said, after: { version: 3, movedRecipients: 2 } },
    ])
    expect(await publish({ moveRecipients: true })).toEqual([])
  })

  it('record moved recipients and excluded records of one request in one entry', async () => {
    const { spinnerId, dataTableId } = await createWorkshop(ada)
    const path = `/spinners/${spinnerId}`
    const wait = { type: 'wait', seconds: 3_600 }
    const starts = { on: 'records', withinSeconds: 60 }
    const save = (text: string) => ada.do('PATCH', path, { starts, steps: [wait, { ...welcome, text }] })
    const publish = (body: object) => leaves(() => ada.do('POST', `${path}/publish`, body))
    await save('First')
    await publish({ existingRecords: 'include' })
    await ada.do('POST', `${path}/jobs`)
    await world.drain()
    await save('Second')
    await publish({})
    await ada.import(dataTableId, 'name,email\nLate,late@example.com\n')
    expect(await publish({ moveRecipients: true, existingRecords: 'exclude' })).toMatchObject([
      { action: 'spinner.published', after: { version: 3, movedRecipients: 2, excluded: 1 } },
    ])
  })

  it('record that an organization is to be deleted, and that an owner has undone it', async () => {
    const person = await signUp(api)
    const { organizationId, password } = person
    const { id, name } = await person.do('GET', '/organization')
    const path = '/organization/deletion'
    const request = async () => {
      const { deletion } = await person.do('POST', path, { name, password })
      return deletion.deletesAt
    }
    let until = ''
    const subject = { kind: 'organization', id, name }
    expect(await leaves(async () => (until = await request()))).toEqual([
      {
        ...nothingElse,
        organizationId,
        action: 'organization.deletionRequested',
        by: by(person),
        subject,
        after: { until },
      },
    ])
    const headers = { authorization: `Bearer ${person.token}` }
    const exported = await leaves(async () =>
      (await fetch(`${api.url}/api/v1/organization/export`, { headers })).arrayBuffer(),
    )
    expect(exported).toMatchObject([{ action: 'organization.exported', by: by(person), subject }])
    const undone = await leaves(() => person.do('DELETE', path))
    expect(undone).toMatchObject([
      { action: 'organization.deletionUndone', organizationId, by: by(person), subject: { id } },
    ])
  })

  it('record when test mode begins, and when it is emptied, with its name', async () => {
    const begun = await leaves(() => ada.do('POST', '/test-mode/enter'))
    const { id, name } = await ada.do('GET', '/organization')
    expect(begun).toMatchObject([
      { action: 'testMode.begun', organizationId: ada.organizationId, by: by(ada), subject: { id } },
    ])
    const emptied = await leaves(() => ada.do('POST', '/test-clock/reset', { name }))
    expect(emptied).toMatchObject([{ action: 'testMode.reset', organizationId: id, by: by(ada) }])
    await ada.do('POST', '/test-mode/leave')
  })

  it('record each change in test mode, and each copy of a project into it', async () => {
    const person = await signUp(api)
    const { projectId, spinnerId: testedId } = await createWorkshop(person)
    const { organizationId } = person
    const copy = (preview: boolean) => () =>
      person.do('POST', `/projects/${projectId}/copy-to-test`, { preview })
    expect(await leaves(copy(true))).toEqual([])
    const subject = { kind: 'project', id: projectId, name: 'Spring campaign' }
    expect(await leaves(copy(false))).toMatchObject([
      { action: 'testMode.begun', organizationId },
      { action: 'testMode.projectCopied', organizationId, by: by(person), subject },
    ])
    expect(await leaves(copy(false))).toEqual([])
    const tested = { kind: 'spinner', id: testedId, name: 'Welcome' }
    expect(await leaves(() => person.do('POST', `/spinners/${testedId}/test`))).toContainEqual(
      expect.objectContaining({ action: 'testMode.spinnerTested', organizationId, subject: tested }),
    )

    await person.do('POST', '/test-mode/enter')
    const { id: testId } = await person.do('GET', '/organization')
    const inTest = {
      organizationId: testId,
      by: by(person),
      subject: { kind: 'organization', id: testId, name: null },
    }
    const url = `https://hooks.example.com/${secret('path-of-the-test-url')}`
    const setRules = () =>
      person.do('PUT', '/test-clock/rules', { url, messages: [], calls: [], replies: [] })
    expect(await leaves(setRules)).toMatchObject([
      { action: 'testMode.rulesChanged', ...inTest, before: {}, after: { host: 'hooks.example.com' } },
    ])
    expect(await leaves(setRules)).toEqual([])

    const { spinnerId } = await createWorkshop(person)
    await person.do('POST', `/spinners/${spinnerId}/jobs`)
    const { now } = await person.do('GET', '/test-clock')
    const until = new Date(Date.parse(now) + 60_000).toISOString()
    expect(await leaves(() => person.do('POST', '/test-clock/advance', { to: until }))).toMatchObject([
      { action: 'testMode.advanced', ...inTest, after: { until } },
    ])
    const { signal } = new AbortController()
    await world.container.get(RunTestClock).execute({ organizationId: testId, signal })
    const [message] = (await person.do('GET', '/messages')).items
    const reply = { messageId: message.id, kind: 'reply', text: 'Yes' }
    expect(await leaves(() => person.do('POST', '/test-clock/inbound', reply))).toMatchObject([
      {
        action: 'testMode.reactionSimulated',
        ...inTest,
        after: { reaction: 'reply', messageId: message.id },
      },
    ])
    await person.do('POST', '/test-mode/leave')
  })

  it('record changes of the suppression list, if something changes', async () => {
    const { organizationId } = ada
    const email = 'reader@own.example.com'
    const add = () => ada.do('POST', '/suppressions', { email })
    const [added] = await leaves(add)
    const subject = { kind: 'suppression', id: expect.any(String), name: email }
    expect(added).toMatchObject({
      action: 'suppression.added',
      by: by(ada),
      subject,
      after: { reason: 'added' },
    })
    expect(await leaves(() => add())).toEqual([])
    const { id } = await add()
    expect(await leaves(() => ada.do('DELETE', `/suppressions/${id}`))).toMatchObject([
      { action: 'suppression.removed', organizationId, by: by(ada), subject, before: { reason: 'added' } },
    ])
    const link = world.container.get(MessageTokens).unsubscribeLinkFor({ organizationId, email })
    const unsubscribe = () => fetch(`${api.url}${new URL(link).pathname}`, { method: 'POST' })
    const left = await leaves(async () => {
      await unsubscribe()
      await unsubscribe()
    })
    expect(left).toMatchObject([
      { action: 'suppression.added', organizationId, by: anonymous, after: { reason: 'unsubscribed' } },
    ])
  })

  it('record an export before its first byte is sent', async () => {
    const exported = await leaves(async () => {
      const path = `/api/v1/data-tables/${own.dataTableId}/export?raw=true`
      const response = await fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${ada.token}` } })
      await response.body?.cancel()
    })
    expect(exported).toMatchObject([
      {
        action: 'records.exported',
        by: by(ada),
        subject: { kind: 'dataTable', id: own.dataTableId, name: 'Leads' },
        after: { raw: true },
      },
    ])
    const unknown = '01936f4c-0011-7a22-8b33-4c5d6e7f8091'
    expect(await leaves(() => ada.ask('GET', `/data-tables/${unknown}/export`))).toEqual([])
    const csv = { headers: { accept: 'text/csv' } }
    const list = await leaves(() => ada.do('GET', '/people?q=ada&sort=name', undefined, csv))
    const subject = { kind: 'list', id: null, name: 'people' }
    expect(list).toMatchObject([{ action: 'list.exported', by: by(ada), subject, after: { filtered: true } }])
    const whole = await leaves(() => ada.do('GET', '/people?sort=name', undefined, csv))
    expect(whole).toMatchObject([{ action: 'list.exported', after: null }])
    const refused = () => ada.ask('GET', `/jobs/${unknown}/recipients`, undefined, csv)
    expect(await leaves(refused)).toEqual([])
    expect(await leaves(() => ada.do('GET', '/people'))).toEqual([])
  })

  it('record each job that a person starts, with its spinner, its version and its recipients', async () => {
    const { spinnerId, dataTableId } = await createWorkshop(ada)
    const path = `/spinners/${spinnerId}/jobs`
    const start = (body: object = {}) => leaves(() => ada.do('POST', path, body))
    const said = {
      action: 'job.started',
      organizationId: ada.organizationId,
      by: by(ada),
      subject: { kind: 'job', id: expect.any(String), name: 'Welcome' },
      before: null,
    }
    expect(await start()).toMatchObject([{ ...said, after: { audience: 'spinner', recipients: 2 } }])
    const { items } = await ada.do('GET', `/data-tables/${dataTableId}/records`)
    const [{ id: recordId }] = items
    const scheduledAt = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
    expect(await start({ recordIds: [recordId], scheduledAt })).toMatchObject([
      { ...said, after: { audience: 'recordIds', version: 1, recipients: 1, startsAt: scheduledAt } },
    ])
    const records = [{ name: 'Ada', email: 'ada@leads.example.com' }]
    expect(await start({ records })).toMatchObject([
      { ...said, after: { audience: 'records', version: 1, recipients: 1 } },
    ])
    const headers = { 'idempotency-key': 'start' }
    const keyed = () => leaves(() => ada.do('POST', path, {}, { headers }))
    expect(await keyed()).toMatchObject([said])
    expect(await keyed()).toEqual([])
    expect(await start({ preview: true })).toEqual([])
    expect(await leaves(() => ada.ask('POST', path, { match: [] }))).toEqual([])
  })

  it('record each change of spinners and jobs that changes who is written to, once', async () => {
    const { spinnerId } = own
    const subject = { kind: 'spinner', id: spinnerId, name: 'Welcome' }
    const { jobId } = await ada.do('POST', `/spinners/${spinnerId}/jobs`)
    for (const [path, kind, id] of [
      ['jobs', 'job', jobId],
      ['spinners', 'spinner', spinnerId],
    ] as const)
      for (const [verb, action] of [
        ['pause', `${kind}.paused`],
        ['resume', `${kind}.resumed`],
      ] as const) {
        const ask = () => ada.do('POST', `/${path}/${id}/${verb}`)
        const said = { action, by: by(ada), subject: { kind, id, name: 'Welcome' } }
        expect(await leaves(ask)).toMatchObject([said])
        expect(await leaves(ask)).toEqual([])
      }
    const cancel = () => ada.do('POST', `/jobs/${jobId}/cancel`)
    expect(await leaves(cancel)).toMatchObject([
      { action: 'job.cancelled', by: by(ada), subject: { kind: 'job', id: jobId } },
    ])
    expect(await leaves(cancel)).toEqual([])
    const unpublish = () => ada.do('POST', `/spinners/${spinnerId}/unpublish`)
    expect(await leaves(unpublish)).toMatchObject([
      { action: 'spinner.unpublished', subject, before: { version: 1 } },
    ])
    expect(await leaves(unpublish)).toEqual([])
    const publish = () => ada.do('POST', `/spinners/${spinnerId}/publish`)
    expect(await leaves(publish)).toMatchObject([
      { action: 'spinner.published', subject, before: { version: null }, after: { version: 2 } },
    ])
    expect(await leaves(publish)).toEqual([])
  })

  it('record the names of columns that change in a table', async () => {
    const path = `/data-tables/${own.dataTableId}/columns`
    const left = await leaves(async () => {
      await ada.do('POST', path, { name: 'city' })
      await ada.do('PATCH', `${path}/city`, { name: 'town', position: 0 })
      await ada.do('PATCH', `${path}/town`, { isMetadata: true })
      await ada.do('DELETE', `${path}/town`)
    })
    expect(left.map(({ action, subject, before, after }) => [action, subject.name, before, after])).toEqual([
      ['column.added', 'Leads', null, { column: 'city' }],
      ['column.renamed', 'Leads', { column: 'city' }, { column: 'town' }],
      ['column.changed', 'Leads', { column: 'city', position: 2 }, { column: 'town', position: 0 }],
      [
        'column.changed',
        'Leads',
        { column: 'town', isMetadata: false },
        { column: 'town', isMetadata: true },
      ],
      ['column.removed', 'Leads', { column: 'town' }, null],
    ])
    expect(left.map((entry) => entry.by)).toEqual(left.map(() => by(ada)))
  })

  it('record what was created and renamed, with the names of the project and the table', async () => {
    let project = { id: '' }
    let table = { id: '' }
    let spinner = { id: '' }
    const left = await leaves(async () => {
      project = await ada.do('POST', '/projects', { name: 'Autumn' })
      await ada.do('PATCH', `/projects/${project.id}`, { name: 'Winter' })
      await ada.do('PATCH', `/projects/${project.id}`, { name: 'Winter' })
      table = await ada.do('POST', `/projects/${project.id}/data-tables`, { name: 'Guests' })
      const draft = { name: 'Remind', dataTableId: table.id, steps: [welcome] }
      spinner = await ada.do('POST', `/projects/${project.id}/spinners`, draft)
      await ada.do('POST', `/spinners/${spinner.id}/duplicate`)
    })
    expect(left.map(({ action, subject, before, after }) => [action, subject.name, before, after])).toEqual([
      ['project.created', 'Autumn', null, null],
      ['project.renamed', 'Winter', { name: 'Autumn' }, { name: 'Winter' }],
      ['dataTable.created', 'Guests', null, { project: 'Winter' }],
      ['spinner.created', 'Remind', null, { project: 'Winter', dataTable: 'Guests' }],
      ['spinner.created', 'Copy of Remind', null, { copyOf: 'Remind' }],
    ])
    expect(left.map((entry) => entry.by)).toEqual(left.map(() => by(ada)))
  })

  it('record an import once, with the numbers of added, updated and left-out rows', async () => {
    const { dataTableId } = await createWorkshop(ada)
    const send = (csv: string) => ada.import(dataTableId, csv)
    const sendSkipping = (csv: string) => {
      const form = new FormData()
      form.append('options', JSON.stringify({ skipBadRows: true }))
      form.append('file', new Blob([csv]), 'leads')
      const headers = { authorization: `Bearer ${ada.token}` }
      const url = `${api.url}/api/v1/data-tables/${dataTableId}/imports`
      return fetch(url, { method: 'POST', headers, body: form })
    }
    const said = {
      action: 'records.imported',
      by: by(ada),
      subject: { kind: 'dataTable', id: dataTableId, name: 'Leads' },
      before: null,
    }
    const rows = Array.from({ length: 3_000 }, (_, no) => `Person ${no},p${no}@leads.example.com`)
    const large = await leaves(() => send(['name,email', ...rows].join('\n')))
    expect(large).toMatchObject([{ ...said, after: { records: 3_000 } }])
    await ada.do('PATCH', `/data-tables/${dataTableId}`, { match: { columns: ['email'], onMatch: 'update' } })
    const file =
      'name,email\nNew,new@leads.example.com\nOther,p1@leads.example.com\nPerson 2,p2@leads.example.com\n'
    expect(await leaves(() => send(file))).toMatchObject([
      { ...said, after: { records: 1, updated: 1, unchanged: 1 } },
    ])
    const faulty = 'name,email\nNext,next@leads.example.com\nx\n'
    expect(await leaves(() => send(faulty))).toEqual([])
    expect(await leaves(() => sendSkipping(faulty))).toMatchObject([
      { ...said, after: { records: 1, leftOut: 1 } },
    ])
  })

  it('record changed match columns and other settings of a table, before and after', async () => {
    const { dataTableId } = await createWorkshop(ada)
    const change = (changes: object) => leaves(() => ada.do('PATCH', `/data-tables/${dataTableId}`, changes))
    const subject = { kind: 'dataTable', id: dataTableId, name: 'Leads' }
    const none = { matchColumns: null, defaultCountry: null }
    const match = { columns: ['email'], onMatch: 'ignore' }
    const facts = { matchColumns: ['email'], onMatch: 'ignore', newerBy: null, defaultCountry: null }
    expect(await change({ match })).toMatchObject([
      { action: 'dataTable.matchChanged', by: by(ada), subject, before: none, after: facts },
    ])
    expect(await change({ match })).toEqual([])
    expect(await change({ match: null })).toMatchObject([
      { action: 'dataTable.matchChanged', before: facts, after: none },
    ])
    await ada.import(dataTableId, 'name,email\nAda,ada@example.com\n')
    expect(await leaves(() => ada.ask('PATCH', `/data-tables/${dataTableId}`, { match }))).toEqual([])
    const merging = () => ada.do('PATCH', `/data-tables/${dataTableId}`, { match, duplicates: 'merge' })
    expect(await leaves(merging)).toMatchObject([
      { action: 'dataTable.matchChanged', after: { ...facts, merged: true } },
    ])
    const others = { name: 'People', missingColumns: 'fill', metadataColumns: ['email'] }
    expect(await change(others)).toMatchObject([
      {
        action: 'dataTable.changed',
        before: { name: 'Leads', missingColumns: 'reject', metadataColumns: ['name'] },
        after: { name: 'People', missingColumns: 'fill', metadataColumns: [] },
      },
    ])
    expect(await change(others)).toEqual([])
    const indexes = { columns: ['email'], includesWords: false }
    const index = () => ada.do('PUT', `/data-tables/${dataTableId}/indexes`, indexes)
    expect(await leaves(index)).toMatchObject([
      { action: 'dataTable.indexesChanged', by: by(ada), after: indexes },
    ])
  })

  it('record changes of segments by their name, and never their condition', async () => {
    const { dataTableId } = await createWorkshop(ada)
    const left = await leaves(async () => {
      const where = { column: 'email', operator: 'equals', value: 'grace@example.com' }
      const { id } = await ada.do('POST', `/data-tables/${dataTableId}/segments`, { name: 'One', where })
      await ada.do('PATCH', `/segments/${id}`, { name: 'Her' })
      await ada.do('DELETE', `/segments/${id}`)
    })
    expect(left.map(({ action, subject, before, after }) => [action, subject.name, before, after])).toEqual([
      ['segment.created', 'One', null, { dataTable: 'Leads' }],
      ['segment.changed', 'Her', { name: 'One' }, { name: 'Her', dataTable: 'Leads' }],
      ['segment.deleted', 'Her', null, null],
    ])
  })

  it('record changes of labels and their rules, and who assigned a thread', async () => {
    const inbox = await TestInbox.begin(world, ada, await createWorkshop(ada))
    await inbox.receive({ references: [await inbox.sentTo('grace@example.com')] })
    const [{ id: threadId }] = (await ada.do('GET', '/threads')).items
    const { user } = await ada.do('GET', '/whoami')
    const left = await leaves(async () => {
      const { id } = await ada.do('POST', '/labels', { name: 'Price', color: 'blue' })
      await ada.do('PATCH', `/labels/${id}`, { name: 'Asks for a price' })
      const words = ['grace@example.com']
      const rule = await ada.do('POST', '/label-rules', { labelId: id, kind: 'words', words })
      await ada.do('PUT', `/threads/${threadId}/labels`, { labels: [id] })
      await ada.do('PATCH', `/threads/${threadId}`, { assigneeId: user.id })
      await ada.do('DELETE', `/label-rules/${rule.id}`)
      await ada.do('DELETE', `/labels/${id}`)
    })
    expect(left.map(({ action, subject, before, after }) => [action, subject.name, before, after])).toEqual([
      ['label.created', 'Price', null, null],
      ['label.changed', 'Asks for a price', { name: 'Price' }, { name: 'Asks for a price' }],
      ['labelRule.created', 'Asks for a price', null, null],
      ['thread.assigned', null, null, null],
      ['labelRule.deleted', 'Asks for a price', null, null],
      ['label.deleted', 'Asks for a price', null, null],
    ])
    expect(left.map((entry) => entry.by)).toEqual(left.map(() => by(ada)))
  })

  it('record changes of views by their name, and never their search', async () => {
    const { dataTableId } = await createWorkshop(ada)
    const left = await leaves(async () => {
      const words = { name: 'One of them', q: 'grace@example.com' }
      const { id } = await ada.do('POST', `/data-tables/${dataTableId}/views`, words)
      await ada.do('PATCH', `/views/${id}`, { name: 'Her' })
      await ada.do('DELETE', `/views/${id}`)
      const { id: ofPeople } = await ada.do('POST', '/people-views', { name: 'All', filter: { q: 'grace' } })
      await ada.do('PATCH', `/people-views/${ofPeople}`, { name: 'Everybody' })
      await ada.do('DELETE', `/people-views/${ofPeople}`)
    })
    expect(left.map(({ action, subject, before, after }) => [action, subject.name, before, after])).toEqual([
      ['view.created', 'One of them', null, { dataTable: 'Leads' }],
      ['view.changed', 'Her', { name: 'One of them' }, { name: 'Her', dataTable: 'Leads' }],
      ['view.deleted', 'Her', null, null],
      ['view.created', 'All', null, null],
      ['view.changed', 'Everybody', { name: 'All' }, { name: 'Everybody' }],
      ['view.deleted', 'Everybody', null, null],
    ])
    expect(left.map((entry) => entry.by)).toEqual(left.map(() => by(ada)))
  })

  it('record who saved, renamed, used and deleted a template', async () => {
    const { dataTableId, spinnerId } = await createWorkshop(ada)
    const left = await leaves(async () => {
      const { id } = await ada.do('POST', '/spinner-templates', { name: 'Welcome', spinnerId })
      await ada.do('PATCH', `/spinner-templates/${id}`, { name: 'Greeting' })
      await ada.do('PATCH', `/spinner-templates/${id}`, { description: 'For partners' })
      await ada.do('POST', `/spinner-templates/${id}/use`, { name: 'Partners', dataTableId })
      await ada.do('DELETE', `/spinner-templates/${id}`)
    })
    expect(left.map(({ action, subject, before, after }) => [action, subject.name, before, after])).toEqual([
      ['spinnerTemplate.created', 'Welcome', null, { copyOf: expect.any(String) }],
      ['spinnerTemplate.changed', 'Greeting', { name: 'Welcome' }, { name: 'Greeting' }],
      ['spinnerTemplate.changed', 'Greeting', null, null],
      ['spinner.created', 'Partners', null, expect.objectContaining({ copyOf: 'Greeting' })],
      ['spinnerTemplate.deleted', 'Greeting', null, null],
    ])
    expect(left.map((entry) => entry.by)).toEqual(left.map(() => by(ada)))
  })

  it('record edits of records and of a column type, and never a cell', async () => {
    const path = `/data-tables/${own.dataTableId}`
    const left = await leaves(async () => {
      await ada.do('POST', `${path}/columns`, { name: 'size' })
      await ada.do('PATCH', `${path}/columns/size`, { type: 'number' })
      await ada.do('POST', `${path}/records`, { data: { name: 'By hand', size: '7' } })
      const { items } = await ada.do('GET', `${path}/records`)
      const { id } = items.at(-1)
      await ada.do('PATCH', `${path}/records/${id}`, { data: { size: '8' } })
      await ada.do('POST', `${path}/records/delete`, { ids: [id] })
      await ada.do('DELETE', `${path}/columns/size`)
    })
    expect(left.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['column.added', null, { column: 'size' }],
      ['column.typed', { column: 'size', columnType: 'text' }, { column: 'size', columnType: 'number' }],
      ['record.added', null, { records: 1 }],
      ['record.changed', null, { dataTableId: own.dataTableId, dataTable: 'Leads', columns: ['size'] }],
      ['records.deleted', { dataTableId: own.dataTableId, records: 1 }, null],
      ['column.removed', { column: 'size' }, null],
    ])
    expect(left.map((entry) => entry.by)).toEqual(left.map(() => by(ada)))
  })

  it('record the values of edited cells only for an organization that turned this on', async () => {
    const { dataTableId } = await createWorkshop(ada)
    const path = `/data-tables/${dataTableId}/records`
    const { items } = await ada.do('GET', path)
    const { id } = items.at(-1)
    const edit = (name: string) => leaves(() => ada.do('PATCH', `${path}/${id}`, { data: { name } }))
    const facts = { dataTableId, dataTable: 'Leads', columns: ['name'] }
    const first = items.at(-1).data.name
    expect(await edit('Second')).toMatchObject([{ action: 'record.changed', before: null, after: facts }])
    const [turned] = await leaves(() => ada.do('PATCH', '/organization', { auditsValues: true }))
    expect(turned).toMatchObject({ before: { auditsValues: false }, after: { auditsValues: true } })
    expect(first).not.toBe('Second')
    const [third] = await edit('Third')
    expect([third?.before, third?.after]).toEqual([
      { cells: { name: 'Second' } },
      { ...facts, cells: { name: 'Third' } },
    ])
    expect((await edit('T'.repeat(1_001)))[0]?.after?.cells).toEqual({})
    expect(await edit('T'.repeat(1_001))).toEqual([])
    await ada.do('PATCH', '/organization', { auditsValues: false })
    const [unsubscribing] = await leaves(() =>
      ada.do('PATCH', '/organization', { unsubscribesByReply: true }),
    )
    expect(unsubscribing).toMatchObject({
      before: { unsubscribesByReply: false },
      after: { unsubscribesByReply: true },
    })
    expect((await edit('Fourth'))[0]?.after).toEqual(facts)
  })

  it('record the opening of a table and each admission of held arrivals, with the result', async () => {
    const { dataTableId } = own
    const subject = { kind: 'dataTable', id: dataTableId, name: 'Leads' }
    const open = () => ada.do('PATCH', `/data-tables/${dataTableId}`, { acceptsAnyFormat: true })
    expect(await leaves(open)).toMatchObject([
      {
        action: 'dataTable.intakeChanged',
        by: by(ada),
        subject,
        before: { acceptsAnyFormat: false },
        after: { acceptsAnyFormat: true },
      },
    ])
    expect(await leaves(open)).toEqual([])
    const { webhookUrl } = await ada.do('GET', `/data-tables/${dataTableId}`)
    const json = { records: [{ name: 'Mary' }, { name: 'Joan', email: 'joan@example.com' }] }
    await api.ask(new URL(webhookUrl).pathname, { method: 'POST', json })
    const admit = () => ada.do('POST', '/arrivals/admit', { dataTableId, all: true })
    expect(await leaves(admit)).toEqual([])
    await ada.do('PATCH', `/data-tables/${dataTableId}`, { missingColumns: 'fill' })
    expect(await leaves(admit)).toMatchObject([
      { action: 'arrivals.admitted', by: by(ada), subject, after: { admitted: 1, held: 0 } },
    ])
    const odd = { records: [{ name: 'Mary', nobody: 'knows' }] }
    const { body } = await api.ask(new URL(webhookUrl).pathname, { method: 'POST', json: odd })
    const arrivalId = String(body['arrivalId'])
    const edit = () => ada.do('PATCH', `/arrivals/${arrivalId}`, { body: JSON.stringify(odd) })
    expect(await leaves(edit)).toMatchObject([
      { action: 'arrival.edited', by: by(ada), subject, after: { arrivalId } },
    ])
    const discard = () => ada.do('DELETE', `/arrivals?dataTableId=${dataTableId}&all=true`)
    expect(await leaves(discard)).toMatchObject([
      { action: 'arrivals.discarded', by: by(ada), subject, before: { arrivals: 1 } },
    ])
    expect(await leaves(discard)).toEqual([])
  })

  it('record changes of mappings and signatures, because they decide which deliveries are accepted', async () => {
    const table = `/data-tables/${own.dataTableId}`
    const ignore = { name: 'Orders', fields: [], action: 'ignore' }
    let id = ''
    const left = await leaves(async () => {
      id = (await ada.do('POST', `${table}/mappings`, ignore)).id
      await ada.do('PATCH', `/mappings/${id}`, { name: 'Refunds' })
      await ada.do('DELETE', `/mappings/${id}`)
    })
    const version = (name: string) => ({ kind: 'mapping', id, name })
    expect(left).toMatchObject([
      { action: 'mapping.created', by: by(ada), subject: version('Orders'), after: { version: 1 } },
      { action: 'mapping.changed', before: { name: 'Orders', version: 1 }, after: { version: 2 } },
      { action: 'mapping.deleted', subject: version('Refunds'), before: { version: 2 } },
    ])
    const signature = { preset: 'typeform', secret: secret('what-typeform-signs-with') }
    const sign = () => ada.do('PATCH', table, { signature, onBadSignature: 'hold' })
    expect(await leaves(sign)).toMatchObject([
      {
        action: 'dataTable.signatureChanged',
        by: by(ada),
        subject: { kind: 'dataTable', id: own.dataTableId },
        before: { signaturePreset: null, onBadSignature: 'refuse' },
        after: { signaturePreset: 'typeform', onBadSignature: 'hold', mapsAutomatically: false },
      },
    ])
    expect(await leaves(() => ada.do('PATCH', table, { name: 'Leads' }))).toEqual([])
    await ada.do('PATCH', table, { signature: null })
  })

  it('record the name of a thing that is deleted, and nothing if the deletion is refused', async () => {
    const { projectId, dataTableId, spinnerId } = await createWorkshop(ada)
    expect(await leaves(() => ada.ask('DELETE', `/data-tables/${dataTableId}`))).toEqual([])
    const { items } = await ada.do('GET', `/data-tables/${dataTableId}/records`)
    const [{ id: recordId }] = items
    const left = await leaves(async () => {
      await ada.do('DELETE', `/data-tables/${dataTableId}/records/${recordId}`)
      await ada.do('POST', `/spinners/${spinnerId}/unpublish`)
      await ada.do('DELETE', `/spinners/${spinnerId}`)
      await ada.do('DELETE', `/data-tables/${dataTableId}`)
      await ada.do('DELETE', `/projects/${projectId}`)
      const { items: deleted } = await ada.do('GET', '/bin?limit=3')
      const idOf = (kind: string) => deleted.find((one: { kind: string }) => one.kind === kind).id
      await ada.do('POST', `/bin/${idOf('dataTable')}/restore`, {})
      await ada.do('POST', `/bin/${idOf('records')}/restore`, {})
      await ada.do('POST', `/bin/${idOf('spinner')}/restore`, {})
      await ada.do('DELETE', `/spinners/${spinnerId}`)
      const [again] = (await ada.do('GET', '/bin?kind=spinner')).items
      await ada.do('DELETE', `/bin/${again.id}`)
    })
    expect(left.map(({ action, subject }) => [action, subject.id, subject.name])).toEqual([
      ['record.deleted', recordId, null],
      ['spinner.unpublished', spinnerId, 'Welcome'],
      ['spinner.deleted', spinnerId, 'Welcome'],
      ['dataTable.deleted', dataTableId, 'Leads'],
      ['project.deleted', projectId, 'Spring campaign'],
      ['dataTable.restored', dataTableId, 'Leads'],
      ['records.restored', dataTableId, 'Leads'],
      ['spinner.restored', spinnerId, 'Welcome'],
      ['spinner.deleted', spinnerId, 'Welcome'],
      ['bin.deletedPermanently', spinnerId, 'Welcome'],
    ])
    expect(left.map((entry) => entry.by)).toEqual(left.map(() => by(ada)))
  })

  it('record nothing of requests by API key and by webhook URL, which have their own ledgers', async () => {
    const lead = { name: 'n', phone: 'p', account_id: 'a', email: 'lead@example.com' }
    const left = await leaves(async () => {
      expect((await api.ingest([lead])).status).toBe(201)
      expect((await api.ingestByToken([lead])).status).toBe(201)
      expect((await api.trigger()).status).toBe(201)
      expect((await api.ingest([lead], { key: 'svc_wrong' })).status).toBe(401)
    })
    expect(left).toEqual([])
  })

  it('stop after a thousand attempts of unattributed, with one entry that says so', async () => {
    const audit = world.container.get(Audit)
    const stranger = { kind: 'anonymous', requestId: null, ipAddress: '203.0.113.7' } as const
    const subject = { kind: 'account', id: null, name: 'x@example.com' } as const
    const attempt = { action: 'signIn.failed', organizationId: null, subject } as const
    const error = new RefusedAttempt('INVALID_CREDENTIALS', {}, attempt)
    const refusal = { error, organizationId: null, by: () => stranger }
    // Attempts are counted in windows of 15 minutes. This test has its own.
    world.clock.advance(900)
    const left = await leaves(async () => {
      for (let part = 0; part < 20; part++)
        await Promise.all(Array.from({ length: 50 }, () => audit.noteRefusal(refusal)))
      expect((await post('/auth/sign-in', { email: 'x@example.com', password: 'wrong' })).status).toBe(401)
    })
    expect(left).toHaveLength(1_001)
    expect(left.at(-1)).toMatchObject({ action: 'audit.omitted', by: { kind: 'service' } })
    // Tests that successful actions still get audit entries after the limit of entries about failed attempts is
    // reached.
    const reset = await leaves(() => signUp(api, { email: 'late@own.example.com' }))
    expect(reset).toMatchObject([{ action: 'account.created' }])
    world.clock.advance(900)
  })

  it('record each part of a draft that changes once an hour for each person, however often it is saved', async () => {
    const { spinnerId } = await createWorkshop(ada)
    const draft = (changes: object, person = ada) =>
      leaves(() => person.do('PATCH', `/spinners/${spinnerId}`, changes))
    const steps = (subject: string) => ({ steps: [{ ...welcome, subject }] })
    const subject = { kind: 'spinner', id: spinnerId, name: 'Welcome' }
    const changed = { action: 'spinner.changed', by: by(ada), subject, before: null }
    expect(await draft(steps('W'))).toMatchObject([{ ...changed, after: { parts: ['steps'] } }])
    for (const typed of ['We', 'Wel', 'Welc']) expect(await draft(steps(typed))).toEqual([])
    expect(await draft({ ...steps('Welco'), audience: 'all' })).toMatchObject([
      { ...changed, after: { parts: ['audience'] } },
    ])
    expect(await draft({ name: 'Greet' })).toMatchObject([
      { action: 'spinner.changed', before: { name: 'Welcome' }, after: { parts: ['name'], name: 'Greet' } },
    ])
    const other = await addMember(api, world.container, ada.organizationId, 'editor')
    secret(other.token)
    expect(await draft(steps('Hello'), other)).toMatchObject([
      { action: 'spinner.changed', by: by(other), after: { parts: ['steps'] } },
    ])
    world.clock.advance(3_600)
    expect(await draft(steps('Hello'))).toEqual([])
    expect(await draft(steps('Hello!'))).toMatchObject([{ action: 'spinner.changed', by: by(ada) }])
    expect(await leaves(() => ada.do('POST', `/spinners/${spinnerId}/publish`))).toMatchObject([
      { action: 'spinner.published', after: { version: 2, parts: ['audience', 'steps'] } },
    ])
    const restore = () => ada.do('POST', `/spinners/${spinnerId}/versions/1/restore`)
    expect(await leaves(restore)).toMatchObject([
      {
        action: 'spinner.versionRestored',
        by: by(ada),
        after: { version: 1, parts: ['audience', 'steps'] },
      },
    ])
  })

  it('are deleted by the operator up to a given time, which is recorded', async () => {
    const now = world.clock.now()
    world.clock.advance(-2 * 86_400)
    const [old] = await leaves(() => signUp(api))
    world.clock.set(now.toISOString())
    const before = new Date(now.getTime() - 86_400_000)
    const [forgotten] = await leaves(() => world.container.get(Audit).forget({ before, by: operator }))
    expect(forgotten).toMatchObject({ action: 'audit.forgotten', by: operator })
    expect((await all()).map(({ id }) => id)).not.toContain(old?.id)
  })
})

const byText = (a: string, b: string): number => (a < b ? -1 : 1)
