import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'

export interface TakenMail {
  readonly path: string
  readonly mime: string
  readonly threadId: string | null
  readonly authorization: string
}

/**
 * A fault with which the tests' mail API answers the next request to send a message, instead of accepting the
 * message.
 */
export interface ApiFault {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | string
  /** Whether the tests' mail API closes the connection without an answer after it has read the message. */
  readonly hangsUp?: 'after'
}

/** `MailApi` is a server for tests that accepts mail as the APIs of Gmail and Graph do. */
export class MailApi {
  readonly taken: TakenMail[] = []
  readonly faults: ApiFault[] = []
  readonly url: string
  /**
   * Returns the answer of the tests' mail API to a request that reads the mailbox, by path and query; null if
   * there is none.
   */
  mailbox: (path: string) => object | string | null = () => null
  isGood: (token: string) => Promise<boolean> = async () => true
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (request, response) => void this.#answer(request, response))
  }

  static async start(): Promise<MailApi> {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return new MailApi(server)
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = '', headers } = request
    if (request.method === 'GET') {
      const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
      const answer = (await this.isGood(token)) ? this.mailbox(path) : null
      response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' })
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}))
      return
    }
    const isGmail = path === '/gmail/v1/users/me/messages/send'
    const mail = isGmail ? gmail(await json(request)) : graph(await text(request))
    const fault = this.faults.shift() ?? (await this.#faultOf(path, headers))
    if (fault?.hangsUp !== undefined) {
      response.destroy()
      return
    }
    if (fault === null) this.taken.push({ path, ...mail, authorization: headers.authorization ?? '' })
    const {
      status = isGmail ? 200 : 202,
      headers: more = {},
      body = isGmail ? { id: `m${this.taken.length}`, threadId: `t${this.taken.length}` } : '',
    } = fault ?? {}
    response.writeHead(status, { 'content-type': 'application/json', ...more })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  async #faultOf(
    path: string,
    { authorization = '', 'content-type': type }: IncomingHttpHeaders,
  ): Promise<ApiFault | null> {
    const wanted = {
      '/gmail/v1/users/me/messages/send': 'application/json',
      '/v1.0/me/sendMail': 'text/plain',
    }[path]
    if (wanted === undefined || type !== wanted)
      return { status: 404, body: { error: { message: 'No such method' } } }
    if (await this.isGood(authorization.replace(/^Bearer /, ''))) return null
    return { status: 401, body: { error: { code: 401, message: 'Invalid Credentials' } } }
  }
}

function gmail(body: unknown): Pick<TakenMail, 'mime' | 'threadId'> {
  const { raw, threadId = null } = body as { raw: string; threadId?: string }
  return { mime: Buffer.from(raw, 'base64url').toString(), threadId }
}

function graph(body: string): Pick<TakenMail, 'mime' | 'threadId'> {
  return { mime: Buffer.from(body, 'base64').toString(), threadId: null }
}
