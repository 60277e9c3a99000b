import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { GraphMailbox } from '../../../../src/adapters/channels/mailboxes/graph-mailbox.ts'
import type { MailboxCursor } from '../../../../src/domain/sender/inbound/mailbox.ts'
import { mailText } from '../../../support/data/mails.ts'
import { type HttpAnswer, type HttpReceiver, startReceiver } from '../../../support/servers/http-receiver.ts'

const since = new Date('2026-11-21T09:00:00.000Z')

describe('GraphMailbox', () => {
  let graph: HttpReceiver
  let page: HttpAnswer

  beforeEach(async () => {
    graph = await startReceiver()
    page = { json: { value: [], '@odata.deltaLink': `${graph.url}/delta?token=2` } }
    graph.answer = (path) => {
      if (path.includes('/large/$value')) return { text: mailText({ text: 'a'.repeat(10 * 1024 * 1024) }) }
      if (path.endsWith('/gone/$value')) return { status: 404, json: {} }
      if (path.endsWith('/$value')) return { text: mailText({}) }
      return page
    }
  })
  afterEach(() => graph.close())

  const read = (cursor: MailboxCursor | null, signal = new AbortController().signal, turnMs?: number) =>
    new GraphMailbox(graph.url, turnMs).read(
      { kind: 'microsoft', token: 'token', settings: {} },
      { cursor, since },
      signal,
    )
  const message = (id: string) => ({ id, conversationId: 'thread', receivedDateTime: '2026-11-21T10:00:00Z' })

  it('begins at the time of connecting, and stores that time as its position', async () => {
    const access = { kind: 'microsoft', token: 'token', settings: {} } as const
    const place = await new GraphMailbox(graph.url).cursorAtEnd(access, since)
    expect(graph.requestedPaths).toEqual([])
    await read(place)
    expect(decodeURIComponent(graph.requestedPaths[0] ?? '')).toContain(
      `receivedDateTime ge ${since.toISOString()}`,
    )
  })

  it('begins with later mail, and continues at the link from the provider', async () => {
    expect(await read(null)).toEqual({
      mails: [],
      cursor: { link: `${graph.url}/delta?token=2` },
      more: false,
    })
    expect(decodeURIComponent(graph.requestedPaths[0] ?? '')).toContain(
      `receivedDateTime ge ${since.toISOString()}`,
    )
    await read({ link: `${graph.url}/delta?token=2` })
    expect(graph.requestedPaths.at(-1)).toBe('/delta?token=2')
  })

  it('reads new mail with its conversation, and no deleted mail', async () => {
    const value = [
      message('a'),
      { id: 'b', '@removed': { reason: 'deleted' } },
      message('gone'),
      message('large'),
    ]
    page = { json: { value, '@odata.nextLink': `${graph.url}/delta?skip=1` } }
    const { mails, more } = await read({ link: `${graph.url}/delta?token=1` })
    expect(mails.map(({ providerId, providerThread, from }) => [providerId, providerThread, from])).toEqual([
      ['a', 'thread', 'ada@example.com'],
      ['large', 'thread', 'ada@example.com'],
    ])
    expect(mails[1]?.text.length).toBeLessThanOrEqual(64 * 1024)
    expect(more).toBe(true)
  })

  it('returns the other mails if the provider does not hand over one', async () => {
    page = {
      json: { value: [message('bad'), message('a')], '@odata.deltaLink': `${graph.url}/delta?token=2` },
    }
    const answer = graph.answer
    graph.answer = (path) =>
      path.includes('/bad/') ? { status: 500, json: { error: { message: 'No' } } } : answer(path)
    const { mails, cursor } = await read({ link: `${graph.url}/delta?token=1` })
    expect(mails.map(({ providerId, fault }) => [providerId, fault])).toEqual([
      ['bad', { code: 'UNREACHABLE', serverResponse: 'No' }],
      ['a', undefined],
    ])
    expect(mails[0]?.receivedAt).toEqual(new Date('2026-11-21T10:00:00Z'))
    expect(cursor).toEqual({ link: `${graph.url}/delta?token=2` })
  })

  it('continues in the middle of a page if its time was over, also if its order has changed', async () => {
    const link = `${graph.url}/delta?token=1`
    const pageOf = (...ids: string[]) => ({
      json: { value: ids.map(message), '@odata.deltaLink': `${graph.url}/delta?token=2` },
    })
    page = pageOf('a', 'b', 'c')
    const first = await read({ link }, undefined, -1)
    expect([first.mails.map(({ providerId }) => providerId), first.more]).toEqual([['a'], true])
    page = pageOf('c', 'a', 'b')
    const second = await read(first.cursor, undefined, -1)
    expect(second.mails.map(({ providerId }) => providerId)).toEqual(['c'])
    const third = await read(second.cursor, undefined, -1)
    expect([third.mails.map(({ providerId }) => providerId), third.more]).toEqual([['b'], false])
    expect(third.cursor).toEqual({ link: `${graph.url}/delta?token=2` })
  })

  it('begins again at the last reading if its state has expired', async () => {
    const fresh = page
    graph.answer = (path) =>
      path.includes('token=old') ? { status: 410, json: { error: { code: 'syncStateNotFound' } } } : fresh
    const { cursor } = await read({ link: `${graph.url}/delta?token=old` })
    expect(cursor).toEqual({ link: `${graph.url}/delta?token=2` })
    expect(graph.requestedPaths).toHaveLength(2)
  })

  it('sends its token to no other host, whatever a link says', async () => {
    page = { json: { value: [], '@odata.deltaLink': 'https://evil.example/delta' } }
    await expect(read(null)).rejects.toMatchObject({ code: 'UNREADABLE' })
    await expect(read({ link: 'https://evil.example/delta' })).rejects.toMatchObject({ code: 'UNREADABLE' })
  })

  it('reports when the provider asks to wait', async () => {
    page = {
      status: 429,
      json: { error: { message: 'Too many requests' } },
      headers: { 'retry-after': '120' },
    }
    await expect(read(null)).rejects.toMatchObject({ code: 'TEMPORARILY_REFUSED', retryAfterSeconds: 120 })
  })
})
