import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { EventLoopBudget } from './event-loop-budget.ts'

/**
 * The largest number of pipelined requests that wait on one connection. A connection with more is closed; clients
 * that pipeline send a few at a time.
 */
const maxWaiting = 100

/** The milliseconds for which one turn of the event loop starts requests. */
const maxStartMs = 10

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** A connection and its requests that have not been answered yet. */
interface Connection {
  readonly socket: Socket
  /** The request that is being answered; null if the connection is idle. */
  current: IncomingMessage | null
  /** The pipelined requests that wait for the answer to `current`. */
  readonly waiting: [IncomingMessage, ServerResponse][]
  hasAnswered: boolean
}

/**
 * `RequestTurns` answers the requests of each connection one at a time, and within the budget of the event loop. Node.js
 * reports pipelined requests as they are read, so a client could otherwise start thousands at once with one small packet.
 * Requests that wait on a connection that is closed are dropped.
 */
export class RequestTurns {
  readonly #handle: Handle
  readonly #maxConnections: number
  readonly #budget = new EventLoopBudget(maxStartMs)
  /**
   * Runs a function outside of the asynchronous context of its caller. Without it, a request that starts after the answer
   * to another one would run at the test clock of that one.
   */
  readonly #outside = AsyncLocalStorage.snapshot()
  readonly #connections = new Map<Socket, Connection>()

  constructor(handle: Handle, maxConnections: number) {
    this.#handle = handle
    this.#maxConnections = maxConnections
  }

  /** The connections that are open now, the oldest first. */
  get sockets(): Iterable<Socket> {
    return this.#connections.keys()
  }

  /**
   * Notes a new connection. If there are too many, the least useful one is closed first, so that a client that opens
   * connections and sends nothing keeps nobody else out.
   */
  open(socket: Socket): void {
    if (this.#connections.size >= this.#maxConnections) this.#leastUseful()?.destroy()
    this.#connections.set(socket, { socket, current: null, waiting: [], hasAnswered: false })
    socket.once('close', () => {
      this.#connections.delete(socket)
    })
  }

  /** Answers a request at once, or after the earlier requests of its connection. */
  take(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(request.socket)
    if (connection === undefined) return
    if (connection.waiting.length === maxWaiting) {
      this.#connections.delete(connection.socket)
      connection.socket.destroy()
      return
    }
    connection.waiting.push([request, response])
    if (connection.current === null && connection.waiting.length === 1) this.#startNext(connection)
  }

  #startNext(connection: Connection): void {
    this.#budget.run(() => {
      const next = connection.waiting.shift()
      if (next !== undefined && !connection.socket.destroyed) this.#start(connection, ...next)
    })
  }

  #start(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.current = request
    response.once('close', () => {
      connection.current = null
      connection.hasAnswered = true
      if (connection.waiting.length > 0) this.#startNext(connection)
    })
    this.#outside(this.#handle, request, response)
  }

  /**
   * Returns the oldest connection that has never sent a whole request. Without one, the oldest idle connection, or else
   * the oldest whose request is still arriving; null if all requests are being answered.
   */
  #leastUseful(): Socket | null {
    let idle: Socket | null = null
    let arriving: Socket | null = null
    for (const { socket, current, waiting, hasAnswered } of this.#connections.values()) {
      const request = current ?? waiting[0]?.[0]
      if (request === undefined && !hasAnswered) return socket
      if (request === undefined) idle ??= socket
      else if (!request.complete) arriving ??= socket
    }
    return idle ?? arriving
  }
}
