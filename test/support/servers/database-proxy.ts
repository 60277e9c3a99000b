import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** The reaction of the tests' database proxy to a new connection while the database server behind it is away. */
export type OutageKind =
  /** The proxy accepts the connection and closes it, as HAProxy does while the database server is away. */
  | 'closes'
  /** The proxy answers with SQLSTATE 08P01, as PgBouncer does while the database server is away. */
  | 'says so'
  /** The proxy accepts the connection and never answers, as a paused host does. */
  | 'is silent'

/**
 * `DatabaseProxy` is a proxy for tests. It passes connections to a PostgreSQL server, and can act as if the
 * server were away.
 */
export class DatabaseProxy {
  readonly url: string
  readonly #server: Server
  readonly #sockets: Set<Socket>
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #away: OutageKind | null = null
  #changesProcessIds = false

  private constructor(url: string, server: Server, sockets: Set<Socket>) {
    this.url = url
    this.#server = server
    this.#sockets = sockets
  }

  static async before(url: string): Promise<DatabaseProxy> {
    const behind = new URL(url)
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
      const away = proxy.#away
      if (away === 'closes') socket.destroy()
      else if (away === 'says so')
        socket.once('data', () =>
          socket.end(refusal('server login has been failing, try again later (server_login_retry)')),
        )
      if (away !== null) return
      const other = connect(Number(behind.port), behind.hostname)
      sockets.add(other)
      other.on('error', () => socket.destroy())
      other.on('close', () => socket.destroy())
      const pair = [socket, other] as const
      proxy.#pairs.add(pair)
      socket.on('close', () => {
        proxy.#pairs.delete(pair)
        other.destroy()
      })
      if (proxy.#changesProcessIds) other.on('data', changeProcessId)
      socket.pipe(other).pipe(socket)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const own = new URL(url)
    own.hostname = '127.0.0.1'
    own.port = String((server.address() as AddressInfo).port)
    const proxy: DatabaseProxy = new DatabaseProxy(own.href, server, sockets)
    return proxy
  }

  startOutage(way: OutageKind): void {
    this.#away = way
    for (const socket of this.#sockets) socket.destroy()
  }

  /**
   * Stops passing data on the test's open connections to the database without closing them. New connections
   * work as before.
   */
  fallSilent(): void {
    for (const [socket, other] of this.#pairs) {
      socket.unpipe(other)
      other.unpipe(socket)
    }
  }

  /**
   * Ends each open connection of the test at its next SQL statement, with the error message of a pooler that
   * finds no server.
   */
  refuseNext(): void {
    this.fallSilent()
    for (const [socket] of this.#pairs) {
      socket.once('data', () => socket.end(refusal('query_wait_timeout')))
      socket.resume()
    }
  }

  /**
   * Closes the connection of the next commit after the server has committed, and before the client gets the
   * answer. Other connections, and new ones, work as before.
   */
  loseNextCommit(): void {
    let isLost = false
    for (const [socket, other] of this.#pairs)
      other.prependListener('data', (answer: Buffer) => {
        if (isLost || !answer.includes('COMMIT\0')) return
        isLost = true
        other.unpipe(socket)
        socket.destroy()
      })
  }

  /** Tells the client of each new connection another process id than that of the server's process, as poolers do. */
  changeProcessIds(): void {
    this.#changesProcessIds = true
  }

  comeBack(): void {
    this.#away = null
    for (const socket of this.#sockets) socket.destroy()
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}

/** Changes the process id in the message BackendKeyData of PostgreSQL's protocol, if the bytes contain it. */
function changeProcessId(bytes: Buffer): void {
  const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
  if (at >= 0) bytes.writeInt32BE(1, at + 5)
}

/** Returns an error message (ErrorResponse) of PostgreSQL's protocol, which the tests' proxy sends to clients. */
function refusal(message: string): Buffer {
  const fields = `SFATAL\0VFATAL\0C08P01\0M${message}\0\0`
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(4 + Buffer.byteLength(fields), 1)
  return Buffer.concat([head, Buffer.from(fields)])
}
