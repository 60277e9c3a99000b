import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

/** The options of the `pg` driver with which a connection to PostgreSQL is opened. */
export interface ConnectionTarget {
  readonly connectionString: string
  readonly stream?: () => Socket
}

interface ServerAddress {
  readonly host: string
  readonly port: number
}

const askWithinMs = 2_000
const retryPrimaryMs = 1_000
/** Time in milliseconds between two searches for a PostgreSQL server that accepts writes, while none does. */
const retryWithoutPrimaryMs = 250
/**
 * Time in milliseconds for which a server's answer that it accepts writes is trusted. Meanwhile the server is
 * checked every second.
 */
const believedMs = 2_500

const severalHosts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]+)(.*)$/i

/** Returns a URL for each PostgreSQL server in a URL: "postgres://user@one:5432,two:5432/spindle" has two. */
export function serversOf(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = severalHosts.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/**
 * Returns connection options that lead to the server that accepts writes at the moment, if the URL names
 * several. The `pg` driver knows one host only, but lets this code open the socket, which first finds the
 * server.
 */
export function connectionTo(url: string): ConnectionTarget {
  const servers = serversOf(url)
  const [first = url] = servers
  if (servers.length === 1) return { connectionString: first }
  const primary = new Primary(servers)
  return { connectionString: first, stream: () => new SocketToPrimary(primary) }
}

/**
 * `Primary` finds the PostgreSQL server that accepts writes, and asks it every second while connections lead
 * to it. A paused server gives no sign, so its clients would wait long after another has taken over.
 */
class Primary {
  readonly #servers: readonly string[]
  readonly #sockets = new Set<SocketToPrimary>()
  #witness: Witness | null = null
  #asking: Promise<ServerAddress> | null = null
  #isWatching = false

  constructor(servers: readonly string[]) {
    this.#servers = servers
  }

  async find(): Promise<ServerAddress> {
    if (this.#witness?.isSure === true) return this.#witness.place
    // Shares one search for the server among connections that are opened at the same time.
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  /** Registers an open connection, so that it is closed when another server takes over the writes. */
  lead(socket: SocketToPrimary): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.leave(socket))
    if (!this.#isWatching) void this.#watch()
  }

  /**
   * Removes a closed connection. After the last one, the servers are no longer asked whether they accept writes.
   */
  leave(socket: SocketToPrimary): void {
    this.#sockets.delete(socket)
    if (this.#sockets.size === 0) this.#witness?.dismiss()
  }

  async #watch(): Promise<void> {
    this.#isWatching = true
    let isThere = true
    while (this.#sockets.size > 0) {
      await setTimeout(isThere ? retryPrimaryMs : retryWithoutPrimaryMs, undefined, { ref: false })
      if ((await this.#witness?.takesWrites()) === true || this.#sockets.size === 0) continue
      this.#witness?.dismiss()
      isThere = await this.find().then(
        () => true,
        () => false,
      )
    }
    this.#isWatching = false
    // Closes the connection that asks the server whether it accepts writes. The search may have opened it
    // after the last other connection was closed.
    this.#witness?.dismiss()
  }

  async #ask(): Promise<ServerAddress> {
    // Keeps the known server as long as it accepts writes, even if another one does too.
    const known = this.#witness
    if (known !== null && (await known.takesWrites())) return known.place
    known?.dismiss()
    this.#witness = await firstToTakeWrites(this.#servers)
    const { place } = this.#witness
    for (const socket of this.#sockets) if (!socket.leadsTo(place)) socket.destroy()
    return place
  }
}

/**
 * Returns the first server that accepts writes. Ignores all others, even one that accepts writes too, as a
 * paused server may for a moment.
 */
async function firstToTakeWrites(servers: readonly string[]): Promise<Witness> {
  let isFound = false
  const witnesses = servers.map(async (server) => {
    const witness = await Witness.of(server)
    const takesWrites = await witness.takesWrites()
    if (takesWrites && !isFound) {
      isFound = true
      return witness
    }
    witness.dismiss()
    throw new Error(`${witness.place.host}:${witness.place.port} does not accept writes`)
  })
  try {
    return await Promise.any(witnesses)
  } catch (cause) {
    // Throws the error of a connection that could not be opened, so that callers know that nothing was
    // written.
    const message = 'No server in DATABASE_URL accepts writes'
    throw Object.assign(new Error(message, { cause }), { syscall: 'connect' })
  }
}

/** `Witness` is a connection that asks its PostgreSQL server whether it accepts writes. */
class Witness {
  readonly place: ServerAddress
  readonly #client: pg.Client
  #sureUntil = 0
  #asking: Promise<boolean> | null = null

  /** Connects to a server. Rejects if the server cannot be reached within 2 s. */
  static async of(server: string): Promise<Witness> {
    const client = new pg.Client({
      connectionString: server,
      connectionTimeoutMillis: askWithinMs,
      query_timeout: askWithinMs,
      application_name: 'spindle-watch',
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return new Witness(client)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
  }

  private constructor(client: pg.Client) {
    this.#client = client
    this.place = { host: client.host, port: client.port }
    client.once('end', () => this.dismiss())
  }

  /** Whether the server has said within the last 2.5 s that it accepts writes. */
  get isSure(): boolean {
    return performance.now() < this.#sureUntil
  }

  /** Asks the server whether it accepts writes. Callers that wait at the same time share one query. */
  takesWrites(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  async #ask(): Promise<boolean> {
    try {
      const { rows } = await this.#client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows')
      if (rows[0]?.follows !== false) return false
      this.#sureUntil = performance.now() + believedMs
      return true
    } catch {
      return false
    }
  }

  dismiss(): void {
    this.#sureUntil = 0
    this.#client.end().catch(() => {})
  }
}

class SocketToPrimary extends Socket {
  readonly #primary: Primary
  #place: ServerAddress | null = null

  constructor(primary: Primary) {
    super()
    this.#primary = primary
  }

  leadsTo({ host, port }: ServerAddress): boolean {
    return this.#place?.host === host && this.#place.port === port
  }

  override connect(..._first: unknown[]): this {
    this.#connect().catch((error: Error) => this.destroy(error))
    return this
  }

  async #connect(): Promise<void> {
    const place = await this.#primary.find()
    if (this.destroyed) {
      this.#primary.leave(this)
      return
    }
    this.#place = place
    this.#primary.lead(this)
    super.connect(place.port, place.host)
  }
}
