import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A message that the test's SMTP server accepted. */
export interface TakenMail {
  readonly messageId: string
  readonly recordId: string
  readonly step: number
  readonly from: string
  readonly to: string
}

/**
 * `SmtpSink` is the SMTP server of the chaos scenarios. It accepts every message and counts how often it got
 * each, by the record that the message is for.
 */
export class SmtpSink {
  readonly taken = new Map<string, number>()
  readonly mails: TakenMail[] = []
  readonly #server: SMTPServer

  /** Starts an SMTP server for a chaos scenario that takes this number of milliseconds to accept each message. */
  static async start(milliseconds: number, onTaken: (mail: TakenMail) => void = () => {}): Promise<SmtpSink> {
    const sink = new SmtpSink(milliseconds, onTaken)
    await new Promise<void>((done) => sink.#server.listen(0, '127.0.0.1', done))
    return sink
  }

  private constructor(milliseconds: number, onTaken: (mail: TakenMail) => void) {
    this.#server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => done(null, { user: username }),
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData: (stream, _session, done) => {
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString('latin1')
        })
        stream.once('end', () => {
          // Does not count a message that a killed runtime sent only in part, because a real server would not
          // deliver it.
          const mail = mailIn(text)
          this.taken.set(mail.recordId, (this.taken.get(mail.recordId) ?? 0) + 1)
          this.mails.push(mail)
          onTaken(mail)
          setTimeout(done, milliseconds)
        })
      },
    })
    // Ignores errors of SMTP connections, because the killed runtimes of a scenario cause them.
    this.#server.on('error', () => {})
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port
  }

  close(): Promise<void> {
    return new Promise((done) => this.#server.close(() => done()))
  }
}

function mailIn(text: string): TakenMail {
  const header = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''
  const address = (written: string) => /<([^>]+)>/.exec(written)?.[1] ?? written
  const messageId = header('Message-ID')
  // Reads the record of a message from the token in its Message-ID, which names job, slice, record and step in
  // the form of `SignedMessageTokens`. Version 0.2 had another form.
  const token = messageId.slice(1, messageId.indexOf('@')).replace(/^[a-z0-9]{1,8}\./, '')
  const place = Buffer.from(token, 'base64url')
  const isKnown = place.length > 28
  return {
    messageId,
    recordId: isKnown ? String(place.readBigUInt64BE(20)) : '',
    step: isKnown ? place.readUInt8(28) : 0,
    from: address(header('From')),
    to: address(header('To')),
  }
}
