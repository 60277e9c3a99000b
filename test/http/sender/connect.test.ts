import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  type ConnectingWorld,
  comeBack,
  connectMailbox,
  createConnectingWorld,
} from '../../support/connecting-world.ts'
import { addMember, type Person, signUp } from '../../support/data/person.ts'
import { readMailboxes } from '../../support/read-mailboxes.ts'
import { adapters } from '../../support/world.ts'

describe.each(adapters)('connecting a mailbox, on %s', (name) => {
  let connecting: ConnectingWorld
  let owner: Person

  beforeAll(async () => {
    connecting = await createConnectingWorld(name)
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
    'makes the mailbox at %s a sender, with a normalised address',
    async (kind) => {
      const page = await connectMailbox(connecting, owner, kind)
      expect(page.html).toContain('The mailbox is connected')
      expect(page.html).toContain('Grace@bücher.example')
      expect(page.status).toBe(200)
      expect(await senders()).toEqual([
        expect.objectContaining({
          kind,
          name: 'Grace Hopper',
          address: 'Grace@xn--bcher-kva.example',
          readableAddress: 'Grace@bücher.example',
          state: 'connected',
          isDefault: true,
          readsReplies: true,
          smtp: null,
        }),
      ])
    },
  )

  it('asks the provider with PKCE, a state and a nonce, for what it needs', async () => {
    const asked = new URL(await begin()).searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(asked.get('state')).toMatch(/^cst_\w{36}$/)
    expect(asked.get('nonce')).toMatch(/^[\w-]{43}$/)
    expect(asked.get('access_type')).toBe('offline')
    expect(asked.get('redirect_uri')).toBe('http://127.0.0.1:3000/api/v1/channels/google/callback')
    expect(asked.get('scope')).toContain('https://www.googleapis.com/auth/gmail.send')
  })

  it('leads a browser that brings no session back to itself once, and then says to sign in', async () => {
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

  it('says that nothing was connected where the consent was denied, in the words of the provider, escaped', async () => {
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
    ['much too long', `?state=${'a'.repeat(9_000)}`],
  ])('believes no state that is %s', async (_, search) => {
    const page = await back(`http://127.0.0.1/api/v1/channels/google/callback${search}`)
    expect([page.status, page.html]).toEqual([400, expect.stringContaining('was not asked for')])
    expect(page.html).not.toContain('<script')
  })

  it('takes an answer once', async () => {
    const url = await connecting.provider.consent(await begin())
    expect((await back(url)).status).toBe(200)
    const again = await back(url)
    expect([again.status, again.html]).toEqual([409, expect.stringContaining('was used already')])
    expect(await senders()).toHaveLength(1)
  })

  it('connects one of five callbacks that come at once', async () => {
    const url = await connecting.provider.consent(await begin())
    const pages = await Promise.all(Array.from({ length: 5 }, () => back(url)))
    expect(pages.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    expect(await senders()).toHaveLength(1)
  })

  it('takes no answer after ten minutes', async () => {
    const url = await connecting.provider.consent(await begin())
    connecting.world.clock.advance(10 * 60)
    const page = await back(url)
    expect([page.status, page.html]).toEqual([410, expect.stringContaining('took too long')])
  })

  it('connects nothing in the session of somebody else, and leaves the answer to whom it belongs', async () => {
    const [stranger, member] = [
      await signUp(connecting.api),
      await addMember(connecting.api, connecting.world.container, owner.organizationId),
    ]
    const url = await connecting.provider.consent(await begin())
    for (const other of [stranger, member]) {
      const page = await back(url, other)
      expect([page.status, page.html]).toEqual([403, expect.stringContaining('Somebody else has asked')])
    }
    expect((await stranger.do('GET', '/senders')).items).toEqual([])
    expect((await back(url)).status).toBe(200)
  })

  it('connects nothing after its session has ended', async () => {
    const url = await connecting.provider.consent(await begin())
    await owner.do('POST', '/auth/logout')
    const page = await back(`${url}&again=1`)
    expect(page.status).toBe(401)
  })

  it('does not show the answer of one provider to the other', async () => {
    const url = await connecting.provider.consent(await begin('google'))
    const page = await back(url.replace('/google/', '/microsoft/'))
    expect(page.status).toBe(400)
    expect(await senders()).toEqual([])
  })

  it('refuses a code that was got for another request', async () => {
    const theirs = new URL(await connecting.provider.consent(await begin()))
    const own = new URL(await connecting.provider.consent(await begin()))
    own.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    const page = await back(own.href)
    expect([page.status, page.html]).toEqual([400, expect.stringContaining('belongs to another request')])
    expect(await senders()).toEqual([])
  })

  it('refuses an answer that says it is from another issuer', async () => {
    const url = new URL(await connecting.provider.consent(await begin()))
    url.searchParams.set('iss', 'https://evil.example')
    expect((await back(url.href)).status).toBe(400)
    expect(await senders()).toEqual([])
  })

  it('says which permission is missing, and hands back the rest', async () => {
    const { provider } = connecting
    provider.withheld = ['https://www.googleapis.com/auth/gmail.send']
    const before = provider.revocations
    const page = await back(await provider.consent(await begin()))
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('A permission is missing')])
    expect(provider.revocations).toBe(before + 1)
    expect(await senders()).toEqual([])
  })

  it('takes a mailbox whose replies may not be read, and says so', async () => {
    connecting.provider.withheld = ['https://www.googleapis.com/auth/gmail.readonly']
    await connectMailbox(connecting, owner)
    expect(await senders()).toEqual([expect.objectContaining({ readsReplies: false })])
  })

  it('says what to do where access ends after an hour', async () => {
    connecting.provider.givesRefreshTokens = false
    const page = await back(await connecting.provider.consent(await begin()))
    expect([page.status, page.html]).toEqual([502, expect.stringContaining('gave access for an hour only')])
    expect(await senders()).toEqual([])
  })

  it.each(['html', 'error', 'cut'] as const)(
    'says to wait where the token endpoint does this: %s',
    async (fault) => {
      connecting.provider.tokenFault = fault
      const page = await back(await connecting.provider.consent(await begin()))
      expect([page.status, page.html]).toEqual([503, expect.stringContaining('The provider does not answer')])
      expect(await senders()).toEqual([])
    },
  )

  it('takes a name that would be another header for one line', async () => {
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

  it('connects the same account again as the same sender, paused if it was', async () => {
    await connectMailbox(connecting, owner)
    const [{ id }] = await senders()
    await owner.do('PATCH', `/senders/${id}`, { name: 'Grace of Sales', limits: { dailyLimit: 7 } })
    await owner.do('POST', `/senders/${id}/pause`)
    expect((await connectMailbox(connecting, owner)).html).toContain('is connected again')
    expect(await senders()).toEqual([
      expect.objectContaining({
        id,
        name: 'Grace of Sales',
        state: 'paused',
        limits: expect.objectContaining({ dailyLimit: 7 }),
      }),
    ])
  })

  it('keeps what was set by hand when the account is connected again', async () => {
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
    'reads the mailbox at %s from the moment of connecting, and goes on there when it is connected again',
    async (kind) => {
      const { mailApi, world } = connecting
      const asked: string[] = []
      let historyId = '100'
      mailApi.mailbox = (path) => {
        asked.push(decodeURIComponent(path))
        const link = `${mailApi.url}/v1.0/delta?token=1`
        if (path.includes('/delta')) return { value: [], '@odata.deltaLink': link }
        return path.includes('/history?') ? { historyId: '200' } : { historyId }
      }
      world.clock.advance(24 * 60 * 60)
      owner = await signUp(connecting.api)
      const connectedAt = world.clock.now()
      await connectMailbox(connecting, owner, kind)
      historyId = '150'
      // The mailbox is not read for an hour, as if every runtime were stopped.
      world.clock.advance(60 * 60)
      await connectMailbox(connecting, owner, kind)
      asked.length = 0
      await readMailboxes(world)
      const begun = asked.flatMap((path) => /(?:startHistoryId=|receivedDateTime ge )[^&]+/.exec(path) ?? [])
      const tenMinutesBefore = new Date(connectedAt.getTime() - 600_000).toISOString()
      const place = { google: 'startHistoryId=100', microsoft: `receivedDateTime ge ${tenMinutesBefore}` }
      expect(begun).toContain(place[kind])
    },
  )

  it('reads what came since the moment of connecting where the provider could not say its place', async () => {
    const { mailApi, world } = connecting
    const asked: string[] = []
    mailApi.mailbox = () => null
    const before = Math.floor(world.clock.now().getTime() / 1000)
    await connectMailbox(connecting, owner)
    mailApi.mailbox = (path) => {
      asked.push(decodeURIComponent(path))
      return { historyId: '150' }
    }
    world.clock.advance(60 * 60)
    await readMailboxes(world)
    const [, after] = /after:(\d+)/.exec(asked.join(' ')) ?? []
    expect(Number(after)).toBeLessThanOrEqual(before)
  })

  it('revokes at the provider what is disconnected', async () => {
    await connectMailbox(connecting, owner)
    const [{ id }] = await senders()
    const before = connecting.provider.revocations
    expect(await owner.do('DELETE', `/senders/${id}`)).toEqual({ revoked: true })
    expect(connecting.provider.revocations).toBe(before + 1)
    expect(await senders()).toEqual([])
  })

  it('answers with pages that run nothing and are framed by nobody', async () => {
    const { headers } = await back('http://127.0.0.1/api/v1/channels/google/callback?state=x')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('writes neither code nor state into the log', async () => {
    const url = new URL(await connecting.provider.consent(await begin()))
    await back(url.href)
    const log = JSON.stringify(connecting.api.log)
    expect(log).not.toContain(url.searchParams.get('code'))
    expect(log).not.toContain(url.searchParams.get('state'))
  })

  it('is for owners', async () => {
    const member = await addMember(connecting.api, connecting.world.container, owner.organizationId)
    expect((await member.ask('POST', '/senders/google/connect')).status).toBe(403)
  })
})
