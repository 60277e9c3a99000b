import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/**
 * The reply of the tests' SMTP server to each command; null closes the connection. Commands without a reply
 * here are accepted.
 */
export type SmtpScript = Partial<
  Record<'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'message', string | null>
>

/**
 * `ScriptedSmtpServer` is an SMTP server for tests that fails as its script says. A test may change the script
 * at any time.
 */
export class ScriptedSmtpServer {
  readonly received: string[] = []
  connections = 0
  script: SmtpScript
  /** The command to which the server replies with one line after the other, without an end. */
  endless: keyof SmtpScript | null = null
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor(script: SmtpScript = {}) {
    this.script = script
    this.#server = createServer((socket) => this.#serve(socket))
  }

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The number of connections that are open. */
  get open(): number {
    return this.#sockets.size
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  #serve(socket: Socket): void {
    this.connections++
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => this.#sockets.delete(socket))
    const say = (step: keyof SmtpScript, usual: string) => {
      const { [step]: reply = usual } = this.script
      if (step === this.endless) this.#trickle(socket)
      else if (reply === null) socket.destroy()
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
        message = this.script.DATA === undefined ? '' : null
        say('DATA', '354 go on')
      } else socket.write('250 fine\r\n')
    })
  }

  #trickle(socket: Socket): void {
    const timer = setInterval(() => socket.write('250-more\r\n'), 20)
    socket.on('close', () => clearInterval(timer))
  }
}
