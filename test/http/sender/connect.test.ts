import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { MailProviders } from '../../../src/ports/sender/mail-providers.ts'
import {
  type ConnectingWorld,
  comeBack,
  connectMailbox,
  createConnectingWorld,
} from '../../support/connecting-world.ts'
import { addMember, createWorkshop, type Person, signUp } from '../../support/data/person.ts'
import { readMailboxes } from '../../support/read-mailboxes.ts'

describe('connecting a mailbox', () => {
  let connecting: ConnectingWorld
  let owner: Person

  beforeAll(async () => {
    connecting = await createConnectingWorld()
  })
  afterAll(() => connecting.close())
  beforeEach(async () => {
    owner = await signUp(connecting.api)
  })
  afterEach(() => {
    const { provider } = connecting
    provider.withheld = []
    provider.givesRefreshTokens = true
    provider.tokenFault = null
  })

  const begin = async (kind = 'google', person = owner): Promise<string> =>
    (await person.do('POST', `/senders/${kind}/connect`)).url
  const back = (url: string, person: Person | null = owner) =>
    comeBack(connecting.api, url, person?.token ?? null)
  const senders = async () => (await owner.do('GET', '/senders')).items

  it.each(['google', 'microsoft'] as const)(
    'adds the mailbox at %s as a sender, with a normalized address',
    async (kind) => {
      const page = await connectMailbox(connecting, owner, kind)
      expect(page.html).toContain('The mailbox is connected')
      expect(page.html).toContain('Grace@bücher.example')
      expect(page.status).toBe(200)
      expect(await senders()).toEqual([
        expect.objectContaining({
          kind,
          name: 'Grace Hopper',
          email: 'Grace@xn--bcher-kva.example',
          readableAddress: 'Grace@bücher.example',
          status: 'connected',
          isDefault: true,
          readsReplies: true,
          smtp: null,
        }),
      ])
    },
  )

  it('becomes no default at once if published spinners have e-mail steps without a sender, and says so', async () => {
    const { spinnerId } = await createWorkshop(owner)
    const page = await connectMailbox(connecting, owner, 'microsoft')
    expect(page.html).toContain('make it the default sender')
    const [sender] = await senders()
    expect(sender).toMatchObject({ kind: 'microsoft', isDefault: false })
    const chosen = await owner.do('PATCH', `/senders/${sender.id}`, { isDefault: true })
    expect(chosen.isDefault).toBe(true)
    expect((await owner.do('GET', `/spinners/${spinnerId}`)).status).toBe('published')
  })

  it('sends the provider a PKCE challenge, a state, a nonce and the needed scopes', async () => {
    const requested = new URL(await begin()).searchParams
    expect(requested.get('code_challenge_method')).toBe('S256')
    expect(requested.get('state')).toMatch(/^cst_\w{36}$/)
    expect(requested.get('nonce')).toMatch(/^[\w-]{43}$/)
    expect(requested.get('access_type')).toBe('offline')
    expect(requested.get('redirect_uri')).toBe('http://127.0.0.1:3000/api/v1/channels/google/callback')
    expect(requested.get('scope')).toContain('https://www.googleapis.com/auth/gmail.send')
  })

  it('redirects a browser without a session to itself once, and then asks the user to sign in', async () => {
    const url = await connecting.provider.consent(await begin())
    const first = await back(url, null)
    const [, onwards = ''] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(first.html) ?? []
    const next = new URL(onwards.replaceAll('&amp;', '&'), url).href
    expect(new URL(next).pathname).toBe('/api/v1/channels/google/callback')
    const stranger = await back(next, null)
    expect([stranger.status, stranger.html]).toEqual([
      401,
      expect.stringContaining('You are not signed in here'),
    ])
    expect((await back(next)).html).toContain('The mailbox is connected')
  })

  it('reports a denied consent in the escaped words of the provider', async () => {
    const page = await back(await connecting.provider.consent(await begin(), 'deny'))
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('Nothing was connected')])
    expect(page.html).toContain('The &lt;b&gt;user&lt;/b&gt; denied access')
    expect(await senders()).toEqual([])
  })

  it.each([
    ['made up', '?state=cst_0000000000000000000000000000000000&code=x'],
    ['missing', '?code=x'],
    ['given twice', '?state=a&state=b&code=x'],
    ['a script', '?state=%3Cscript%3Ealert(1)%3C/script%3E&code=%22%3E%3Cscript%3E'],
    ['much too long', `?status=${'a'.repeat(9_000)}`],
  ])('refuses a state that is %s', async (_, search) => {
    const page = await back(`http://127.0.0.1/api/v1/channels/google/callback${search}`)
    expect([page.status, page.html]).toEqual([400, expect.stringContaining('The link is not valid here')])
    expect(page.html).not.toContain('<script')
  })

  it('accepts an answer once', async () => {
    const url = await connecting.provider.consent(await begin())
    expect((await back(url)).status).toBe(200)
    const again = await back(url)
    expect([again.status, again.html]).toEqual([409, expect.stringContaining('was already used')])
    expect(await senders()).toHaveLength(1)
  })

  it('connects one of five simultaneous callbacks', async () => {
    const url = await connecting.provider.consent(await begin())
    const pages = await Promise.all(Array.from({ length: 5 }, () => back(url)))
    expect(pages.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    expect(await senders()).toHaveLength(1)
  })

  it('refuses an answer after ten minutes', async () => {
    const url = await connecting.provider.consent(await begin())
    connecting.world.clock.advance(10 * 60)
    const page = await back(url)
    expect([page.status, page.html]).toEqual([410, expect.stringContaining('took too long')])
  })

  it('refuses the answer in the session of another user, and leaves it to its owner', async () => {
    const [stranger, member] = [
      await signUp(connecting.api),
      await addMember(connecting.api, connecting.world.container, owner.organizationId),
    ]
    const url = await connecting.provider.consent(await begin())
    for (const other of [stranger, member]) {
      const page = await back(url, other)
      expect([page.status, page.html]).toEqual([403, expect.stringContaining('Another person started')])
    }
    expect((await stranger.do('GET', '/senders')).items).toEqual([])
    expect((await back(url)).status).toBe(200)
  })

  it('refuses an answer after its session has ended', async () => {
    const url = await connecting.provider.consent(await begin())
    await owner.do('POST', '/auth/sign-out')
    const page = await back(`${url}&again=1`)
    expect(page.status).toBe(401)
  })

  it('refuses the answer of one provider at the callback of another', async () => {
    const url = await connecting.provider.consent(await begin('google'))
    const page = await back(url.replace('/google/', '/microsoft/'))
    expect(page.status).toBe(400)
    expect(await senders()).toEqual([])
  })

  it('refuses a code that was issued for another request', async () => {
    const theirs = new URL(await connecting.provider.consent(await begin()))
    const own = new URL(await connecting.provider.consent(await begin()))
    own.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    const page = await back(own.href)
    expect([page.status, page.html]).toEqual([400, expect.stringContaining('belongs to another request')])
    expect(await senders()).toEqual([])
  })

  it('refuses an answer with another issuer', async () => {
    const url = new URL(await connecting.provider.consent(await begin()))
    url.searchParams.set('iss', 'https://evil.example')
    expect((await back(url.href)).status).toBe(400)
    expect(await senders()).toEqual([])
  })

  it('names the missing permission, and revokes nothing, so that a sender of the same account stays connected', async () => {
    const { provider } = connecting
    await connectMailbox(connecting, owner)
    const connected = await senders()
    provider.withheld = ['https://www.googleapis.com/auth/gmail.send']
    const before = provider.revocations
    const page = await back(await provider.consent(await begin()))
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('A permission is missing')])
    expect(provider.revocations).toBe(before)
    expect(await senders()).toEqual(connected)
  })

  it('accepts a mailbox without permission to read replies, and says so', async () => {
    connecting.provider.withheld = ['https://www.googleapis.com/auth/gmail.readonly']
    await connectMailbox(connecting, owner)
    expect(await senders()).toEqual([expect.objectContaining({ readsReplies: false })])
  })

  it('explains what to do if the access would end after an hour', async () => {
    connecting.provider.givesRefreshTokens = false
    const page = await back(await connecting.provider.consent(await begin()))
    expect([page.status, page.html]).toEqual([502, expect.stringContaining('gave access only for one hour')])
    expect(await senders()).toEqual([])
  })

  it.each(['html', 'error', 'cut'] as const)(
    'asks the user to wait if the token endpoint does this: %s',
    async (fault) => {
      connecting.provider.tokenFault = fault
      const page = await back(await connecting.provider.consent(await begin()))
      expect([page.status, page.html]).toEqual([503, expect.stringContaining('The provider does not answer')])
      expect(await senders()).toEqual([])
    },
  )

  it('removes line breaks from a name that would add a header', async () => {
    const { provider } = connecting
    const { mailbox } = provider
    provider.mailbox = { ...mailbox, name: 'Grace\r\nBcc: eve@example.com' }
    try {
      await connectMailbox(connecting, owner)
    } finally {
      provider.mailbox = mailbox
    }
    expect((await senders())[0].name).toBe('Grace Bcc: eve@example.com')
  })

  it.each([
    ['was removed', (id: string) => owner.do('DELETE', `/members/${id}`)],
    ['got a lower role', (id: string) => owner.do('PATCH', `/members/${id}`, { role: 'editor' })],
    ['signed out', (_: string, admin: Person) => admin.do('POST', '/auth/sign-out')],
    [
      'saw the organization closed',
      () =>
        owner.do('POST', '/organization/deletion', { name: 'Analytical Engines', password: owner.password }),
    ],
  ])('connects nothing for a person who %s while the provider answered', async (_, change) => {
    const { api, world, provider } = connecting
    const admin = await addMember(api, world.container, owner.organizationId, 'admin')
    const { items } = await owner.do('GET', '/members')
    const { id } = items.find((one: { email: string }) => one.email === admin.email)
    const url = await provider.consent(await begin('google', admin))
    const providers = world.container.get(MailProviders)
    const grant = providers.grant.bind(providers)
    providers.grant = async (...answer) => {
      const granted = await grant(...answer)
      await change(id, admin)
      return granted
    }
    const page = await back(url, admin)
    providers.grant = grant
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('Another person started')])
    expect(await senders()).toEqual([])
  })

  it('connects the same account again as the same sender, which stays paused if it was', async () => {
    await connectMailbox(connecting, owner)
    const [{ id }] = await senders()
    await owner.do('PATCH', `/senders/${id}`, { name: 'Grace of Sales', limits: { dailyLimit: 7 } })
    await owner.do('POST', `/senders/${id}/pause`)
    expect((await connectMailbox(connecting, owner)).html).toContain('is connected again')
    expect(await senders()).toEqual([
      expect.objectContaining({
        id,
        name: 'Grace of Sales',
        status: 'paused',
        limits: expect.objectContaining({ dailyLimit: 7 }),
      }),
    ])
  })

  it('keeps manual settings when the account is connected again', async () => {
    await connectMailbox(connecting, owner)
    const [{ id }] = await senders()
    const set = {
      replyTo: 'sales@own.example',
      signature: 'Grace',
      dkimSelector: 'mail2026',
      limits: { dailyLimit: 7, gapSeconds: 30, timeZone: 'Europe/Berlin' },
    }
    await owner.do('PATCH', `/senders/${id}`, set)
    connecting.provider.withheld = ['https://www.googleapis.com/auth/gmail.readonly']
    await connectMailbox(connecting, owner)
    expect(await senders()).toMatchObject([{ id, ...set, readsReplies: false }])
  })

  it.each(['google', 'microsoft'] as const)(
    'reads the mailbox at %s from the time of connecting, and continues there after a reconnection',
    async (kind) => {
      const { mailApi, world } = connecting
      const requested: string[] = []
      let historyId = '100'
      mailApi.mailbox = (path) => {
        requested.push(decodeURIComponent(path))
        const link = `${mailApi.url}/v1.0/delta?token=1`
        if (path.includes('/delta')) return { value: [], '@odata.deltaLink': link }
        return path.includes('/history?') ? { historyId: '200' } : { historyId }
      }
      world.clock.advance(24 * 60 * 60)
      owner = await signUp(connecting.api)
      const connectedAt = world.clock.now()
      await connectMailbox(connecting, owner, kind)
      historyId = '150'
      // Advances the test's clock by an hour in which the mailbox is not read, as if every runtime were stopped.
      world.clock.advance(60 * 60)
      await connectMailbox(connecting, owner, kind)
      requested.length = 0
      await readMailboxes(world)
      const begun = requested.flatMap(
        (path) => /(?:startHistoryId=|receivedDateTime ge )[^&]+/.exec(path) ?? [],
      )
      const tenMinutesBefore = new Date(connectedAt.getTime() - 600_000).toISOString()
      const place = { google: 'startHistoryId=100', microsoft: `receivedDateTime ge ${tenMinutesBefore}` }
      expect(begun).toContain(place[kind])
    },
  )

  it('reads mail since the time of connecting if the provider could not give a position', async () => {
    const { mailApi, world } = connecting
    const requested: string[] = []
    mailApi.mailbox = () => null
    const before = Math.floor(world.clock.now().getTime() / 1000)
    await connectMailbox(connecting, owner)
    mailApi.mailbox = (path) => {
      requested.push(decodeURIComponent(path))
      return { historyId: '150' }
    }
    world.clock.advance(60 * 60)
    await readMailboxes(world)
    const [, after] = /after:(\d+)/.exec(requested.join(' ')) ?? []
    expect(Number(after)).toBeLessThanOrEqual(before)
  })

  it('revokes the access at the provider when a mailbox is disconnected', async () => {
    await connectMailbox(connecting, owner)
    const [{ id }] = await senders()
    const before = connecting.provider.revocations
    expect(await owner.do('DELETE', `/senders/${id}`)).toEqual({ isRevoked: true })
    expect(connecting.provider.revocations).toBe(before + 1)
    expect(await senders()).toEqual([])
  })

  it('answers with pages that run no scripts and cannot be framed', async () => {
    const { headers } = await back('http://127.0.0.1/api/v1/channels/google/callback?status=x')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('writes no code and no state into the log', async () => {
    const url = new URL(await connecting.provider.consent(await begin()))
    await back(url.href)
    const log = JSON.stringify(connecting.api.log)
    expect(log).not.toContain(url.searchParams.get('code'))
    expect(log).not.toContain(url.searchParams.get('state'))
  })

  it('is restricted to owners', async () => {
    const member = await addMember(connecting.api, connecting.world.container, owner.organizationId)
    expect((await member.ask('POST', '/senders/google/connect')).status).toBe(403)
  })
})

describe('connecting a mailbox again', () => {
  let connecting: ConnectingWorld
  beforeAll(async () => {
    connecting = await createConnectingWorld()
    connecting.world.clock.follow()
  })
  afterAll(() => connecting.close())

  const run = async () => {
    connecting.world.clock.follow()
    await connecting.world.drain()
  }

  it('continues at once with the messages that waited for the account, when it is connected again', async () => {
    const owner = await signUp(connecting.api)
    const { spinnerId, dataTableId } = await createWorkshop(owner)
    await connectMailbox(connecting, owner)
    const [sender] = (await owner.do('GET', '/senders')).items
    await owner.do('PATCH', `/senders/${sender.id}`, { isDefault: true })
    await connecting.provider.revokeAll()
    const { jobId } = await owner.do('POST', `/spinners/${spinnerId}/jobs`)
    await run()
    await owner.import(dataTableId, 'name,email\nLin,lin@example.com\n')
    const later = await owner.do('POST', `/spinners/${spinnerId}/jobs`)
    await run()
    const reasonsOf = async (id: string) => (await owner.do('GET', `/jobs/${id}`)).reasons
    expect(await reasonsOf(jobId)).toEqual([{ code: 'SENDER_NEEDS_ATTENTION', status: 'waiting', count: 2 }])
    expect(await reasonsOf(later.jobId)).toEqual([{ code: 'SENDER_PAUSED', status: 'waiting', count: 1 }])
    await connectMailbox(connecting, owner)
    await run()
    for (const id of [jobId, later.jobId])
      expect((await owner.do('GET', `/jobs/${id}`)).counts.waiting).toBe(0)
    expect(connecting.mailApi.taken).toHaveLength(3)
  })
})
