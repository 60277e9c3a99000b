import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A request that the receiver of a test got. */
interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The answer of the receiver of a test: a status, or what it does instead of answering. */
export interface ReceiverAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: string
  readonly instead?: 'cut' | 'hang' | 'nonsense'
}

/** A receiver of events for tests. It stores each request, and answers as `answer` says. */
export interface EventReceiver {
  readonly url: string
  readonly received: ReceivedRequest[]
  answer: (request: ReceivedRequest) => ReceiverAnswer | Promise<ReceiverAnswer>
  close(): Promise<void>
}

/** Starts a receiver of events; with TLS options over HTTPS. */
export async function startEventReceiver(tls: ServerOptions | null = null): Promise<EventReceiver> {
  const received: ReceivedRequest[] = []
  const server: Server = tls === null ? createServer() : createTlsServer(tls)
  server.on('request', (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => {
      const one = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') }
      received.push(one)
      void answer(one, request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const answer = async (
    receivedRequest: ReceivedRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    const { status = 200, headers = {}, text = '', instead } = await receiver.answer(receivedRequest)
    if (instead === 'cut') request.socket.destroy()
    else if (instead === 'nonsense') request.socket.end('no HTTP\r\n\r\n')
    else if (instead === undefined) response.writeHead(status, headers).end(text)
  }
  const { port } = server.address() as AddressInfo
  const receiver: EventReceiver = {
    url: `${tls === null ? 'http' : 'https'}://127.0.0.1:${port}/events`,
    received,
    answer: () => ({}),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}
