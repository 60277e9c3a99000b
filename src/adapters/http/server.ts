import { createServer, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type Koa from 'koa'
import { DomainError } from '../../domain/errors.ts'
import { EdgeError, problemOf } from './errors.ts'
import { RequestTurns } from './request/request-turns.ts'
import { plainHeaders } from './send-json.ts'

export interface HttpServer {
  readonly port: number
  /** Stops accepting connections. Resolves when the requests in progress have finished. */
  close(): Promise<void>
}

/**
 * The milliseconds without traffic after which a connection is closed, even during a request or a response.
 */
const maxSilenceMs = 60_000

/**
 * The largest number of open connections, each of which takes a few kilobytes and a file handle. Beyond it, a new
 * connection replaces an unused one.
 */
const maxConnections = 10_000

export async function serve(app: Koa, { host, port }: { host: string; port: number }): Promise<HttpServer> {
  const handle = app.callback()
  const turns = new RequestTurns((req, res) => void handle(req, res), maxConnections)
  const stopping = new AbortController()
  Object.assign(app, { stopping: stopping.signal })
  const server = createServer(
    {
      headersTimeout: 20_000,
      // A client has at most an hour to send a request, enough for a large file over a slow line. A client
      // that sends nothing is disconnected much earlier.
      requestTimeout: 60 * 60_000,
      requireHostHeader: false,
      keepAliveTimeout: 72_000,
    },
    (req, res) => turns.take(req, res),
  )
  server.timeout = maxSilenceMs
  server.on('clientError', refuse)
  server.on('checkExpectation', (_request, response) => {
    const { socket } = response
    if (socket !== null) answerPlainly(socket, new DomainError('VALIDATION_FAILED', unmetExpectation))
  })
  server.on('connection', (socket) => turns.open(socket))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => drain(server, turns, stopping) }
}

/** Answers a TCP connection that does not send HTTP with the same error body as every other error. */
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
        : 'The data sent is not an HTTP request',
  })
  answerPlainly(socket, fault)
}

const unmetExpectation = {
  message: 'The header "Expect" may only be "100-continue"',
  errors: [{ pointer: '#header/Expect', code: 'WRONG_FORM' }],
}

/**
 * Answers a request that is refused before it reaches the Koa application, and ends its connection after the
 * response.
 */
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

/**
 * The longest time in milliseconds for requests in progress to finish when the service stops. Requests that
 * still run after it are aborted.
 */
const maxDrainMs = 30_000

async function drain(server: Server, turns: RequestTurns, stopping: AbortController): Promise<void> {
  // Ends the streams of job events when the service stops, because they would otherwise last as long as the
  // job.
  stopping.abort()
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  // Answers the next request of each connection with `Connection: close`, so that busy clients also
  // disconnect before the stop.
  server.maxRequestsPerSocket = 1
  const dismiss = () => {
    // Closes connections that are idle or have not sent a request yet, because they would delay the stop.
    server.closeIdleConnections()
    for (const connection of turns.sockets) if (connection.bytesRead === 0) connection.destroy()
  }
  dismiss()
  const dismissing = setInterval(dismiss, 100)
  const giveUp = setTimeout(() => server.closeAllConnections(), maxDrainMs)
  await closed
  clearInterval(dismissing)
  clearTimeout(giveUp)
}
