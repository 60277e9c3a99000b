import { createServer, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type Koa from 'koa'
import { DomainError } from '../../domain/errors.ts'
import { EdgeError, problemOf } from './errors.ts'
import { plainHeaders } from './send-json.ts'

export interface HttpServer {
  readonly port: number
  /** Stops accepting, lets requests under way finish, then returns. */
  close(): Promise<void>
}

/** Of a client in the middle of a request, or of ours in the middle of an answer. */
const longestSilenceMs = 60_000

const mostConnections = 10_000

export async function serve(app: Koa, { host, port }: { host: string; port: number }): Promise<HttpServer> {
  const handle = app.callback()
  const stopping = new AbortController()
  Object.assign(app, { stopping: stopping.signal })
  const server = createServer(
    {
      headersTimeout: 20_000,
      // Long enough for a large file over a slow line; a client that goes silent is cut off much earlier.
      requestTimeout: 60 * 60_000,
      requireHostHeader: false,
      keepAliveTimeout: 72_000,
    },
    (req, res) => {
      void handle(req, res)
    },
  )
  server.timeout = longestSilenceMs
  server.on('clientError', refuse)
  server.on('checkExpectation', (_request, response) => {
    const { socket } = response
    if (socket !== null) answerPlainly(socket, new DomainError('VALIDATION_FAILED', unmetExpectation))
  })
  // Each takes a few kilobytes and a file handle; beyond these, new ones are closed rather than all starved.
  server.maxConnections = mostConnections
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => drain(server, connections, stopping) }
}

/** What is not HTTP gets the same body as every other error. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const tooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const fault = new EdgeError(tooLarge ? 'PAYLOAD_TOO_LARGE' : 'MALFORMED_JSON', {
    message: tooLarge
      ? 'The headers are too large'
      : tooSlow
        ? 'The request did not arrive in time'
        : 'This is not an HTTP request',
  })
  answerPlainly(socket, fault)
}

const unmetExpectation = {
  message: 'Expect can only be 100-continue',
  errors: [{ pointer: '#header/Expect', code: 'WRONG_FORM' }],
}

/** To what never comes to be a request of the app; the connection ends with it. */
function answerPlainly(socket: Socket, fault: DomainError | EdgeError): void {
  const requestId = crypto.randomUUID()
  const { status, headers, body } = problemOf(fault, requestId)
  const text = JSON.stringify(body)
  const all = {
    ...plainHeaders(requestId),
    ...headers,
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
}

/** A request that takes longer to arrive, or to be fetched, is cut off when the service stops. */
const longestDrainMs = 30_000

async function drain(
  server: Server,
  connections: ReadonlySet<Socket>,
  stopping: AbortController,
): Promise<void> {
  // Those that listen to a job would do so for as long as it runs.
  stopping.abort()
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  // A client that always has a next request is told with its next answer that the connection ends.
  server.maxRequestsPerSocket = 1
  const dismiss = () => {
    // Clients that keep a connection open between requests, or before the first, would keep us up for as long.
    server.closeIdleConnections()
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy()
  }
  dismiss()
  const dismissing = setInterval(dismiss, 100)
  const giveUp = setTimeout(() => server.closeAllConnections(), longestDrainMs)
  await closed
  clearInterval(dismissing)
  clearTimeout(giveUp)
}
