import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** What it does with a new connection while the server behind it is away. */
export type AwayWay =
  /** Takes it and closes it, as HAProxy. */
  | 'closes'
  /** Says so with SQLSTATE 08P01, as PgBouncer. */
  | 'says so'
  /** Takes it and says nothing, as a host that was paused. */
  | 'is silent'

/** In front of a PostgreSQL: passes everything on, until the server behind it is to be away. */
export class DatabaseProxy {
  readonly url: string
  readonly #server: Server
  readonly #sockets: Set<Socket>
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #away: AwayWay | null = null

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
      socket.pipe(other).pipe(socket)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const own = new URL(url)
    own.port = String((server.address() as AddressInfo).port)
    const proxy: DatabaseProxy = new DatabaseProxy(own.href, server, sockets)
    return proxy
  }

  goAway(way: AwayWay): void {
    this.#away = way
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Passes on nothing more of what is open, and does not close it either; new connections are as before. */
  fallSilent(): void {
    for (const [socket, other] of this.#pairs) {
      socket.unpipe(other)
      other.unpipe(socket)
    }
  }

  /** Ends what is open at its next statement, with the word of a pooler that finds no server for it. */
  refuseNext(): void {
    this.fallSilent()
    for (const [socket] of this.#pairs) {
      socket.once('data', () => socket.end(refusal('query_wait_timeout')))
      socket.resume()
    }
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

/** An ErrorResponse of the protocol. */
function refusal(message: string): Buffer {
  const fields = `SFATAL\0VFATAL\0C08P01\0M${message}\0\0`
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(4 + Buffer.byteLength(fields), 1)
  return Buffer.concat([head, Buffer.from(fields)])
}
