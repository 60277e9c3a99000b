import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { SmtpChannel } from '../../../src/adapters/channels/smtp-channel.ts'
import { SignedMessageIds } from '../../../src/adapters/security/signed-message-ids.ts'
import type { EmailMessage } from '../../../src/domain/sender/message/message.ts'
import { ringOf } from '../../support/ring.ts'

/** What a server says to each command; a reply of null hangs up. */
type Script = Partial<Record<'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'message', string | null>>

/** A server that does exactly what a test needs it to do wrong. */
class ScriptedServer {
  readonly received: string[] = []
  connections = 0
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor(script: Script) {
    this.#server = createServer((socket) => {
      this.connections++
      this.#sockets.add(socket)
      socket.on('error', () => {})
      const say = (step: keyof Script, usual: string) => {
        const reply = script[step] === undefined ? usual : script[step]
        if (reply === null) socket.destroy()
        else socket.write(`${reply}\r\n`)
      }
      let message: string | null = null
      say('greeting', '220 ready')
      socket.on('data', (chunk) => {
        const text = chunk.toString()
        if (message !== null) {
          message += text
          if (!message.endsWith('\r\n.\r\n')) return
          this.received.push(message)
          message = null
          say('message', '250 taken')
        } else if (/^EHLO/i.test(text)) say('EHLO', '250 hello')
        else if (/^MAIL/i.test(text)) say('MAIL', '250 fine')
        else if (/^RCPT/i.test(text)) say('RCPT', '250 fine')
        else if (/^DATA/i.test(text)) {
          message = script.DATA === undefined ? '' : null
          say('DATA', '354 go on')
        } else socket.write('250 fine\r\n')
      })
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}

const message: EmailMessage = {
  organizationId: 'o',
  jobId: '01999999-0000-7000-8000-000000000001',
  slice: 3,
  recordId: '512',
  step: 0,
  to: 'ada@example.com',
  subject: 'Welcome, Ada',
  text: 'Hello Ada',
  html: '<p>Hello Ada</p>',
  unsubscribeUrl: 'https://spindle.example.com/unsubscribe/token',
  from: null,
  thread: null,
  attachments: [],
}

const messageIds = new SignedMessageIds(ringOf('a'), 'example.com')

describe('e-mail by SMTP', () => {
  let server: ScriptedServer
  let channel: SmtpChannel

  async function start(script: Script = {}): Promise<void> {
    server = new ScriptedServer(script)
    channel = new SmtpChannel({
      server: { url: await server.listen() },
      from: 'Spindle <spindle@example.com>',
      connections: 2,
      messageIds,
    })
  }
  beforeEach(() => start())
  afterEach(() => {
    channel.close()
    server.close()
  })

  async function sendTo(script: Script) {
    server.close()
    channel.close()
    await start(script)
    return channel.send(message)
  }

  it('is sent with a button to unsubscribe that needs no page', async () => {
    expect(await channel.send(message)).toEqual({
      kind: 'sent',
      receipt: {
        messageId: messageIds.idFor(message, null),
        providerId: null,
        providerThread: null,
        words: '250 taken',
      },
    })
    const [text = ''] = server.received
    expect(text).toContain('To: ada@example.com\r\n')
    expect(text).toContain('From: Spindle <spindle@example.com>\r\n')
    expect(text).toMatch(/^List-Unsubscribe: <https:\/\/spindle\.example\.com\/unsubscribe\/token>\r$/m)
    expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    const [, messageId = ''] = /^Message-ID:\s+(<.+@example\.com>)\r$/m.exec(text) ?? []
    const { jobId, slice, recordId, step } = message
    expect(messageIds.read(messageId)).toEqual({ jobId, slice, recordId, step })
    expect(text).toContain('multipart/alternative')
  })

  it('goes out over a few kept connections', async () => {
    await Promise.all(Array.from({ length: 40 }, () => channel.send(message)))
    expect(server.received).toHaveLength(40)
    expect(server.connections).toBeLessThanOrEqual(2)
  })

  it.each<[string, Script, string, RegExp]>([
    [
      'refused for good by the recipient: failed, and the address bounced',
      { RCPT: '550 5.1.1 no such user' },
      'failed',
      /no such user/,
    ],
    ['refused because of the sender: failed', { MAIL: '550 5.7.1 not you' }, 'failed', /not you/],
    ['refused because of what it says: failed', { message: '554 5.7.1 spam' }, 'failed', /spam/],
    ['put off at the recipient: tried again', { RCPT: '450 4.2.1 later' }, 'transient', /later/],
    ['put off after it was given: tried again', { message: '451 4.3.0 later' }, 'transient', /later/],
    ['greeted by a server that is too busy: tried again', { greeting: '421 too busy' }, 'transient', /busy/],
    ['cut off before it was given: tried again', { RCPT: null }, 'transient', /cannot be used/],
    [
      'cut off after it was given: nobody knows',
      { message: null },
      'unconfirmed',
      /while it took the message/,
    ],
  ])('%s', async (_what, script, kind, reason) => {
    const outcome = await sendTo(script)
    expect(outcome).toMatchObject({ kind, reason: expect.stringMatching(reason) })
    expect('bounced' in outcome).toBe(script.RCPT?.startsWith('550') ?? false)
  })

  it.each([
    ['550 5.1.1 no such user', true],
    ['550 5.1.10 recipient has null MX', true],
    ['550 no such user here', true],
    ['551 user has moved away', true],
    ['550 5.7.1 Relaying denied', false],
    ['550 5.7.1 Client host blocked using zen.spamhaus.org', false],
    ['553 5.7.1 Sender address rejected: not owned by user', false],
    ['550 5.1.8 Sender address rejected: Domain not found', false],
    ['550 5.2.1 mailbox temporarily disabled', false],
    ['550 blocked by policy', false],
    ['552 mailbox full', false],
  ])('refused with "%s": the address has bounced: %s', async (reply, bounced) => {
    const outcome = await sendTo({ RCPT: reply })
    expect([outcome.kind, 'bounced' in outcome]).toEqual(['failed', bounced])
  })

  it('is tried again when there is no server', async () => {
    server.close()
    channel.close()
    const options = { from: 'a@example.com', connections: 1, messageIds }
    channel = new SmtpChannel({ ...options, server: { url: 'smtp://127.0.0.1:1' } })
    expect(await channel.send(message)).toMatchObject({ kind: 'transient' })
  })

  it('takes files along, and images to where the HTML shows them', async () => {
    const id = '01936f51-3e90-7f65-8d33-7081a2b3c4d5'
    const offer = { id: 'a', name: 'Angebot "1".txt', type: 'text/plain', content: Buffer.from('An offer') }
    const logo = { id, name: 'logo.png', type: 'image/png', content: Buffer.from([0x89, 0x50]) }
    const attachments = [
      { ...offer, inline: false },
      { ...logo, inline: true },
    ]
    await channel.send({ ...message, html: `<img src="cid:${id}">`, attachments })
    const [text = ''] = server.received
    expect(text).toMatch(/^Content-Disposition: attachment; filename/m)
    expect(text).toContain(Buffer.from('An offer').toString('base64'))
    expect(text).toContain(`Content-ID: <${id}>`)
    expect(text).toMatch(/^Content-Disposition: inline; filename=logo\.png/m)
    expect(text).toContain('multipart/related')
  })

  it('says of a test that it is one, and of nothing else', async () => {
    await channel.send({ ...message, isTest: true })
    await channel.send(message)
    const [test = '', real = ''] = server.received
    expect(test).toMatch(/^X-Spindle-Test: true\r$/m)
    expect(real).not.toContain('X-Spindle-Test')
  })

  it('reaches nobody else by its subject, and reads no file for its text', async () => {
    const subject = 'Hello\r\nBcc: eve@example.com'
    await channel.send({ ...message, subject, text: '{{ path }}', html: '<img src="file:///etc/passwd">' })
    expect(server.received[0]).not.toMatch(/^Bcc:/m)
    expect(server.received[0]).not.toContain('root:')
  })
})
