import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HttpAnswer {
  readonly status?: number
  readonly json?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the tests' HTTP server accepts the request and never answers it. */
  readonly hangs?: boolean
}

/** An HTTP server for tests that answers each path and query as a test says. */
export interface HttpReceiver {
  readonly url: string
  readonly requestedPaths: string[]
  readonly authorizations: Set<string>
  answer: (path: string) => HttpAnswer
  close(): Promise<void>
}

export async function startReceiver(): Promise<HttpReceiver> {
  const requested: string[] = []
  const authorizations = new Set<string>()
  const server = createServer((request: IncomingMessage, response) => {
    const path = request.url ?? ''
    requested.push(path)
    authorizations.add(request.headers.authorization ?? '')
    const { status = 200, json, text, headers = {}, hangs = false } = receiver.answer(path)
    if (hangs) return
    const type = json === undefined ? 'text/plain' : 'application/json'
    response.on('error', () => {})
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(json === undefined ? text : JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: HttpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestedPaths: requested,
    authorizations,
    answer: () => ({ status: 404, json: {} }),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}
