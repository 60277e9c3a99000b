import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Takes every message and counts how often it took each, by the record it is for. */
export class SmtpSink {
  readonly taken = new Map<string, number>()
  readonly #server: SMTPServer

  /** Each message takes it so long. */
  static async start(milliseconds: number): Promise<SmtpSink> {
    const sink = new SmtpSink(milliseconds)
    await new Promise<void>((done) => sink.#server.listen(0, '127.0.0.1', done))
    return sink
  }

  private constructor(milliseconds: number) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData: (stream, _session, done) => {
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString('latin1')
        })
        stream.once('end', () => {
          // A runtime that was killed half-way through has sent nothing that anybody gets.
          const record = recordOf(text)
          this.taken.set(record, (this.taken.get(record) ?? 0) + 1)
          setTimeout(done, milliseconds)
        })
      },
    })
    // Killed clients are what this is about.
    this.#server.on('error', () => {})
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    return new Promise((done) => this.#server.close(() => done()))
  }
}

/** As `SignedMessageIds` writes it, after the job and the slice. */
function recordOf(mail: string): string {
  const [, token = ''] = /^Message-ID:\s*<([\w-]+)@/im.exec(mail) ?? []
  return String(Buffer.from(token, 'base64url').readBigUInt64BE(20))
}
