import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AllowedPrivateHosts } from '../../../src/adapters/channels/allowed-private-hosts.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { SignUpMode } from '../../../src/domain/account/sign-up-mode.ts'
import { DomainError } from '../../../src/domain/errors.ts'
import { AuditStore } from '../../../src/ports/account/audit.ts'
import { Mailer } from '../../../src/ports/account/mailer.ts'
import { IdentityProvider } from '../../../src/ports/account/open-id.ts'
import { OrganizationStore } from '../../../src/ports/account/organizations.ts'
import { SignUpRules } from '../../../src/use-cases/account/sign-up.ts'
import { Invitations } from '../../../src/use-cases/account/team/invitations.ts'
import { type Api, createApi } from '../../support/api.ts'
import { anyEntry } from '../../support/data/any-entry.ts'
import { CapturingMailer } from '../../support/data/capturing-mailer.ts'
import { addMember, type Person, signUp } from '../../support/data/person.ts'
import { asOperatorProvider, startOperatorProvider } from '../../support/data/sign-in/operator-provider.ts'
import type { MailProvider } from '../../support/servers/mail-provider.ts'
import { createWorld, type World } from '../../support/world.ts'

let people = 0

/** A test double: `NoMailer` behaves like the mailer of a deployment without SMTP_URL, which sends no mail. */
class NoMailer extends CapturingMailer {
  override readonly delivers = false
}

type Page = Pick<Response, 'status' | 'headers'> & { readonly text: string }

describe('sign-in with OpenID Connect', () => {
  let provider: MailProvider
  let world: World
  let mailer: CapturingMailer
  let api: Api

  const within = (mode: SignUpMode, confirms = false, delivers = true) => {
    beforeAll(async () => {
      provider = await startOperatorProvider()
      mailer = delivers ? new CapturingMailer() : new NoMailer()
      world = await createWorld([
        provideValue(Mailer, mailer),
        provideValue(SignUpRules, new SignUpRules('starter', mode, confirms)),
        asOperatorProvider(provider),
      ])
      api = await createApi(world)
    })
    beforeEach(() => {
      provider.verifiesEmail = true
      someone(`sso${people++}`)
    })
    afterAll(async () => {
      await api.close()
      await world.close()
      provider.close()
    })
  }
  const someone = (sub: string, email = `${sub}@example.com`) => {
    provider.mailbox = { sub, email, name: 'Grace Hopper' }
  }
  const mailed = () => secretIn(mailer.mails.at(-1)?.text ?? '')
  const emailNow = () => provider.mailbox.email

  /**
   * Starts a sign-in by OpenID Connect in the test's browser. Returns the URL of the provider and the cookie
   * that the browser keeps.
   */
  async function begun(): Promise<{ readonly url: string; readonly cookie: string }> {
    const { status, headers } = await api.ask('/api/v1/auth/oidc/begin')
    expect(status).toBe(302)
    const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
    return { url: headers.get('location') ?? '', cookie }
  }
  /** Starts a sign-in by OpenID Connect in the test, from the page that the link of an invitation opens. */
  async function begunFrom(invitation: string): Promise<{ readonly url: string; readonly cookie: string }> {
    const json = { invitation }
    const { status, body, headers } = await api.ask('/api/v1/auth/oidc/begin', { method: 'POST', json })
    expect(status).toBe(200)
    const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
    return { url: String(body['url']), cookie }
  }
  async function startOwn(
    options: { readonly timeZone?: string; readonly language?: string } = {},
  ): Promise<Page> {
    const json = { createOrganization: true, ...options }
    const { body, headers } = await api.ask('/api/v1/auth/oidc/begin', { method: 'POST', json })
    const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
    return comeBack(await provider.consent(String(body['url'])), cookie)
  }
  /**
   * Sets a new password for the test's user through the mailed link, which proves that the person owns the
   * address.
   */
  async function resetPassword({ email, password }: Person): Promise<void> {
    await api.ask('/api/v1/auth/password-reset', { method: 'POST', json: { email } })
    const token = /#(rst_\w+)/.exec(mailer.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1]
    const json = { token, password: `${password} again` }
    const { status } = await api.ask('/api/v1/auth/password-reset/confirm', { method: 'POST', json })
    expect(status).toBe(204)
  }
  async function joinFrom(invitation: string): Promise<Page> {
    const { url, cookie } = await begunFrom(invitation)
    return comeBack(await provider.consent(url), cookie)
  }
  /** Returns the token after the "#" of a link that was mailed in the test or handed to the inviter. */
  const secretIn = (text: string): string => /#(inv_\w+)/.exec(text)?.[1] ?? ''
  /**
   * Follows the provider's redirect to the callback of the tested service, which answers with a page instead of
   * documented JSON.
   */
  const comeBack = async (back: string, cookie: string): Promise<Page> => {
    const url = `${api.url}/api/v1/auth/oidc/callback${new URL(back).search}`
    const answer = await fetch(url, { headers: { cookie } })
    const { status, headers } = answer
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    return { status, headers, text: await answer.text() }
  }
  async function signIn(answer: 'allow' | 'deny' = 'allow'): Promise<Page> {
    const { url, cookie } = await begun()
    return comeBack(await provider.consent(url, answer), cookie)
  }
  const tokenOf = ({ headers }: Page): string =>
    /spindle_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
  const whoIs = async (token: string) => (await api.ask('/api/v1/auth/session', { key: token })).body

  describe('with open sign-up', () => {
    within('open')

    it('is offered under the name of the provider', async () => {
      const { body } = await api.ask('/api/v1/auth/providers')
      expect(body).toEqual({ openId: { name: 'Example SSO' }, passkeys: null })
    })

    it('creates an organization for a new person, and recognizes the person by the subject id', async () => {
      const email = emailNow()
      const reply = await signIn()
      expect(reply.status).toBe(200)
      expect(reply.headers.get('set-cookie')).toContain('HttpOnly; SameSite=Strict')
      const first = await whoIs(tokenOf(reply))
      expect(first['user']).toMatchObject({ email, name: 'Grace Hopper', role: 'owner' })
      someone(provider.mailbox.sub, `other-${email}`)
      const again = await whoIs(tokenOf(await signIn()))
      expect(again['user']).toEqual(first['user'])
    })

    it('opens a session of the console, which replaces the earlier session', async () => {
      emailNow()
      const before = tokenOf(await signIn())
      const key = tokenOf(await signIn())
      expect((await whoIs(before))['code']).toBe('SESSION_REPLACED')
      expect((await api.ask('/api/v1/sessions', { key })).body['items']).toMatchObject([{ kind: 'console' }])
    })

    it('takes over the confirmed account of a verified address, and ends its earlier credentials', async () => {
      const ada = await signUp(api)
      await resetPassword(ada)
      someone('ada', ada.email)
      const { user } = await whoIs(tokenOf(await signIn()))
      expect(user).toMatchObject({ email: ada.email, role: 'owner' })
      expect((await ada.ask('GET', '/auth/session')).body['code']).toBe('SESSION_REVOKED')
      const json = { email: ada.email, password: ada.password }
      expect((await api.ask('/api/v1/auth/sign-in', { method: 'POST', json })).status).toBe(401)
    })

    it('does not open an unconfirmed account of the same address, nor what a stranger has left in it', async () => {
      const stranger = await signUp(api)
      someone('victim', stranger.email)
      const reply = await signIn()
      expect([reply.status, tokenOf(reply)]).toEqual([403, ''])
      expect((await stranger.ask('GET', '/auth/session')).status).toBe(200)
      await resetPassword(stranger)
      const { organization } = await whoIs(tokenOf(await signIn()))
      expect(organization).toMatchObject({ id: stranger.organizationId })
    })

    it('creates an organization for the person who asks for one, and moves the address to it', async () => {
      const stranger = await signUp(api)
      someone('owner', stranger.email)
      expect((await signIn()).status).toBe(403)
      const { user, organization } = await whoIs(tokenOf(await startOwn()))
      expect(user).toMatchObject({ email: stranger.email, role: 'owner' })
      expect(organization).not.toMatchObject({ id: stranger.organizationId })
      expect((await stranger.ask('GET', '/auth/session')).body['code']).toBe('SESSION_REVOKED')
      const json = { email: stranger.email, password: stranger.password }
      expect((await api.ask('/api/v1/auth/sign-in', { method: 'POST', json })).status).toBe(401)
      expect((await whoIs(tokenOf(await signIn())))['user']).toEqual(user)
      const { organizationId } = stranger
      const { items: released } = await world.container
        .get(AuditStore)
        .list({ ...anyEntry, organizationId, action: 'account.released' }, { limit: 5, after: null })
      expect(released).toMatchObject([{ by: { kind: 'service', ipAddress: null } }])
    })

    it('does not take the address from an account that has confirmed it', async () => {
      const ada = await signUp(api)
      await resetPassword(ada)
      someone('ada again', ada.email)
      const { organization } = await whoIs(tokenOf(await startOwn()))
      expect(organization).toMatchObject({ id: ada.organizationId })
    })

    it('gives a new organization the language and the time zone of the browser, and UTC for a zone that is not known', async () => {
      someone('grace')
      const { headers } = await api.ask('/api/v1/auth/oidc/begin?timeZone=Europe%2FVienna&language=de')
      const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
      const page = await comeBack(await provider.consent(headers.get('location') ?? ''), cookie)
      expect((await whoIs(tokenOf(page))).organization).toMatchObject({
        timeZone: 'Europe/Vienna',
        language: 'de',
      })
      for (const [name, timeZone, expected] of [
        ['hedy', 'America/Lima', 'America/Lima'],
        ['mary', 'Mars/Olympus', 'UTC'],
      ] as const) {
        someone(name)
        const { organization } = await whoIs(tokenOf(await startOwn({ timeZone, language: 'fr' })))
        expect(organization).toMatchObject({ timeZone: expected, language: 'fr' })
      }
    })

    it('accepts either an invitation or the request for an own organization', async () => {
      for (const json of [
        {},
        { createOrganization: false },
        { createOrganization: true, invitation: 'inv_' },
      ])
        expect((await api.ask('/api/v1/auth/oidc/begin', { method: 'POST', json })).status).toBe(400)
    })

    it('counts an address as confirmed if the invitation was mailed to it', async () => {
      const ada = await signUp(api)
      await ada.do('POST', '/invitations', { email: emailNow(), role: 'viewer' })
      await signUp(api, { email: emailNow(), invitation: mailed() })
      const { organization } = await whoIs(tokenOf(await signIn()))
      expect(organization).toMatchObject({ id: ada.organizationId })
    })

    it('joins the organization of the opened link, in the role of the invitation', async () => {
      const [ada, other] = [await signUp(api), await signUp(api)]
      await ada.do('POST', '/invitations', { email: emailNow(), role: 'viewer' })
      const secret = mailed()
      await other.do('POST', '/invitations', { email: emailNow(), role: 'admin' })
      const { user, organization } = await whoIs(tokenOf(await joinFrom(secret)))
      expect(user).toMatchObject({ role: 'viewer' })
      expect(organization).toMatchObject({ id: ada.organizationId })
      expect((await ada.do('GET', '/invitations')).items).toEqual([])
    })

    it('does not add a person to an organization whose link the person has not opened', async () => {
      const ada = await signUp(api)
      const { id } = await ada.do('POST', '/invitations', { email: emailNow(), role: 'viewer' })
      const reply = await signIn()
      expect([reply.status, tokenOf(reply)]).toEqual([403, ''])
      expect((await ada.do('GET', '/members')).items).toHaveLength(1)
      await ada.do('DELETE', `/invitations/${id}`)
      expect((await whoIs(tokenOf(await signIn())))['user']).toMatchObject({ role: 'owner' })
    })

    it('refuses a link that is for another address, was withdrawn or never existed', async () => {
      const ada = await signUp(api)
      const { id } = await ada.do('POST', '/invitations', { email: `not-${emailNow()}`, role: 'viewer' })
      const secret = mailed()
      for (const link of [secret, 'inv_', 'nothing']) expect((await joinFrom(link)).status).toBe(403)
      await ada.do('DELETE', `/invitations/${id}`)
      expect((await joinFrom(secret)).status).toBe(403)
    })

    it('refuses a link that ended with the role of its sender, with the reason', async () => {
      const ada = await signUp(api)
      const sender = await addMember(api, world.container, ada.organizationId, 'admin')
      await sender.do('POST', '/invitations', { email: emailNow(), role: 'viewer' })
      const secret = mailed()
      await sender.do('POST', '/profile/leave', { email: sender.email })
      const { status, text } = await joinFrom(secret)
      expect([status, text]).toEqual([403, expect.stringContaining('This invitation has ended')])
      // The address is not held up by an invitation that has ended.
      expect((await whoIs(tokenOf(await signIn())))['user']).toMatchObject({ role: 'owner' })
    })

    it('refuses a link into an organization that is to be deleted, with the reason', async () => {
      const ada = await signUp(api)
      await ada.do('POST', '/invitations', { email: emailNow(), role: 'viewer' })
      const secret = mailed()
      const { name } = await ada.do('GET', '/organization')
      await ada.do('POST', '/organization/deletion', { name, password: ada.password })
      const { status, text } = await joinFrom(secret)
      expect([status, text]).toEqual([403, expect.stringContaining('The organization is to be deleted')])
      expect(text).not.toContain('Ask for a new invitation')
    })

    it('refuses a link into an organization that moves to another cell, and says when to open it again', async () => {
      const ada = await signUp(api)
      const { id } = await ada.do('POST', '/invitations', { email: emailNow(), role: 'viewer' })
      const secret = mailed()
      await ada.do('DELETE', `/invitations/${id}`)
      const organizations = world.container.get(OrganizationStore)
      const { refusalOfCredential } = organizations
      const { organizationId } = ada
      organizations.refusalOfCredential = async () =>
        new DomainError('ORGANIZATION_MOVING').for(organizationId)
      const { status, text } = await joinFrom(secret)
      organizations.refusalOfCredential = refusalOfCredential
      expect([status, text]).toEqual([503, expect.stringContaining('The organization is moving')])
    })

    it('does not accept an address that the provider has not verified', async () => {
      const ada = await signUp(api)
      someone('eve', ada.email)
      provider.verifiesEmail = false
      const reply = await signIn()
      expect([reply.status, tokenOf(reply)]).toEqual([403, ''])
      expect((await ada.ask('GET', '/auth/session')).status).toBe(200)
    })

    it('accepts an answer once, in the browser that began', async () => {
      const { url, cookie } = await begun()
      const other = await begun()
      const back = await provider.consent(url)
      expect((await comeBack(back, other.cookie)).status).toBe(400)
      expect((await comeBack(back, '')).status).toBe(400)
      expect((await comeBack(back, cookie)).status).toBe(200)
      expect((await comeBack(back, cookie)).status).toBe(400)
    })

    it('signs nobody in without the consent of the provider, or after ten minutes', async () => {
      expect((await signIn('deny')).status).toBe(403)
      const { url, cookie } = await begun()
      const back = await provider.consent(url)
      world.clock.set(new Date(world.clock.now().getTime() + 10 * 60_000).toISOString())
      expect((await comeBack(back, cookie)).status).toBe(400)
    })

    it('reports that the provider cannot be reached', async () => {
      const { url, cookie } = await begun()
      const back = await provider.consent(url)
      provider.tokenFault = 'error'
      try {
        expect((await comeBack(back, cookie)).status).toBe(503)
      } finally {
        provider.tokenFault = null
      }
    })
  })

  describe('without a mail server', () => {
    within('open', false, false)

    it('does not count an address as confirmed if the inviter received the invitation', async () => {
      const stranger = await signUp(api)
      const { url } = await stranger.do('POST', '/invitations', { email: emailNow(), role: 'owner' })
      await signUp(api, { email: emailNow(), invitation: secretIn(String(url)) })
      const reply = await signIn()
      expect([reply.status, tokenOf(reply)]).toEqual([403, ''])
      const { organization } = await whoIs(tokenOf(await startOwn()))
      expect(organization).not.toMatchObject({ id: stranger.organizationId })
    })

    it('counts an address as confirmed if the operator created the account', async () => {
      const member = await addMember(api, world.container, world.demo.organizationId)
      someone('member', member.email)
      expect((await whoIs(tokenOf(await signIn())))['organization']).toMatchObject({
        id: world.demo.organizationId,
      })
    })
  })

  describe('with closed sign-up', () => {
    within('closed')

    it('creates no organization, and admits a person who was invited into one', async () => {
      expect((await signIn()).status).toBe(403)
      const { organizationId } = world.demo
      const invited = { email: emailNow(), organizationId, role: 'admin', by: operator } as const
      const secret = secretIn(await world.container.get(Invitations).create(invited))
      expect((await whoIs(tokenOf(await joinFrom(secret))))['user']).toMatchObject({ role: 'admin' })
    })
  })

  describe('with confirmed addresses', () => {
    within('open', true)

    it('does not open an account whose address was never confirmed', async () => {
      const stranger = await signUp(api)
      someone('victim', stranger.email)
      const reply = await signIn()
      expect([reply.status, tokenOf(reply)]).toEqual([403, ''])
    })
  })
})

describe('the providers of organizations', () => {
  it('are read again when they are saved, and are on the public internet', async () => {
    const provider = await startOperatorProvider()
    const world = await createWorld([
      provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(['localhost'])),
    ])
    try {
      const providers = world.container.get(IdentityProvider)
      const { clientId, clientSecret, issuer } = provider.settings()
      expect(providers.faultOf(issuer)).toBeNull()
      expect(providers.faultOf('https://10.0.0.1')).toBe(
        'must be on the public internet. The operator can allow a private host with ALLOWED_PRIVATE_HOSTS',
      )
      const own = { organizationId: world.demo.organizationId, clientId, clientSecret, issuer }
      await providers.discover(own)
      provider.close()
      await expect(providers.discover(own)).rejects.toMatchObject({ fault: 'away' })
    } finally {
      await world.close()
    }
  })
})

describe('a deployment without a provider', () => {
  it('offers no sign-in with OpenID Connect', async () => {
    const world = await createWorld()
    const api = await createApi(world)
    try {
      expect((await api.ask('/api/v1/auth/providers')).body).toEqual({ openId: null, passkeys: null })
      expect((await api.ask('/api/v1/auth/oidc/begin')).status).toBe(404)
      expect((await fetch(`${api.url}/api/v1/auth/oidc/callback?state=x`)).status).toBe(404)
    } finally {
      await api.close()
      await world.close()
    }
  })
})
