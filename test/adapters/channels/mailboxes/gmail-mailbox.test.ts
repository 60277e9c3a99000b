import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { GmailMailbox } from '../../../../src/adapters/channels/mailboxes/gmail-mailbox.ts'
import type { MailboxCursor } from '../../../../src/domain/sender/inbound/mailbox.ts'
import { mailText } from '../../../support/data/mails.ts'
import { type HttpReceiver, startReceiver } from '../../../support/servers/http-receiver.ts'

const since = new Date('2026-11-21T09:00:00.000Z')

describe('GmailMailbox', () => {
  let gmail: HttpReceiver
  let history: object | null
  let texts: Record<string, string>

  beforeEach(async () => {
    gmail = await startReceiver()
    history = { historyId: '101' }
    texts = {}
    gmail.answer = (path) => {
      const [, id] = /\/messages\/(\w+)\?format=raw$/.exec(path) ?? []
      if (path.endsWith('/profile')) return { json: { historyId: '100' } }
      if (path.includes('/history?')) return history === null ? { status: 404, json: {} } : { json: history }
      if (id !== undefined && texts[id] !== undefined) {
        const raw = Buffer.from(texts[id] ?? '').toString('base64url')
        return { json: { id, threadId: 'thread', internalDate: '1795255200000', raw } }
      }
      if (path.includes('/messages?'))
        return { json: { messages: Object.keys(texts).map((one) => ({ id: one })) } }
      return { status: 404, json: {} }
    }
  })
  afterEach(() => gmail.close())

  const read = (cursor: MailboxCursor | null, signal = new AbortController().signal, turnMs?: number) =>
    new GmailMailbox(gmail.url, turnMs).read(
      { kind: 'google', token: 'token', settings: {} },
      { cursor, since },
      signal,
    )
  const added = (id: string, labelIds = ['INBOX']) => ({ messagesAdded: [{ message: { id, labelIds } }] })

  it('requests at most 200 mails in a minute, so that it stays inside the quota of Gmail', async () => {
    for (const id of ['m1', 'm2', 'm3', 'm4']) texts[id] = mailText({})
    const begun = performance.now()
    const { mails } = await read(null)
    expect(mails).toHaveLength(4)
    expect(performance.now() - begun).toBeGreaterThan(3 * 300 - 20)
  })

  it('begins after the newest message at the time of connecting', async () => {
    const access = { kind: 'google', token: 'token', settings: {} } as const
    const place = new GmailMailbox(gmail.url).cursorAtEnd(access, since, new AbortController().signal)
    expect(await place).toEqual({ historyId: '100' })
    expect([...gmail.authorizations]).toEqual(['Bearer token'])
  })

  it('reads mail since the time of connecting if it has no position', async () => {
    texts = { a: mailText({}) }
    const { mails, cursor } = await read(null)
    expect([mails.length, cursor]).toEqual([1, { historyId: '100' }])
  })

  it('reads all mail since the last reading, one page at a time', async () => {
    texts = { a: mailText({}), b: mailText({}) }
    const answer = gmail.answer
    gmail.answer = (path) => {
      if (!path.includes('/messages?')) return answer(path)
      const page = new URL(path, gmail.url).searchParams.get('pageToken')
      return page === null
        ? { json: { messages: [{ id: 'a' }], nextPageToken: 'second' } }
        : { json: { messages: page === 'second' ? [{ id: 'b' }] : [] } }
    }
    const first = await read(null)
    expect([first.mails.length, first.more]).toEqual([1, true])
    const second = await read(first.cursor)
    expect(second.mails.map(({ providerId }) => providerId)).toEqual(['b'])
    expect([second.cursor, second.more]).toEqual([{ historyId: '100' }, false])
  })

  it('reads added mail with its thread, and neither sent nor deleted mail', async () => {
    texts = { a: mailText({}) }
    const sent = added('b', ['SENT'])
    history = { history: [added('a'), added('a'), sent, added('gone')], historyId: '101' }
    const { mails, cursor, more } = await read({ historyId: '100' })
    expect(mails).toMatchObject([{ from: 'ada@example.com', providerId: 'a', providerThread: 'thread' }])
    expect([cursor, more]).toEqual([{ historyId: '101' }, false])
  })

  it('continues where a page ended', async () => {
    history = { history: [{ id: '100' }, { id: '105' }], nextPageToken: 'next', historyId: '900' }
    expect(await read({ historyId: '100' })).toEqual({ mails: [], cursor: { historyId: '105' }, more: true })
  })

  it('reads mail since the last reading if its history has expired', async () => {
    history = null
    texts = { a: mailText({}) }
    const { mails, cursor } = await read({ historyId: '3' })
    expect([mails.length, cursor]).toEqual([1, { historyId: '100' }])
    expect(gmail.requestedPaths.some((path) => path.includes(`after%3A${since.getTime() / 1000}`))).toBe(true)
  })

  /** Makes Gmail answer the request for one mail with an error. */
  const refuse = (id: string, status: number) => {
    const answer = gmail.answer
    gmail.answer = (path) =>
      path.includes(`/messages/${id}?`) ? { status, json: { error: { message: 'No' } } } : answer(path)
  }

  it.each([
    [500, 'UNREACHABLE'],
    [400, 'REFUSED'],
    [403, 'REFUSED'],
  ])('returns the other mails if the provider answers one with %d', async (status, code) => {
    texts = { a: mailText({}), b: mailText({}), c: mailText({}) }
    history = { history: [added('a'), added('b'), added('c')], historyId: '101' }
    refuse('b', status)
    const { mails, cursor } = await read({ historyId: '100' })
    const seen = mails.map(({ providerId, from, fault }) => [providerId, from, fault])
    expect(seen).toEqual([
      ['a', 'ada@example.com', undefined],
      ['b', null, { code, serverResponse: 'No' }],
      ['c', 'ada@example.com', undefined],
    ])
    expect(cursor).toEqual({ historyId: '101' })
  })

  it.each([
    [401, 'REFUSED'],
    [429, 'TEMPORARILY_REFUSED'],
    [503, 'TEMPORARILY_REFUSED'],
  ])('ends the reading if the answer for a mail is about the account (%d)', async (status, code) => {
    texts = { a: mailText({}), b: mailText({}) }
    history = { history: [added('a'), added('b')], historyId: '101' }
    refuse('b', status)
    await expect(read({ historyId: '100' })).rejects.toMatchObject({ code })
  })

  const readIds = () => {
    const message = { messageId: '<1@own.example>', address: 'ada@example.com', createdAt: since }
    const sent = ['a', 'b', 'c'].map((id) => ({ ...message, id, providerId: id }))
    const answer = gmail.answer
    gmail.answer = (path) => {
      const [, id] = /\/messages\/(\w+)\?format=metadata/.exec(path) ?? []
      const known = answer(path)
      if (id === undefined || known.status !== 404) return known
      const headers = [{ name: 'Message-ID', value: `<${id}@mail.example>` }]
      return { json: { threadId: 'thread', payload: { headers } } }
    }
    const access = { kind: 'google', token: 'token', settings: {} } as const
    return new GmailMailbox(gmail.url).sentIds(access, sent, new AbortController().signal)
  }

  it.each([500, 400, 403])(
    'reads back the other Message-IDs if the provider answers one with %d',
    async (status) => {
      refuse('b', status)
      const thread = { providerId: null, providerThread: 'thread' }
      expect(await readIds()).toEqual([
        { id: 'a', providerMessageId: '<a@mail.example>', ...thread },
        { id: 'c', providerMessageId: '<c@mail.example>', ...thread },
      ])
    },
  )

  it.each([
    [401, 'REFUSED'],
    [429, 'TEMPORARILY_REFUSED'],
  ])('reads back no Message-ID if the answer for one is about the account (%d)', async (status, code) => {
    refuse('b', status)
    await expect(readIds()).rejects.toMatchObject({ code })
  })

  it.each([
    ['history', { historyId: '100' }, { historyId: '101' }],
    ['list', null, { historyId: '100' }],
  ])('continues in the middle of a page of its %s if its time was over', async (_, from, end) => {
    texts = { a: mailText({}), b: mailText({}), c: mailText({}) }
    history = { history: [added('a'), added('b'), added('c')], historyId: '101' }
    const ids: unknown[] = []
    let cursor: MailboxCursor | null = from
    for (let more = true; more; ) {
      const part = await read(cursor, undefined, -1)
      expect(part.mails).toHaveLength(1)
      ids.push(part.mails[0]?.providerId)
      ;({ cursor, more } = part)
    }
    expect([ids, cursor]).toEqual([['a', 'b', 'c'], end])
  })

  it('reads the beginning of a reply of ten megabytes', async () => {
    texts = { a: mailText({ text: 'a'.repeat(10 * 1024 * 1024) }) }
    history = { history: [added('a')], historyId: '101' }
    const { mails } = await read({ historyId: '100' })
    expect(mails[0]?.from).toBe('ada@example.com')
    expect(mails[0]?.text.length).toBeLessThanOrEqual(64 * 1024)
  })

  it.each([
    [
      { status: 429, json: { error: { message: 'Slow down' } }, headers: { 'retry-after': '30' } },
      'TEMPORARILY_REFUSED',
      'Slow down',
    ],
    [
      { status: 403, json: { error: { message: 'Quota exceeded', status: 'rateLimitExceeded' } } },
      'TEMPORARILY_REFUSED',
      'Quota exceeded',
    ],
    [{ status: 401, json: { error: { message: 'Invalid Credentials' } } }, 'REFUSED', 'Invalid Credentials'],
    [{ status: 500, text: '<html>' }, 'UNREACHABLE', '500'],
    [{ status: 200, text: '<html>Sign in</html>' }, 'UNREADABLE', 'JSON'],
  ])('reports the error of the provider (%j)', async (answer, code, message) => {
    gmail.answer = () => answer
    await expect(read({ historyId: '100' })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
  })

  it('ends a reading when the provider does not answer', async () => {
    gmail.answer = () => ({ hangs: true })
    await expect(read({ historyId: '100' }, AbortSignal.timeout(100))).rejects.toMatchObject({
      code: 'UNREACHABLE',
    })
  })
})
