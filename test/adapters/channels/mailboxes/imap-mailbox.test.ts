import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { ImapMailbox } from '../../../../src/adapters/channels/mailboxes/imap-mailbox.ts'
import type { MailboxCursor } from '../../../../src/domain/sender/inbound/mailbox.ts'
import type { MailboxReader } from '../../../../src/ports/sender/inbound/mailbox-reader.ts'
import { mailText } from '../../../support/data/mails.ts'
import { startImapServer, type TestImapServer } from '../../../support/servers/imap-server.ts'
import { until } from '../../../support/until.ts'

const since = new Date('2026-11-21T09:00:00.000Z')
const mail = (uid: number, changes: Parameters<typeof mailText>[0] = {}) => ({
  uid,
  text: mailText({ headers: { 'Message-ID': `<${uid}@example.com>` }, ...changes }),
})

describe('ImapMailbox', () => {
  let server: TestImapServer
  const reader: MailboxReader = new ImapMailbox(new Set(['127.0.0.1']))

  beforeEach(async () => {
    server = await startImapServer()
  })
  afterEach(() => server.close())

  const accessWith = (changes = {}) => {
    const settings = {
      imapHost: '127.0.0.1',
      imapPort: server.port,
      imapTls: false,
      user: 'sales@own.example',
    }
    return { kind: 'smtp', settings: { ...settings, ...changes }, password: 'secret' } as const
  }
  const read = (cursor: MailboxCursor | null, changes = {}, signal = new AbortController().signal) =>
    reader.read(accessWith(changes), { cursor, since }, signal)
  /** Returns the present cursor for the INBOX of the account that the tests read. */
  const at = (validity: string, next: number) => {
    const account = `sales@own.example 127.0.0.1:${server.port}`
    return { account, validity, next }
  }
  const idsOf = ({ mails }: Awaited<ReturnType<typeof read>>) =>
    mails.map(({ headers }) => headers.get('message-id'))

  it('begins after the newest mail at the time of connecting, and continues there', async () => {
    server.mails = [mail(1), mail(2)]
    const place = await reader.cursorAtEnd(accessWith(), since, new AbortController().signal)
    expect(place).toEqual(at('1', 3))
    expect(idsOf(await read(place))).toEqual([])
    server.mails.push(mail(3), mail(7))
    const second = await read(place)
    expect([idsOf(second), second.cursor]).toEqual([['<3@example.com>', '<7@example.com>'], at('1', 8)])
    expect(second.mails[0]).toMatchObject({
      from: 'ada@example.com',
      subject: 'Re: Hello',
      providerId: '1.3',
    })
    expect(idsOf(await read(second.cursor))).toEqual([])
  })

  it('reads a limited number of mails at a time', async () => {
    server.mails = Array.from({ length: 120 }, (_, index) => mail(index + 1))
    const sizes: number[] = []
    let cursor: MailboxCursor = { validity: '1', next: 1 }
    for (let more = true; more; ) {
      const part = await read(cursor)
      sizes.push(part.mails.length)
      ;({ cursor, more } = part)
    }
    expect([sizes, cursor]).toEqual([[50, 50, 20], at('1', 121)])
  })

  it('passes over changes of flags that the server reports meanwhile', async () => {
    server.mails = Array.from({ length: 120 }, (_, index) => mail(index + 1))
    server.reports = ['* 1 FETCH (FLAGS (\\Seen))', '* 120 FETCH (UID 120 FLAGS (\\Seen))']
    const ids: unknown[] = []
    let cursor: MailboxCursor = at('1', 1)
    for (let more = true; more; ) {
      const part = await read(cursor)
      ids.push(...idsOf(part))
      ;({ cursor, more } = part)
    }
    expect(ids).toEqual(server.mails.map(({ uid }) => `<${uid}@example.com>`))
    expect(cursor).toEqual(at('1', 121))
  })

  it.each([
    ['there is no position', () => null],
    ['the position has no UID', () => JSON.parse(JSON.stringify(at('1', Number.NaN)))],
    ['UIDVALIDITY has changed', () => at('7', 1)],
    ['the account has changed', () => ({ ...at('1', 1), account: 'sales@own.example imap.example.com:993' })],
  ])('reads all mail since the last reading if %s, a part at a time', async (_, from) => {
    server.mails = Array.from({ length: 220 }, (_none, index) => mail(index + 1))
    let cursor: MailboxCursor | null = from()
    const ids: unknown[] = []
    for (let more = true; more; ) {
      const part = await read(cursor)
      ids.push(...idsOf(part))
      ;({ cursor, more } = part)
    }
    expect(ids).toEqual(server.mails.map(({ uid }) => `<${uid}@example.com>`))
    expect(cursor).toEqual(at('1', 221))
  })

  it('searches the days since the last reading again if UIDVALIDITY has changed, or is wrong', async () => {
    server.mails = [mail(1), mail(2)]
    server.uidValidity = 9
    const anew = await read({ validity: '1', next: 40 })
    expect([idsOf(anew), anew.cursor, anew.more]).toEqual([
      ['<1@example.com>', '<2@example.com>'],
      at('9', 3),
      false,
    ])
    const lies = await read({ validity: '9', next: 40 })
    expect([idsOf(lies), lies.cursor]).toEqual([['<1@example.com>', '<2@example.com>'], at('9', 3)])
  })

  it('reads the newest 200 mails of a server whose UIDVALIDITY changes each time', async () => {
    server.mails = Array.from({ length: 500 }, (_, index) => mail(index + 1))
    const first = await read(at('7', 1))
    expect([first.mails.length, first.more]).toEqual([50, true])
    server.uidValidity = 2
    const second = await read(first.cursor)
    expect([second.mails.length, second.more, idsOf(second).at(-1)]).toEqual([
      200,
      false,
      '<500@example.com>',
    ])
  })

  it('reads the newest 200 mails of such a server even if they are large', async () => {
    const large = { text: 'a'.repeat(30_000) }
    server.mails = Array.from({ length: 220 }, (_, index) => mail(index + 1, large))
    const first = await read(at('7', 1))
    server.uidValidity = 2
    const second = await read(first.cursor)
    expect(idsOf(second)).toEqual(server.mails.slice(-200).map(({ uid }) => `<${uid}@example.com>`))
    expect([second.cursor, second.more]).toEqual([at('2', 221), false])
  })

  it('reads the newest mails of such a server first, because it does not continue', async () => {
    const large = { text: 'a'.repeat(1024 * 1024) }
    server.ignoresParts = true
    server.mails = Array.from({ length: 60 }, (_, index) => mail(index + 1, large))
    const first = await read(at('7', 1))
    server.uidValidity = 2
    const second = await read(first.cursor)
    expect(second.mails.length).toBeLessThan(60)
    expect(idsOf(second)).toContain('<60@example.com>')
    expect([second.cursor, second.more]).toEqual([at('2', 61), false])
  })

  it.each([false, true])(
    'reads a reply of ten megabytes in part (sent completely: %s)',
    async (ignoresParts) => {
      server.ignoresParts = ignoresParts
      server.mails = [mail(1, { text: 'a'.repeat(10 * 1024 * 1024) })]
      const { mails, cursor } = await read({ validity: '1', next: 1 })
      expect(mails[0]?.from).toBe('ada@example.com')
      expect(mails[0]?.text.length).toBeLessThanOrEqual(64 * 1024)
      expect(cursor).toEqual(at('1', 2))
      if (!ignoresParts) expect(server.sentBytes()).toBeLessThan(200 * 1024)
    },
  )

  it.each(['LOGIN', 'EXAMINE', 'UID SEARCH', 'UID FETCH'])(
    'ends a reading when the server does not answer %s',
    async (command) => {
      server.hangsAt = command
      server.mails = [mail(1)]
      const { signal, abort } = bound()
      const reading = read({ validity: '1', next: 1 }, {}, signal)
      reading.catch(() => {})
      await until(() => server.commands.includes(command))
      abort()
      await expect(reading).rejects.toMatchObject({ name: 'MailboxFault', code: 'UNREACHABLE' })
    },
  )

  it.each([
    ['from its position', () => at('1', 1)],
    ['from a time', () => null],
  ])('keeps its position when the server refuses a search %s', async (_, from) => {
    server.mails = [mail(1)]
    server.refuses = 'UID SEARCH'
    await expect(read(from())).rejects.toMatchObject({ name: 'MailboxFault', code: 'UNREACHABLE' })
    server.refuses = null
    expect(idsOf(await read(from()))).toEqual(['<1@example.com>'])
  })

  it('keeps its position when a server without UIDNEXT refuses to search its last mail', async () => {
    server.mails = [mail(1)]
    server.uidNext = Number.NaN
    server.refuses = 'UID SEARCH'
    await expect(read(null)).rejects.toMatchObject({ name: 'MailboxFault', code: 'UNREACHABLE' })
  })

  it('returns no Message-IDs of sent messages, because SMTP keeps those of the service', async () => {
    const { signal } = bound()
    expect(await reader.sentIds(accessWith(), [], signal)).toEqual([])
    expect(server.commands).toEqual([])
  })

  it('reports the words of a server that refuses it', async () => {
    await expect(read(null, { user: 'somebody@else.example' })).rejects.toMatchObject({
      code: 'REFUSED',
      message: expect.stringContaining('Wrong password'),
    })
    await expect(read(null, { imapHost: '' })).rejects.toMatchObject({ code: 'REFUSED' })
    await expect(read(null, { imapHost: 1 })).rejects.toMatchObject({ code: 'REFUSED' })
  })

  it('connects to no private address, and sends no password without TLS to a forbidden one', async () => {
    const strict = new ImapMailbox(new Set())
    const settings = {
      imapHost: '127.0.0.1',
      imapPort: server.port,
      imapTls: false,
      user: 'sales@own.example',
    }
    const access = { kind: 'smtp', settings, password: 'secret' } as const
    await expect(
      strict.read(access, { cursor: null, since }, new AbortController().signal),
    ).rejects.toMatchObject({
      code: 'REFUSED',
      message: expect.stringContaining('public internet'),
    })
    expect(server.commands).toEqual([])
  })
})

function bound() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
