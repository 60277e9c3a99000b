import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { AllowedPrivateHosts } from '../../../../src/adapters/channels/allowed-private-hosts.ts'
import { MailboxApis } from '../../../../src/adapters/channels/mailboxes/mailbox-of-kind.ts'
import { ThreadedMailboxes } from '../../../../src/adapters/channels/mailboxes/threaded-mailboxes.ts'
import { inboundFactIn } from '../../../../src/domain/sender/inbound/mail-fact.ts'
import { mailText } from '../../../support/data/mails.ts'
import { maxWaitDuring } from '../../../support/max-wait.ts'
import {
  type HostileImapServer,
  hostileBytes,
  startHostileImapServer,
} from '../../../support/servers/hostile-imap-server.ts'
import { startImapServer, type TestImapServer } from '../../../support/servers/imap-server.ts'

const since = new Date('2026-11-21T09:00:00.000Z')
/**
 * The longest time in milliseconds in which a test reads a mailbox; a turn gives up after 30 seconds. An idle
 * machine needs less than one second, but a lower bound would test the machine's load.
 */
const maxReadingMs = 25_000
/**
 * The longest time in milliseconds for which the test allows a hostile IMAP server to block other work of the
 * process.
 */
const maxWaitMs = 200

describe('the thread that reads mailboxes', () => {
  let good: TestImapServer
  let mailboxes: ThreadedMailboxes

  beforeEach(async () => {
    good = await startImapServer()
    good.mails = [{ uid: 1, text: mailText({}) }]
    mailboxes = new ThreadedMailboxes(new MailboxApis('', ''), new AllowedPrivateHosts(['127.0.0.1']))
  })
  afterEach(async () => {
    await mailboxes.close()
    await good.close()
  })

  const accessTo = (port: number, user = 'sales@own.example') => {
    const settings = { imapHost: '127.0.0.1', imapPort: port, imapTls: false, user }
    return { kind: 'smtp', settings, password: 'secret' } as const
  }
  const read = (port: number, seconds = 30) => {
    const from = { cursor: { validity: '1', next: 1 }, since }
    return mailboxes.read(accessTo(port), from, AbortSignal.timeout(seconds * 1000))
  }

  it('reads like the readers themselves: positions, mails with headers and dates, and errors', async () => {
    const signal = AbortSignal.timeout(10_000)
    const account = `sales@own.example 127.0.0.1:${good.port}`
    const place = await mailboxes.cursorAtEnd(accessTo(good.port), since, signal)
    expect(place).toEqual({ account, validity: '1', next: 2 })
    const { mails, cursor, more } = await read(good.port)
    expect([cursor, more]).toEqual([place, false])
    expect(mails[0]?.headers.get('message-id')).toBe('<answer@example.com>')
    expect(mails[0]?.receivedAt).toBeInstanceOf(Date)
    await expect(mailboxes.cursorAtEnd(accessTo(good.port, 'eve'), since, signal)).rejects.toMatchObject({
      name: 'MailboxFault',
      code: 'REFUSED',
      message: expect.stringContaining('Wrong password'),
    })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('parses hostile mails without blocking the process', async () => {
    const headers = new Map([['message-id', '<report@example.com>']])
    const known = {
      headers,
      trace: [],
      reportParts: [],
      receivedAt: since,
      providerId: null,
      providerThread: null,
    }
    const from = 'mailer-daemon@example.com'
    const hostile = { ...known, from, subject: 'Undelivered', text: `"'`.repeat(32 * 1024) }
    const mailbox = { kind: 'smtp', email: 'sales@own.example', host: '127.0.0.1' } as const
    const signal = AbortSignal.timeout(60_000)
    await mailboxes.factIn(hostile, mailbox, signal)
    const before = performance.eventLoopUtilization()
    const received: unknown[] = []
    for (let no = 0; no < 10; no++) received.push(await mailboxes.factIn(hostile, mailbox, signal))
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
    expect(received).toEqual(received.map(() => inboundFactIn(hostile, mailbox)))
    expect(received[0]).not.toBeNull()
  })

  it('reads a mailbox in time, while hostile servers send without end', async () => {
    const hostile: HostileImapServer[] = []
    for (const bytes of Object.values(hostileBytes)) hostile.push(await startHostileImapServer(bytes()))
    await read(good.port)
    try {
      const faultOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)
      const longest = await maxWaitDuring(async () => {
        const attacks = hostile.map(({ port }) => faultOf(read(port)))
        for (let readings = 0; readings < 5; readings++) {
          const begunAt = performance.now()
          expect((await read(good.port)).mails).toHaveLength(1)
          expect(performance.now() - begunAt).toBeLessThan(maxReadingMs)
        }
        const fault = expect.objectContaining({ name: 'MailboxFault' })
        expect(await Promise.all(attacks)).toEqual(hostile.map(() => fault))
      })
      expect(longest).toBeLessThan(maxWaitMs)
      const place = mailboxes.cursorAtEnd(accessTo(hostile[0]?.port ?? 0), since, AbortSignal.timeout(15_000))
      await expect(place).rejects.toMatchObject({ code: 'UNREADABLE' })
    } finally {
      for (const server of hostile) await server.close()
    }
  })

  it('continues in another thread after one was ended', async () => {
    good.hangsAt = 'EXAMINE'
    const hanging = read(good.port)
    hanging.catch(() => {})
    await untilIncludes(good.commands, 'EXAMINE')
    await mailboxes.close()
    await expect(hanging).rejects.toMatchObject({ code: 'UNREADABLE' })
    good.hangsAt = null
    expect((await read(good.port)).mails).toHaveLength(1)
  })

  it('cancels a reading, and disconnects', async () => {
    good.hangsAt = 'EXAMINE'
    const stopping = new AbortController()
    const hanging = mailboxes.cursorAtEnd(accessTo(good.port), since, stopping.signal)
    hanging.catch(() => {})
    await untilIncludes(good.commands, 'EXAMINE')
    stopping.abort()
    await expect(hanging).rejects.toMatchObject({ code: 'UNREACHABLE' })
    good.hangsAt = null
    expect((await read(good.port)).mails).toHaveLength(1)
    expect(good.connections()).toBeLessThanOrEqual(1)
  })
})

async function untilIncludes(commands: readonly string[], command: string): Promise<void> {
  for (let tries = 0; tries < 1_000 && !commands.includes(command); tries++)
    await new Promise((resolve) => setTimeout(resolve, 10))
}
