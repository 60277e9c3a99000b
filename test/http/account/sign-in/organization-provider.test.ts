import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { AuditStore } from '../../../../src/ports/account/audit.ts'
import { IdentityProvider } from '../../../../src/ports/account/open-id.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { CheckDueEmailDomains } from '../../../../src/use-cases/account/organization-sign-in/check-due-email-domains.ts'
import type { Api } from '../../../support/api.ts'
import { anyEntry } from '../../../support/data/any-entry.ts'
import { addMember, type Person, personWith, signUp } from '../../../support/data/person.ts'
import { OwnProvider } from '../../../support/data/sign-in/own-provider.ts'
import { appCode, turnOnSecondFactor } from '../../../support/data/sign-in/second-factor.ts'
import { startReceiver } from '../../../support/servers/http-receiver.ts'

const dayMs = 24 * 60 * 60_000

describe('the own provider of an organization', () => {
  let own: OwnProvider
  let api: Api
  let ada: Person

  beforeAll(async () => {
    own = await OwnProvider.start()
    api = own.api
    ada = await signUp(api)
  })
  afterAll(() => own.close())

  describe('a domain', () => {
    it('is proven by its TXT record, and by one organization only', async () => {
      const domain = 'Analytical.EXAMPLE'
      const added = await ada.do('POST', '/organization/domains', { domain })
      expect(added).toMatchObject({ domain: 'analytical.example', provenAt: null, checkedAt: null })
      const check = () => ada.do('POST', `/organization/domains/${added.id}/check`)
      expect((await check()).provenAt).toBeNull()
      own.publish(added)
      expect((await check()).provenAt).not.toBeNull()
      const [bob, eve] = [await signUp(api), await signUp(api)]
      const theirs = await bob.do('POST', '/organization/domains', { domain })
      own.publish(theirs)
      const refused = await bob.ask('POST', `/organization/domains/${theirs.id}/check`)
      expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
      expect((await ada.ask('POST', '/organization/domains', { domain })).status).toBe(409)
      expect((await eve.ask('DELETE', `/organization/domains/${added.id}`)).status).toBe(404)
      await ada.do('DELETE', `/organization/domains/${added.id}`)
      expect((await bob.do('POST', `/organization/domains/${theirs.id}/check`)).provenAt).not.toBeNull()
    })

    it('is proven by one of two organizations that check it at once', async () => {
      const owners = [await signUp(api), await signUp(api)]
      const added: { id: string; record: { value: string } }[] = []
      for (const owner of owners)
        added.push(await owner.do('POST', '/organization/domains', { domain: 'both.example' }))
      own.dns.texts.set(
        '_spindle-challenge.both.example',
        added.map(({ record }) => record.value),
      )
      const replies = await Promise.all(
        owners.map((owner, at) => owner.ask('POST', `/organization/domains/${added[at]?.id}/check`)),
      )
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    })

    it('is refused if it is no domain or belongs to a public mail provider, and waits for DNS that does not answer', async () => {
      for (const [domain, code] of [
        ['gmail.com', 'PUBLIC_DOMAIN'],
        ['OUTLOOK.com.', 'PUBLIC_DOMAIN'],
        ['localhost', 'NOT_A_DOMAIN'],
        ['10.0.0.1', 'NOT_A_DOMAIN'],
        ['two words.example', 'NOT_A_DOMAIN'],
      ]) {
        const { status, body } = await ada.ask('POST', '/organization/domains', { domain })
        expect([domain, status, body['errors']]).toMatchObject([domain, 400, [{ code }]])
      }
      const added = await ada.do('POST', '/organization/domains', { domain: 'broken.example' })
      own.dns.broken.add(added.record.name)
      expect((await ada.ask('POST', `/organization/domains/${added.id}/check`)).status).toBe(503)
    })

    it('stays proven for seven days without its record, and not longer', async () => {
      const { email, password, organizationId, ...owner } = await signUp(api)
      const { id, record } = await own.proved({ email, password, organizationId, ...owner }, 'lost.example')
      // Each step takes longer than a session lasts.
      const shown = async () => {
        const { body } = await own.signInWithPassword(email, password)
        const back = personWith(api, String(body['token']), email, password, body)
        return (await back.do('GET', '/organization/sign-in')).domains[0]
      }
      const run = () => own.world.container.get(CheckDueEmailDomains).execute(new AbortController().signal)
      own.dns.texts.delete(record.name)
      own.later(dayMs + 1)
      await run()
      expect(await shown()).toMatchObject({
        id,
        provenAt: expect.anything(),
        missingSince: expect.anything(),
      })
      own.publish({ record })
      own.later(dayMs + 1)
      await run()
      expect(await shown()).toMatchObject({ provenAt: expect.anything(), missingSince: null })
      own.dns.texts.delete(record.name)
      for (let day = 0; day < 9; day++) {
        own.later(dayMs + 1)
        await run()
      }
      expect(await shown()).toMatchObject({ id, provenAt: null })
      const { items } = await own.world.container
        .get(AuditStore)
        .list({ ...anyEntry, organizationId, action: 'emailDomain.lost' }, { limit: 5, after: null })
      expect(items).toHaveLength(1)
      const again = await own.signInWithPassword(ada.email, ada.password)
      ada = personWith(api, String(again.body['token']), ada.email, ada.password, again.body)
    })
  })

  describe('a provider', () => {
    it('admits nobody before the owner of the organization has confirmed their address', async () => {
      const { owner, domain } = await own.connected({ defaultRole: 'admin' })
      const { organizationId } = owner
      const { items } = await owner.do('GET', '/members')
      const confirmation = { organizationId, userId: items[0].id, confirmedAt: null, messages: 0 }
      await own.world.container.get(UnitOfWork).run((tx) => tx.organizations.addConfirmation(confirmation))
      const { status, page } = await own.signIn(`eve@${domain}`)
      expect([status, page]).toEqual([403, expect.stringContaining('takes no members yet')])
      expect((await owner.do('GET', '/members')).items).toHaveLength(1)
    })

    it('is stored without showing its secret, and needs the secret again for another client', async () => {
      const owner = await signUp(api)
      const saved = await own.connect(owner)
      expect(saved).toMatchObject({ callbackUrl: expect.stringContaining(owner.organizationId) })
      expect(saved.provider).toEqual({
        issuer: own.provider.issuer,
        clientId: 'spindle',
        defaultRole: 'viewer',
        admitsNew: true,
        isRequired: false,
      })
      const keep = { issuer: own.provider.issuer, clientId: 'spindle', defaultRole: 'editor' }
      expect((await owner.do('PUT', '/organization/sign-in', keep)).provider.defaultRole).toBe('editor')
      const other = await owner.ask('PUT', '/organization/sign-in', { ...keep, clientId: 'another' })
      expect(other).toMatchObject({ status: 400, body: { errors: [{ pointer: '/clientSecret' }] } })
      await owner.do('DELETE', '/organization/sign-in')
      expect((await owner.ask('DELETE', '/organization/sign-in')).status).toBe(404)
    })

    it('is refused at a private address, and if its configuration is too large or does not come', async () => {
      const receiver = await startReceiver()
      try {
        const local = receiver.url.replace('127.0.0.1', 'localhost')
        receiver.answer = (path) => {
          if (path.startsWith('/hangs')) return { hangs: true }
          if (path.includes('tenant'))
            return { json: { issuer: ofAll, authorization_endpoint: `${local}/a` } }
          return { json: { issuer: ' '.repeat(10_000_000) } }
        }
        const ofAll = `${local}/{tenant}`
        const issuers = [
          'http://127.0.0.1:9',
          'https://10.0.0.1',
          'http://sso.example.com',
          local,
          `${local}/hangs`,
        ]
        for (const issuer of issuers) {
          const { status, body } = await ada.ask('PUT', '/organization/sign-in', own.settings({ issuer }))
          expect([issuer, status, body['errors']]).toMatchObject([issuer, 400, [{ pointer: '/issuer' }]])
        }
        // Every customer of a provider could assert any address in the name of an issuer for all of them.
        const { body } = await ada.ask('PUT', '/organization/sign-in', own.settings({ issuer: ofAll }))
        expect(JSON.stringify(body['errors'])).toContain('stands for several organizations')
      } finally {
        await receiver.close()
      }
    })

    it.each([
      ['got a lower role', 403, 'FORBIDDEN', 'PATCH', { role: 'admin' }],
      ['was removed', 401, 'UNAUTHENTICATED', 'DELETE', undefined],
    ] as const)(
      'is not saved by an owner who %s while it answered',
      async (_, status, code, method, body) => {
        const owner = await signUp(api)
        const { container } = own.world
        const other = await addMember(api, container, owner.organizationId, 'owner')
        const { items } = await owner.do('GET', '/members')
        const { id } = items.find(({ email }: { email: string }) => email === other.email)
        const provider = container.get(IdentityProvider)
        const { discover } = provider
        provider.discover = () => owner.do(method, `/members/${id}`, body)
        try {
          const reply = await other.ask(
            'PUT',
            '/organization/sign-in',
            own.settings({ defaultRole: 'admin' }),
          )
          expect(reply).toMatchObject({ status, body: { code } })
        } finally {
          provider.discover = discover
        }
        expect((await owner.do('GET', '/organization/sign-in')).provider).toBeNull()
      },
    )

    it('is required only by an owner with another way in, and with a proven domain', async () => {
      const owner = await signUp(api)
      const put = () => owner.ask('PUT', '/organization/sign-in', own.settings({ isRequired: true }))
      expect((await put()).status).toBe(409)
      await own.proved(owner, own.newDomain())
      expect((await put()).status).toBe(409)
      await turnOnSecondFactor(owner, own.world.clock)
      expect((await put()).status).toBe(200)
    })
  })

  describe('a sign-in', () => {
    it('makes a new person a member, who sees this organization alone, and recognizes the subject', async () => {
      const { owner, domain } = await own.connected({ defaultRole: 'editor' })
      const email = `grace@${domain}`
      const first = await own.signIn(email)
      expect(first.status).toBe(200)
      const { body } = await own.session(first.token)
      expect(body).toMatchObject({
        user: { email, role: 'editor' },
        organization: { id: owner.organizationId },
      })
      const grace = await own.person(first.token, email)
      expect((await grace.ask('POST', '/organizations', { name: 'Mine' })).status).toBe(403)
      own.provider.mailbox = { sub: email, email: `other@${domain}`, name: 'Grace' }
      const { url, cookie } = await own.begin(email)
      const again = await own.comeBack(await own.provider.consent(url), cookie)
      expect((await own.session(again.token)).body['user']).toEqual(body['user'])
      expect((await own.signIn(email, 'another subject')).status).toBe(403)
    })

    it('links a member, and leaves the password and the other organizations alone', async () => {
      const { owner, domain } = await own.connected()
      const email = `both@${domain}`
      const both = await signUp(api, { email })
      expect((await own.signIn(email)).status).toBe(403)
      await owner.do('POST', '/invitations', { email, role: 'editor' })
      const invitation = own.mailedInvitation()
      await both.do('POST', '/auth/invitations/accept', { invitation })
      const { token } = await own.signIn(email)
      expect((await own.session(token)).body).toMatchObject({ organization: { id: owner.organizationId } })
      const vouched = await own.person(token, email)
      for (const [method, path] of [
        ['GET', '/profile/passkeys'],
        ['POST', '/profile/passkeys/challenge'],
        ['POST', '/profile/second-factor'],
        ['POST', '/profile/second-factor/turn-off'],
      ] as const)
        expect((await vouched.ask(method, path)).status).toBe(403)
      const { organizationId } = both
      const switched = await api.ask('/api/v1/auth/switch', {
        method: 'POST',
        key: token,
        json: { organizationId },
      })
      expect(switched.status).toBe(403)
      expect((await own.signInWithPassword(email, both.password, { organizationId })).status).toBe(200)
    })

    it('accepts a pending invitation, and refuses a removed member and, if that is set, everybody else', async () => {
      const { owner, domain } = await own.connected({ admitsNew: false })
      const email = `invited@${domain}`
      expect((await own.signIn(email)).status).toBe(403)
      await owner.do('POST', '/invitations', { email, role: 'admin' })
      const { token } = await own.signIn(email)
      const { user } = (await own.session(token)).body as { user: { id: string; role: string } }
      expect(user.role).toBe('admin')
      await own.connect(owner, { admitsNew: true })
      await owner.do('DELETE', `/members/${user.id}`)
      expect((await own.session(token)).status).toBe(401)
      expect((await own.signIn(email)).status).toBe(403)
      await owner.do('POST', '/invitations', { email, role: 'viewer' })
      expect((await own.signIn(email)).status).toBe(200)
    })

    it('does not admit a removed member by a former address, an address proven later, or another address', async () => {
      const { owner, domain } = await own.connected()
      const removed = async (email: string) => {
        const { items } = await owner.do('GET', '/members')
        await owner.do('DELETE', `/members/${items.find((one: { email: string }) => one.email === email).id}`)
      }
      const requested = async (email: string, subject?: string) => (await own.signIn(email, subject)).status
      const joined = async (email: string) => {
        await owner.do('POST', '/invitations', { email, role: 'editor' })
        return signUp(api, { email, invitation: own.mailedInvitation() })
      }
      const confirm = async (address: string) => {
        const { text = '' } = own.world.mails.findLast(({ to }) => to === address) ?? {}
        const json = { token: /#(ad[no]_\w+)/.exec(text)?.[1] }
        await api.ask('/api/v1/auth/email/confirm', { method: 'POST', json })
      }

      // The provider knows the member and gives the person another address after the removal.
      const renamed = `maiden@${domain}`
      await own.signIn(renamed, 'renamed')
      await removed(renamed)
      expect(await requested(`married@${domain}`, 'renamed')).toBe(403)

      // The member signs in by a password, and has changed the address to one of another domain.
      const former = `former@${domain}`
      const changed = await joined(former)
      const present = `present@${own.newDomain()}`
      await changed.ask('POST', '/profile/email', { email: present, password: changed.password })
      for (const address of [former, present]) await confirm(address)
      expect(await requested(former)).toBe(403)
      await removed(present)
      expect(await requested(former)).toBe(403)

      // The organization proves the domain of a removed member's address afterwards.
      const later = own.newDomain()
      await joined(`late@${later}`)
      await removed(`late@${later}`)
      await own.proved(owner, later)
      expect(await requested(`late@${later}`)).toBe(403)
      expect((await owner.do('GET', '/members')).items).toHaveLength(1)

      // An invitation admits a removed member again.
      await owner.do('POST', '/invitations', { email: former, role: 'viewer' })
      expect(await requested(former)).toBe(200)
    })

    it('gives no role of an invitation that ended with the role of its sender', async () => {
      const { owner, domain } = await own.connected({ defaultRole: 'viewer' })
      const sender = await addMember(api, own.world.container, owner.organizationId, 'owner')
      const email = `late@${domain}`
      await sender.do('POST', '/invitations', { email, role: 'owner' })
      await sender.do('POST', '/profile/leave', { email: sender.email })
      const { token } = await own.signIn(email)
      expect((await own.session(token)).body['user']).toMatchObject({ role: 'viewer' })
    })

    it('is refused for an address that the organization has not proven, or that is not verified', async () => {
      const { owner, domain } = await own.connected()
      const victim = await signUp(api)
      own.identify(victim.email)
      const { url, cookie } = await own.begin(`eve@${domain}`)
      expect((await own.comeBack(await own.provider.consent(url), cookie)).status).toBe(403)
      own.provider.verifiesEmail = false
      expect((await own.signIn(`unverified@${domain}`)).status).toBe(403)
      own.provider.verifiesEmail = undefined
      expect((await own.signIn(`silent@${domain}`)).status).toBe(200)
      own.provider.verifiesEmail = true
      expect((await owner.do('GET', '/members')).items).toHaveLength(2)
    })

    it('is accepted once, in its browser, and at the redirect URI of its organization', async () => {
      const { owner, domain } = await own.connected()
      const email = `once@${domain}`
      own.identify(email)
      const first = await own.begin(email)
      const back = await own.provider.consent(first.url)
      const elsewhere = back.replace(owner.organizationId, ada.organizationId)
      expect((await own.comeBack(back, '')).status).toBe(400)
      expect((await own.comeBack(elsewhere, first.cookie)).status).toBe(400)
      const second = await own.begin(email)
      const answer = await own.provider.consent(second.url)
      expect((await own.comeBack(answer, second.cookie)).status).toBe(200)
      expect((await own.comeBack(answer, second.cookie)).status).toBe(400)
    })

    it('is refused if the provider was changed, or the domain removed, since it began', async () => {
      const { owner, domain } = await own.connected()
      const email = `slow@${domain}`
      own.identify(email)
      const begun = await own.begin(email)
      const back = await own.provider.consent(begun.url)
      const [{ id }] = (await owner.do('GET', '/organization/sign-in')).domains
      await owner.do('DELETE', `/organization/domains/${id}`)
      expect((await own.comeBack(back, begun.cookie)).status).toBe(403)
      expect((await own.begin(email)).reply.status).toBe(404)
      await own.proved(owner, domain)
      const next = await own.begin(email)
      const answer = await own.provider.consent(next.url)
      await owner.do('DELETE', '/organization/sign-in')
      await own.connect(owner)
      expect((await own.comeBack(answer, next.cookie)).status).toBe(409)
      expect((await own.signIn(email)).status).toBe(200)
    })

    it('begins alike for addresses with and without an account, and not for other domains', async () => {
      const { domain } = await own.connected()
      for (const name of ['known', 'unknown']) {
        if (name === 'known') expect((await own.signIn(`${name}@${domain}`)).status).toBe(200)
        expect((await own.begin(`${name}@${domain}`)).reply.status).toBe(200)
      }
      expect((await own.begin(`anybody@sub.${domain}`)).reply.status).toBe(404)
      expect((await own.begin('no address')).reply.status).toBe(400)
    })
  })

  describe('that is required', () => {
    it('ends sessions by password and refuses new ones, except of owners with two-factor sign-in', async () => {
      const { owner, domain } = await own.connected()
      const member = await addMember(api, own.world.container, owner.organizationId)
      const email = `sso@${domain}`
      const { token } = await own.signIn(email)
      const app = await own.require(owner)
      expect((await member.ask('GET', '/auth/session')).body['code']).toBe('SESSION_REVOKED')
      expect((await own.session(token)).status).toBe(200)
      expect((await owner.ask('GET', '/auth/session')).status).toBe(200)
      const refused = await own.signInWithPassword(member.email, member.password)
      expect(refused).toMatchObject({ status: 403, body: { code: 'SIGN_IN_PROVIDER_REQUIRED' } })
      expect((await own.signInWithPassword(member.email, 'a wrong password')).body['code']).toBe(
        'INVALID_CREDENTIALS',
      )
      own.later(31_000)
      const waiting = await own.signInWithPassword(owner.email, owner.password)
      const second = waiting.body['secondFactor'] as { token: string }
      const json = { token: second.token, code: appCode(app.secret, own.world.clock.now()) }
      const finished = await api.ask('/api/v1/auth/sign-in/second-factor', { method: 'POST', json })
      expect(finished.status).toBe(200)
      expect((await own.signIn(email)).status).toBe(200)
      const proof = { password: owner.password, code: app.recoveryCodes[0] }
      const off = await personWith(
        api,
        String(finished.body['token']),
        owner.email,
        owner.password,
        finished.body,
      ).ask('POST', '/profile/second-factor/turn-off', proof)
      expect(off.status).toBe(409)
    })

    it('refuses switches and sign-ups into the organization, and leaves other organizations open', async () => {
      const { owner } = await own.connected()
      const member = await addMember(api, own.world.container, owner.organizationId)
      await member.do('POST', '/organizations', { name: 'My own' })
      await own.require(owner)
      const { status, body } = await own.signInWithPassword(member.email, member.password)
      expect([status, body['organization']]).toMatchObject([200, { name: 'My own' }])
      const key = String(body['token'])
      const { organizationId } = owner
      const json = { organizationId }
      const switched = await api.ask('/api/v1/auth/switch', { method: 'POST', key, json })
      expect([switched.status, switched.body['code']]).toEqual([403, 'SIGN_IN_PROVIDER_REQUIRED'])
      expect((await own.session(key)).status).toBe(200)
      expect((await own.signInWithPassword(member.email, member.password, json)).body['code']).toBe(
        'SIGN_IN_PROVIDER_REQUIRED',
      )
      const { email, password } = member
      const home = personWith(api, key, email, password, body)
      await addMember(api, own.world.container, home.organizationId, 'owner')
      const left = await home.ask('POST', '/profile/leave', { email })
      expect([left.status < 300, (await own.session(key)).status]).toEqual([true, 401])
      await owner.do('POST', '/invitations', { email: 'late@elsewhere.example', role: 'viewer' })
      const invitation = own.mailedInvitation()
      const late = { email: 'late@elsewhere.example', password: 'correct horse battery staple', name: 'Late' }
      const signedUp = await api.ask('/api/v1/auth/sign-up', {
        method: 'POST',
        json: { ...late, invitation },
      })
      expect([signedUp.status, signedUp.body['code']]).toEqual([403, 'SIGN_IN_PROVIDER_REQUIRED'])
    })

    it('keeps the last proven domain, and API keys', async () => {
      const { owner } = await own.connected()
      const { secret } = await owner.do('POST', '/api-keys', { name: 'CRM', scopes: ['ingest'] })
      await own.require(owner)
      const [{ id }] = (await owner.do('GET', '/organization/sign-in')).domains
      expect((await owner.ask('DELETE', `/organization/domains/${id}`)).status).toBe(409)
      expect((await api.ask('/api/v1/whoami', { key: secret })).status).toBe(200)
    })
  })
})
