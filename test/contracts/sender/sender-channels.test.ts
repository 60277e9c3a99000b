import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import { HttpClient } from '../../../src/adapters/channels/http-client.ts'
import {
  CachedSenderChannels,
  ChannelParts,
} from '../../../src/adapters/channels/senders/cached-sender-channels.ts'
import { gmailApi } from '../../../src/adapters/channels/senders/gmail-api.ts'
import { graphApi } from '../../../src/adapters/channels/senders/graph-api.ts'
import type { EmailMessage } from '../../../src/domain/sender/message/message.ts'
import type { Sender } from '../../../src/domain/sender/sender.ts'
import { SenderChannels } from '../../../src/ports/sender/message/channels.ts'
import { MessageTokens } from '../../../src/ports/sender/message/message-tokens.ts'
import { Templates } from '../../../src/ports/spinner/templates.ts'
import { completeMessage } from '../../../src/use-cases/spinner/steps/email/complete-message.ts'
import {
  type ConnectingWorld,
  connectMailbox,
  createConnectingWorld,
} from '../../support/connecting-world.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { addSender } from '../../support/data/sender.ts'
import type { ApiFault } from '../../support/servers/mail-api.ts'
import { until } from '../../support/until.ts'

const place = { jobId: '01999999-0000-7000-8000-000000000001', slice: 3, recordId: '512', step: 0 }

const messageFor = (organizationId: string, changes: Partial<EmailMessage> = {}): EmailMessage => ({
  ...place,
  organizationId,
  to: 'ada@example.com',
  subject: 'Welcome, Ada',
  text: null,
  html: '<h1>Hello Ada</h1><p>See <a href="https://example.com/x">our offer</a></p>',
  unsubscribeUrl: 'https://spindle.example.com/unsubscribe/token',
  from: null,
  attachments: [],
  thread: null,
  ...changes,
})

const inThread: Partial<EmailMessage> = {
  thread: {
    inReplyTo: '<second@example.com>',
    references: ['<first@example.com>', '<second@example.com>'],
    providerThread: 'thread-7',
  },
}

const gmailError = (code: number, reason: string, message = 'No') => ({
  status: code,
  body: { error: { code, message, errors: [{ reason, message }] } },
})
const graphError = (status: number, code: string, headers = {}) => ({
  status,
  headers,
  body: { error: { code, message: 'Graph says no' } },
})

describe('SenderChannels', () => {
  let connecting: ConnectingWorld
  let owner: Person

  beforeAll(async () => {
    connecting = await createConnectingWorld()
  })
  afterAll(() => connecting.close())
  beforeEach(async () => {
    connecting.world.clock.set('2026-11-20T12:00:00.000Z')
    owner = await signUp(connecting.api)
  })
  afterEach(() => {
    connecting.mailApi.taken.length = 0
    connecting.mailApi.faults.length = 0
    connecting.provider.tokenFault = null
    connecting.provider.accessTokenSeconds = 3600
  })

  const channels = () => connecting.world.container.get(SenderChannels)
  const sender = async () => (await owner.do('GET', '/senders')).items[0]
  const send = async (changes: Partial<EmailMessage> = {}, senderId?: string) => {
    const id = senderId ?? (await sender()).id
    const channel = await channels().of(owner.organizationId, id)
    const { parts: _parts, ...message } = messageFor(owner.organizationId, changes)
    const { items } = await owner.do('GET', '/senders')
    const from = items.find((one: { id: string }) => one.id === id) ?? null
    // Completes a test message with its plain text and signature, as every caller of a channel does before it sends.
    const content = { ...message, from, parts: { preheader: '', addsSignature: true, footer: null } }
    return channel.send(await completeMessage(content, connecting.world.container.get(Templates)))
  }
  const messageId = () =>
    connecting.world.container.get(MessageTokens).messageIdFor(place, 'Grace@xn--bcher-kva.example')

  /** Sends a message while no trouble of a sender can be stored, and returns its outcome. */
  async function sendUnreported(senderId: string) {
    const { senders } = connecting.world.container.get(ChannelParts)
    const reportFault = () => Promise.reject(new Error('The database is away'))
    Object.assign(senders, { reportFault })
    try {
      return await send({}, senderId)
    } finally {
      Reflect.deleteProperty(senders, 'reportFault')
    }
  }

  describe('through Gmail', () => {
    beforeEach(async () => {
      await connectMailbox(connecting, owner, 'google')
    })

    it('deliver one MIME message from the sender, signed, with plain text and an unsubscribe link', async () => {
      await owner.do('PATCH', `/senders/${(await sender()).id}`, {
        signature: 'Grace <3\nExample Ltd.',
        replyTo: 'desk@example.com',
      })
      expect(await send()).toEqual({
        kind: 'sent',
        receipt: { messageId: messageId(), providerId: 'm1', providerThread: 't1', serverResponse: null },
      })
      const [{ mime, threadId } = { mime: '', threadId: '' }] = connecting.mailApi.taken
      expect(threadId).toBeNull()
      expect(mime).toContain('From: Grace Hopper <Grace@xn--bcher-kva.example>\r\n')
      expect(mime).toContain('Reply-To: desk@example.com\r\n')
      expect(mime).toContain('To: ada@example.com\r\n')
      expect(mime).toContain(`Message-ID:\r\n ${messageId()}\r\n`)
      expect(mime).toContain('List-Unsubscribe: <https://spindle.example.com/unsubscribe/token>\r\n')
      expect(mime).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
      expect(mime).toMatch(
        /text\/plain[\s\S]*Hello Ada[\s\S]*our offer \[https:\/\/example\.com\/x\][\s\S]*-- \r?\nGrace <3/,
      )
      expect(mime).toContain('<p>Grace &lt;3<br>Example Ltd.</p>')
    })

    it('reply in the thread', async () => {
      await send({ ...inThread, subject: 'Re: Welcome, Ada' })
      const [{ mime, threadId } = { mime: '', threadId: '' }] = connecting.mailApi.taken
      expect(threadId).toBe('thread-7')
      expect(mime).toContain('In-Reply-To: <second@example.com>\r\n')
      expect(mime).toContain('References: <first@example.com> <second@example.com>\r\n')
      expect(mime).toContain('Subject: Re: Welcome, Ada\r\n')
    })

    it.each<[string, ApiFault, object]>([
      [
        'a 429 with Retry-After',
        { ...gmailError(429, 'rateLimitExceeded'), headers: { 'retry-after': '37' } },
        { kind: 'temporaryRefusal', scope: 'account', code: 'PROVIDER_LIMIT', seconds: 37 },
      ],
      [
        'a 429 that names a time',
        gmailError(429, 'x', 'User-rate limit exceeded.  Retry after 2026-11-20T12:10:00.000Z'),
        { kind: 'temporaryRefusal', scope: 'account', seconds: 600 },
      ],
      [
        'a 403 for the rate',
        gmailError(403, 'userRateLimitExceeded'),
        { kind: 'temporaryRefusal', scope: 'account', seconds: 60 },
      ],
      [
        'a 403 for the day',
        gmailError(403, 'dailyLimitExceeded'),
        { kind: 'temporaryRefusal', scope: 'account', seconds: 3600 },
      ],
      [
        'a 400 about the message',
        gmailError(400, 'invalidArgument', 'Invalid To header'),
        {
          kind: 'failed',
          code: 'MESSAGE_REFUSED',
          reason: 'The provider refused the message: Invalid To header',
        },
      ],
      ['a 413', { status: 413, body: '<html>' }, { kind: 'failed' }],
      [
        'a 500 of the provider',
        gmailError(500, 'backendError', 'Backend Error'),
        { kind: 'temporaryRefusal', scope: 'server', code: 'MAIL_PROVIDER_UNUSABLE' },
      ],
      [
        'a 500 that names no error',
        { status: 500, body: '<h1>Oops</h1>' },
        { kind: 'unconfirmed', code: 'MAIL_UNCONFIRMED' },
      ],
      [
        'a 502 of a proxy',
        { status: 502, body: 'x'.repeat(200_000) },
        { kind: 'unconfirmed', code: 'MAIL_UNCONFIRMED' },
      ],
      [
        'a 504 of a proxy',
        gmailError(504, 'gatewayTimeout', 'Gateway Timeout'),
        { kind: 'unconfirmed', code: 'MAIL_UNCONFIRMED' },
      ],
      ['a 503', { status: 503, body: '<html>' }, { kind: 'temporaryRefusal', scope: 'server' }],
      ['a 408', { status: 408, body: '<html>' }, { kind: 'temporaryRefusal', scope: 'server' }],
      [
        'a connection that ends after the message was sent',
        { hangsUp: 'after' },
        { kind: 'unconfirmed', code: 'MAIL_UNCONFIRMED' },
      ],
    ])('report the right outcome of %s', async (_, fault, outcome) => {
      connecting.mailApi.faults.push(fault)
      expect(await send()).toMatchObject(outcome)
      expect(connecting.mailApi.taken).toEqual([])
      expect((await sender()).status).toBe('connected')
    })

    it('need attention if the account may not send, with the words of the provider, and send no more', async () => {
      connecting.mailApi.faults.push(
        gmailError(403, 'insufficientPermissions', 'Request had insufficient scopes'),
      )
      expect(await send()).toMatchObject({ kind: 'waits', code: 'SENDER_NEEDS_ATTENTION' })
      expect(await sender()).toMatchObject({
        status: 'needsAttention',
        fault: { code: 'PROVIDER_REFUSED', serverResponse: 'Request had insufficient scopes' },
      })
      expect(await send()).toMatchObject({ kind: 'waits', code: 'SENDER_NEEDS_ATTENTION' })
      expect(connecting.mailApi.taken).toEqual([])
    })

    it('renew a rejected token once for all messages at once', async () => {
      await connecting.provider.takeBackAccessTokens()
      const before = connecting.provider.refreshes
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => send()))
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['sent']))
      expect(connecting.provider.refreshes).toBe(before + 1)
    })

    it('renew a token before it expires, and keep the new refresh token', async () => {
      for (let round = 1; round <= 3; round++) {
        const before = connecting.provider.refreshes
        connecting.world.clock.advance(3590)
        expect(await send()).toMatchObject({ kind: 'sent' })
        expect(connecting.provider.refreshes).toBe(before + 1)
      }
    })

    it('wait if the provider refuses the access and the trouble cannot be stored', async () => {
      const { id } = await sender()
      await connecting.provider.revokeAll()
      expect(await sendUnreported(id)).toMatchObject({ kind: 'waits', code: 'SENDER_NEEDS_ATTENTION' })
    })

    it('need attention after the consent was revoked, and send again after a new consent', async () => {
      await connecting.provider.revokeAll()
      expect(await send()).toMatchObject({ kind: 'waits', code: 'SENDER_NEEDS_ATTENTION' })
      expect(await sender()).toMatchObject({
        status: 'needsAttention',
        fault: { code: 'GRANT_REVOKED', serverResponse: expect.stringContaining('invalid_grant') },
      })
      expect((await owner.ask('POST', `/senders/${(await sender()).id}/resume`)).status).toBe(409)
      await connectMailbox(connecting, owner, 'google')
      expect(await sender()).toMatchObject({ status: 'connected', fault: null })
      expect(await send()).toMatchObject({ kind: 'sent' })
    })

    it.each(['html', 'error', 'cut'] as const)(
      'are tried again if the token endpoint does this: %s',
      async (fault) => {
        await connecting.provider.takeBackAccessTokens()
        connecting.provider.tokenFault = fault
        expect(await send()).toMatchObject({
          kind: 'temporaryRefusal',
          scope: 'server',
          code: 'MAIL_PROVIDER_UNUSABLE',
        })
        expect((await sender()).status).toBe('connected')
        connecting.provider.tokenFault = null
        expect(await send()).toMatchObject({ kind: 'sent' })
      },
    )

    it('wait while the sender is paused, continue when it is resumed, and do not exist after removal', async () => {
      const { id } = await sender()
      await owner.do('POST', `/senders/${id}/pause`)
      expect(await send()).toMatchObject({ kind: 'waits', code: 'SENDER_PAUSED' })
      await owner.do('POST', `/senders/${id}/resume`)
      expect(await send()).toMatchObject({ kind: 'sent' })
      await owner.do('DELETE', `/senders/${id}`)
      expect(await send({}, id)).toMatchObject({ kind: 'failed', code: 'SENDER_REQUIRED' })
    })

    it('are not available to another organization', async () => {
      const { id } = await sender()
      const stranger = await signUp(connecting.api)
      const channel = await channels().of(stranger.organizationId, id)
      expect(await channel.send(messageFor(stranger.organizationId))).toMatchObject({
        code: 'SENDER_REQUIRED',
      })
    })

    it('are reused until the sender is changed', async () => {
      const { id } = await sender()
      const first = await channels().of(owner.organizationId, id)
      expect(await channels().of(owner.organizationId, id)).toBe(first)
      expect(first.atOnce).toBe(gmailApi.atOnce)
      await owner.do('PATCH', `/senders/${id}`, { name: 'Another' })
      expect(await channels().of(owner.organizationId, id)).not.toBe(first)
    })
  })

  describe('through Graph', () => {
    beforeEach(async () => {
      await connectMailbox(connecting, owner, 'microsoft')
    })

    it('deliver the MIME message, and reply in the thread by its headers', async () => {
      expect(await send(inThread)).toEqual({
        kind: 'sent',
        receipt: { messageId: messageId(), providerId: null, providerThread: null, serverResponse: null },
      })
      const [{ path, mime } = { path: '', mime: '' }] = connecting.mailApi.taken
      expect(path).toBe('/v1.0/me/sendMail')
      expect(mime).toContain('In-Reply-To: <second@example.com>\r\n')
      expect(mime).toContain('From: Grace Hopper <Grace@xn--bcher-kva.example>\r\n')
      expect((await channels().of(owner.organizationId, (await sender()).id)).atOnce).toBe(graphApi.atOnce)
    })

    it.each<[string, ApiFault, object]>([
      [
        'throttling',
        graphError(429, 'ApplicationThrottled', { 'retry-after': '12' }),
        { kind: 'temporaryRefusal', scope: 'account', code: 'PROVIDER_LIMIT', seconds: 12 },
      ],
      [
        'a busy mailbox',
        graphError(503, 'ErrorServerBusy', { 'retry-after': '5' }),
        { kind: 'temporaryRefusal', scope: 'account', seconds: 5 },
      ],
      [
        'the limit of the day',
        graphError(400, 'ErrorExceededMessageLimit'),
        { kind: 'temporaryRefusal', scope: 'account', seconds: 3600 },
      ],
      [
        'a refused address',
        graphError(400, 'ErrorInvalidRecipients'),
        { kind: 'failed', reason: 'The provider refused the message: Graph says no' },
      ],
      [
        'a 504 of a proxy',
        { status: 504, body: '<html>' },
        { kind: 'unconfirmed', code: 'MAIL_UNCONFIRMED' },
      ],
      [
        'a 500 of Exchange',
        graphError(500, 'ErrorInternalServerError'),
        { kind: 'temporaryRefusal', scope: 'server' },
      ],
      ['a 503 without details', graphError(503, ''), { kind: 'temporaryRefusal', scope: 'server' }],
      ['a connection that ends after the message was sent', { hangsUp: 'after' }, { kind: 'unconfirmed' }],
    ])('report the right outcome of %s', async (_, fault, outcome) => {
      connecting.mailApi.faults.push(fault)
      expect(await send()).toMatchObject(outcome)
      expect((await sender()).status).toBe('connected')
    })

    it('need attention if the account may not send', async () => {
      connecting.mailApi.faults.push(graphError(403, 'ErrorSendAsDenied'))
      expect(await send()).toMatchObject({ kind: 'waits', code: 'SENDER_NEEDS_ATTENTION' })
      expect((await sender()).fault.serverResponse).toBe('Graph says no')
    })
  })

  describe('through SMTP', () => {
    let server: SMTPServer
    let mails: string[]
    const sockets = new Set<Socket>()
    let dies = false
    let password = 'hush'
    let loginWords: string
    let refusal: Error | null
    let port: number

    beforeEach(async () => {
      mails = []
      dies = false
      password = 'hush'
      loginWords = 'Invalid login: ask <b>IT</b>'
      refusal = null
      server = new SMTPServer({
        closeTimeout: 50,
        hideSTARTTLS: true,
        allowInsecureAuth: true,
        onAuth: (auth, _session, done) =>
          auth.password === password
            ? done(null, { user: auth.username })
            : done(Object.assign(new Error(loginWords), { responseCode: 535 })),
        onMailFrom: (_address, _session, done) => done(refusal),
        onData: (stream, session, done) => {
          let text = ''
          stream.on('data', (chunk) => {
            text += chunk
          })
          stream.on('end', () => {
            mails.push(text)
            // Destroys the connections of the test's SMTP server after it has read a message, like a server
            // that is killed.
            if (dies) for (const socket of sockets) socket.destroy()
            else done(null, `taken for ${session.user}`)
          })
        },
      })
      server.on('error', () => {})
      server.server.on('connection', (socket) => sockets.add(socket))
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      port = (server.server.address() as AddressInfo).port
    })
    afterEach(async () => {
      await new Promise<void>((done) => server.close(done))
    })

    const openSockets = () => [...sockets].filter(({ destroyed }) => !destroyed).length

    const account = (changes = {}) => ({
      kind: 'smtp',
      name: 'Grace Hopper',
      email: 'grace@example.com',
      smtp: { host: '127.0.0.1', port, tls: 'none', user: 'grace', password: 'hush', ...changes },
    })

    it('send by an account that its server accepts, signed by the sender', async () => {
      const { id } = await owner.do('POST', '/senders', { ...account(), signature: 'Grace' })
      expect(await send({}, id)).toMatchObject({
        kind: 'sent',
        receipt: { serverResponse: expect.stringContaining('taken for grace') },
      })
      expect(mails[0]).toContain('From: Grace Hopper <grace@example.com>\r\n')
      expect(mails[0]).toContain('<p>Grace</p>')
    })

    it('need attention, with the remedy, if Microsoft takes no password any more, even after the sign-in', async () => {
      const { id } = await owner.do('POST', '/senders', account())
      const serverResponse = '5.7.30 Basic authentication is not supported for Client Submission'
      refusal = Object.assign(new Error(serverResponse), { responseCode: 550 })
      expect(await send({}, id)).toMatchObject({ kind: 'waits', code: 'SENDER_NEEDS_ATTENTION' })
      const { status, fault } = await owner.do('GET', `/senders/${id}`)
      expect([status, fault.code]).toEqual(['needsAttention', 'SMTP_REFUSED'])
      expect(fault.serverResponse).toMatch(/5\.7\.30.*Connect the mailbox by Microsoft/)
      password = 'other'
      loginWords = '5.7.139 Authentication unsuccessful, the user credentials were incorrect'
      const { body } = await owner.ask('POST', '/senders', account())
      expect(body['message']).toContain('Connect the mailbox by Microsoft')
    })

    it('disconnect from an idle server, and reconnect for the next message', async () => {
      const { id } = await owner.do('POST', '/senders', account())
      const parts = connecting.world.container.get(ChannelParts)
      const stored = new CachedSenderChannels(parts, { google: '', microsoft: '' }, new HttpClient(), {
        idleMs: 0,
        sweepMs: 10,
      })
      const sendOnce = async () =>
        (await stored.of(owner.organizationId, id)).send(messageFor(owner.organizationId))
      try {
        for (const messages of [1, 2]) {
          expect(await sendOnce()).toMatchObject({ kind: 'sent' })
          await until(() => openSockets() === 0)
          expect(mails).toHaveLength(messages)
        }
      } finally {
        stored.close()
      }
    })

    it('refuse an account that its server rejects, with the words of the server', async () => {
      const { status, body } = await owner.ask('POST', '/senders', account({ password: 'wrong' }))
      expect([status, body['message']]).toEqual([
        400,
        expect.stringContaining('Invalid login: ask <b>IT</b>'),
      ])
      expect((await owner.do('GET', '/senders')).items).toEqual([])
    })

    it('report an unknown outcome if the server dies after DATA', async () => {
      const { id } = await owner.do('POST', '/senders', account())
      dies = true
      expect(await send({}, id)).toMatchObject({ kind: 'unconfirmed', code: 'MAIL_UNCONFIRMED' })
    })

    it('wait if the server refuses the password and the trouble cannot be stored', async () => {
      const { id } = await owner.do('POST', '/senders', account())
      password = 'another'
      expect(await sendUnreported(id)).toMatchObject({ kind: 'waits', code: 'SENDER_NEEDS_ATTENTION' })
    })

    it('need attention after the password was changed, and are tried with a new password', async () => {
      const { id } = await owner.do('POST', '/senders', account())
      password = 'another'
      expect(await send({}, id)).toMatchObject({ kind: 'waits', code: 'SENDER_NEEDS_ATTENTION' })
      expect(await sender()).toMatchObject({ status: 'needsAttention', fault: { code: 'SMTP_REFUSED' } })
      expect((await owner.ask('POST', `/senders/${id}/resume`)).status).toBe(400)
      const { smtp } = account({ password: 'another' })
      await owner.do('PATCH', `/senders/${id}`, { smtp })
      expect(await sender()).toMatchObject({ status: 'connected', fault: null })
      expect(await send({}, id)).toMatchObject({ kind: 'sent' })
    })

    it('connect to no forbidden private host, when an account is added and when it sends', async () => {
      for (const host of [
        'localhost',
        '127.0.0.2',
        '0x7f.0.0.2',
        '[::1]',
        '10.0.0.1',
        '169.254.169.254',
        '::ffff:10.0.0.1',
      ]) {
        const { status, body } = await owner.ask('POST', '/senders', account({ host, tls: 'starttls' }))
        expect([host, status, body['message']]).toEqual([
          host,
          400,
          expect.stringContaining('is not on the public internet'),
        ])
      }
      const settings: Sender['settings'] = { host: 'localhost', port, tls: 'none', user: 'grace' }
      const { id } = await addSender(
        connecting.world,
        owner.organizationId,
        { settings },
        { password: 'hush' },
      )
      expect(await send({}, id)).toMatchObject({
        kind: 'temporaryRefusal',
        scope: 'server',
        reason: expect.stringContaining('is not on the public internet'),
      })
      expect(mails).toEqual([])
    })

    it('send no unencrypted password over the internet, and none if a server offers no TLS', async () => {
      const plain = await owner.ask('POST', '/senders', account({ host: 'smtp.example.com' }))
      expect([plain.status, plain.body['message']]).toEqual([400, expect.stringContaining('unencrypted')])
      expect((await owner.ask('POST', '/senders', account({ tls: 'starttls' }))).status).toBe(400)
    })

    it('report what is wrong with a server that does not speak SMTP', async () => {
      const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
      await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
      const { port: elsewhere } = other.address() as AddressInfo
      const { status } = await owner.ask('POST', '/senders', account({ port: elsewhere }))
      other.close()
      expect(status).toBe(400)
    })
  })

  it('through the deployment use its own channel, with the address of the sender', async () => {
    const { id, email } = await owner.do('POST', '/senders', {
      kind: 'deployment',
      name: 'Analytical Engines',
    })
    expect(email).toBe('spindle@example.com')
    expect(await send({}, id)).toMatchObject({ kind: 'sent' })
  })
})
