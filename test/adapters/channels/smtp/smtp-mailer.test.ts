import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import { SmtpMailer } from '../../../../src/adapters/channels/smtp/smtp-mailer.ts'
import { ScriptedSmtpServer } from '../../../support/servers/scripted-smtp.ts'
import { until } from '../../../support/until.ts'

describe('mail by SMTP', () => {
  let server: SMTPServer
  let received: { from: string; to: string[]; text: string }[]
  let faults: unknown[]
  let greetingMs: number

  beforeEach(async () => {
    received = []
    faults = []
    greetingMs = 0
    server = new SMTPServer({
      authOptional: true,
      onConnect: (_session, greet) => {
        setTimeout(greet, greetingMs).unref()
      },
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        const refusals: Readonly<Record<string, readonly [number, string]>> = {
          'gone@example.com': [550, 'No such user here'],
          'full@example.com': [452, 'Mailbox full'],
          'far@example.com': [554, '5.7.1 Relay access denied'],
        }
        const [responseCode, serverResponse] = refusals[address] ?? []
        done(serverResponse === undefined ? null : Object.assign(new Error(serverResponse), { responseCode }))
      },
      onData: (stream, session, done) => {
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope
          const from = mailFrom === false ? '' : mailFrom.address
          received.push({ from, to: rcptTo.map(({ address }) => address), text })
          done()
        })
      },
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  afterEach(() => new Promise<void>((done) => server.close(() => done())))

  const mailer = (port: number, maxMs?: number) => {
    const url = `smtp://127.0.0.1:${port}`
    const from = 'Spindle <spindle@example.com>'
    const onFault = (error: unknown) => faults.push(error)
    const smtpMailer = new SmtpMailer({ url, from, onFault, ...(maxMs !== undefined && { maxMs }) })
    return smtpMailer
  }
  const mail = {
    to: 'ada@example.com',
    subject: 'Set a new password',
    text: 'Hello Ada,\n\nhttps://x/#rst_1\n',
  }

  it('ends if the server does not know the recipient, and rejects if a later attempt may succeed', async () => {
    const smtpMailer = mailer((server.server.address() as AddressInfo).port)
    await smtpMailer.send({ ...mail, to: 'gone@example.com' })
    expect(faults).toEqual([expect.objectContaining({ responseCode: 550 })])
    await expect(smtpMailer.send({ ...mail, to: 'full@example.com' })).rejects.toMatchObject({
      responseCode: 452,
    })
    await expect(smtpMailer.send({ ...mail, to: 'far@example.com' })).rejects.toMatchObject({
      responseCode: 554,
    })
  })

  it('reaches a server, from the configured sender', async () => {
    mailer((server.server.address() as AddressInfo).port).post(mail)
    await until(() => received.length > 0)
    expect(received[0]).toMatchObject({ from: 'spindle@example.com', to: ['ada@example.com'] })
    expect(received[0]?.text).toContain('Subject: Set a new password')
    expect(received[0]?.text).toContain('https://x/#rst_1')
  })

  it('cannot reach another address by its subject', async () => {
    const subject = 'Hello\r\nBcc: eve@example.com'
    mailer((server.server.address() as AddressInfo).port).post({ ...mail, subject })
    await until(() => received.length > 0)
    expect(received[0]?.to).toEqual(['ada@example.com'])
    expect(received[0]?.text).not.toMatch(/^Bcc:/m)
  })

  it('logs that a server cannot be reached, and does not tell the caller', async () => {
    mailer(1).post(mail)
    await until(() => faults.length > 0)
    expect(String(faults[0])).toContain('ECONNREFUSED')
  })

  it('is sent when the server has accepted it; otherwise the caller gets the error', async () => {
    await mailer((server.server.address() as AddressInfo).port).send(mail)
    expect(received).toHaveLength(1)
    await expect(mailer(1).send(mail)).rejects.toMatchObject({ code: 'ESOCKET' })
    expect(faults).toEqual([])
  })

  it('gives up a server that never ends its reply, and closes the connection', async () => {
    const slow = new ScriptedSmtpServer()
    slow.endless = 'RCPT'
    try {
      mailer(Number(new URL(await slow.listen()).port), 1_000).post(mail)
      await until(() => faults.length > 0)
      expect(faults).toEqual([expect.objectContaining({ code: 'EABORT' })])
      await until(() => slow.open === 0)
    } finally {
      slow.close()
    }
  })

  it('is not lost if it is posted just before the mailer closes, even if the server is slow to greet', async () => {
    greetingMs = 300
    const smtpMailer = mailer((server.server.address() as AddressInfo).port)
    smtpMailer.post(mail)
    smtpMailer.post({ ...mail, to: 'eve@example.com' })
    await smtpMailer.close()
    expect(received).toHaveLength(2)
    expect(new Set(received.flatMap(({ to }) => to))).toEqual(new Set(['ada@example.com', 'eve@example.com']))
    expect(faults).toEqual([])
  })

  it('does not keep a closing mailer waiting for a server that never greets', async () => {
    greetingMs = 3_000
    const smtpMailer = mailer((server.server.address() as AddressInfo).port, 200)
    smtpMailer.post(mail)
    const closedFrom = Date.now()
    await smtpMailer.close()
    expect(Date.now() - closedFrom).toBeLessThan(2_000)
    expect(faults).toEqual([expect.objectContaining({ code: 'EABORT' })])
  })
})
