import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { SmtpChannel } from '../../../../src/adapters/channels/smtp/smtp-channel.ts'
import type { EmailMessage } from '../../../../src/domain/sender/message/message.ts'
import { messageTokensOf, ringOf } from '../../../support/data/ring.ts'
import { ScriptedSmtpServer, type SmtpScript } from '../../../support/servers/scripted-smtp.ts'

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

const messageTokens = messageTokensOf(ringOf('a'))

describe('e-mail by SMTP', () => {
  let server: ScriptedSmtpServer
  let channel: SmtpChannel

  async function start(
    script: SmtpScript = {},
    endless: keyof SmtpScript | null = null,
    maxMs = 60_000,
  ): Promise<void> {
    server = new ScriptedSmtpServer(script)
    server.endless = endless
    channel = new SmtpChannel({
      server: { url: await server.listen() },
      from: 'Spindle <spindle@example.com>',
      connections: 2,
      messageTokens,
      maxMs,
    })
  }
  beforeEach(() => start())
  afterEach(() => {
    channel.close()
    server.close()
  })

  async function sendTo(script: SmtpScript) {
    server.close()
    channel.close()
    await start(script)
    return channel.send(message)
  }

  it('is sent with a one-click unsubscribe header', async () => {
    expect(await channel.send(message)).toEqual({
      kind: 'sent',
      receipt: {
        messageId: messageTokens.messageIdFor(message, null),
        providerId: null,
        providerThread: null,
        serverResponse: '250 taken',
      },
    })
    const [text = ''] = server.received
    expect(text).toContain('To: ada@example.com\r\n')
    expect(text).toContain('From: Spindle <spindle@example.com>\r\n')
    expect(text).toMatch(/^List-Unsubscribe: <https:\/\/spindle\.example\.com\/unsubscribe\/token>\r$/m)
    expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    const [, messageId = ''] = /^Message-ID:\s+(<.+@example\.com>)\r$/m.exec(text) ?? []
    const { jobId, slice, recordId, step } = message
    expect(messageTokens.placeOf(messageId)).toEqual({ jobId, slice, recordId, step })
    expect(text).toContain('multipart/alternative')
  })

  it('has a text part made from its HTML, if it has no text', async () => {
    await channel.send({ ...message, text: null, plainText: 'Made of HTML' })
    const [text = ''] = server.received
    expect(text).toContain('multipart/alternative')
    expect(text).toContain('Made of HTML')
    expect(text).toContain('<p>Hello Ada</p>')
  })

  it('is sent through a few persistent connections', async () => {
    await Promise.all(Array.from({ length: 40 }, () => channel.send(message)))
    expect(server.received).toHaveLength(40)
    expect(server.connections).toBeLessThanOrEqual(2)
  })

  it.each<[string, SmtpScript, string, RegExp]>([
    [
      'refused for good by the recipient: failed, and the address bounced',
      { RCPT: '550 5.1.1 no such user' },
      'failed',
      /no such user/,
    ],
    ['refused because of the sender: failed', { MAIL: '550 5.7.1 not you' }, 'failed', /not you/],
    ['refused because of what it says: failed', { message: '554 5.7.1 spam' }, 'failed', /spam/],
    ['put off at the recipient: tried again', { RCPT: '450 4.2.1 later' }, 'temporaryRefusal', /later/],
    ['put off after it was given: tried again', { message: '451 4.3.0 later' }, 'temporaryRefusal', /later/],
    [
      'greeted by a server that is too busy: tried again',
      { greeting: '421 too busy' },
      'temporaryRefusal',
      /busy/,
    ],
    ['cut off before it was given: tried again', { RCPT: null }, 'temporaryRefusal', /cannot be used/],
    [
      'cut off after it was given: nobody knows',
      { message: null },
      'unconfirmed',
      /while it accepted the message/,
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

  it.each<[SmtpScript, string, number | null]>([
    [{ RCPT: '450 4.2.0 Greylisted, try again in 300 seconds' }, 'recipient', 300],
    [{ RCPT: '451 4.7.1 Greylisting in action, please come back later' }, 'recipient', null],
    [{ RCPT: '450 mailbox busy' }, 'recipient', null],
    [{ RCPT: '452 4.2.2 mailbox full' }, 'recipient', null],
    [{ RCPT: '450 4.1.8 sender domain not found' }, 'server', null],
    [{ RCPT: '452 4.3.1 insufficient system storage' }, 'server', null],
    [{ RCPT: '452 too many recipients' }, 'server', null],
    [{ RCPT: '450 4.7.1 rate limit, wait 10 minutes' }, 'server', 600],
    [{ RCPT: '421 4.7.0 too many messages' }, 'server', null],
    [{ MAIL: '450 4.7.1 not now' }, 'server', null],
    [{ MAIL: '451 later' }, 'server', null],
    [{ message: '451 4.6.0 not now' }, 'recipient', null],
    [{ greeting: '421 busy' }, 'server', null],
  ])('%j is a temporary refusal about the %s, for %s seconds', async (script, scope, seconds) => {
    expect(await sendTo(script)).toMatchObject({ kind: 'temporaryRefusal', scope, seconds })
  })

  it.each([
    ['MAIL', '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Mailbox'],
    ['message', '550 5.7.30 Basic authentication is not supported for this endpoint [X.PROD.OUTLOOK.COM]'],
  ])('is tried again, with the remedy, if Microsoft takes no password any more: %s', async (step, reply) => {
    const outcome = await sendTo({ [step]: reply })
    expect(outcome).toMatchObject({ kind: 'temporaryRefusal', scope: 'server', code: 'MAIL_SERVER_UNUSABLE' })
    expect('reason' in outcome && outcome.reason).toContain('Connect the mailbox by Microsoft')
  })

  it('is tried again when there is no server', async () => {
    server.close()
    channel.close()
    const options = { from: 'a@example.com', connections: 1, messageTokens }
    channel = new SmtpChannel({ ...options, server: { url: 'smtp://127.0.0.1:1' } })
    expect(await channel.send(message)).toMatchObject({ kind: 'temporaryRefusal', scope: 'server' })
  })

  it.each([
    ['EHLO', 'temporaryRefusal', 'MAIL_SERVER_UNUSABLE'],
    ['RCPT', 'temporaryRefusal', 'MAIL_SERVER_UNUSABLE'],
    ['message', 'unconfirmed', 'MAIL_UNCONFIRMED'],
  ] as const)(
    'ends after the longest time at a server that never ends its reply to %s: %s',
    async (...given) => {
      const [endless, kind, code] = given
      server.close()
      channel.close()
      await start({}, endless, 5_000)
      expect(await channel.send(message)).toMatchObject({
        kind,
        code,
        reason: expect.stringMatching(/took too long/),
      })
      server.endless = null
      expect(await channel.send(message)).toMatchObject({ kind: 'sent' })
    },
  )

  it('contains files, and images where the HTML shows them', async () => {
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

  it('is marked as a test only if it is one', async () => {
    await channel.send({ ...message, isTest: true })
    await channel.send(message)
    const [test = '', real = ''] = server.received
    expect(test).toMatch(/^X-Spindle-Test: true\r$/m)
    expect(real).not.toContain('X-Spindle-Test')
  })

  it('reaches no other address by its subject, and reads no file for its text', async () => {
    const subject = 'Hello\r\nBcc: eve@example.com'
    await channel.send({ ...message, subject, text: '{{ path }}', html: '<img src="file:///etc/passwd">' })
    expect(server.received[0]).not.toMatch(/^Bcc:/m)
    expect(server.received[0]).not.toContain('root:')
  })
})
