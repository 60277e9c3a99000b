import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

/** The options with which a connection is opened. */
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
/** The milliseconds between two looks while no server takes writes. */
const retryWithoutPrimaryMs = 250
/**
 * The milliseconds for which a server's answer counts. The server answers again before they are over, unless
 * it is busy.
 */
const believedMs = 2_500

const severalHosts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]+)(.*)$/i

/** Returns a URL for each server that is named: "postgres://user@one:5432,two:5432/spindle" names two. */
export function serversOf(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = severalHosts.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/**
 * Returns connection options that lead to the server that takes writes at the moment, if the URL names
 * several servers. pg knows one host, but it asks for a socket, and this socket finds the server first.
 */
export function connectionTo(url: string): ConnectionTarget {
  const servers = serversOf(url)
  const [first = url] = servers
  if (servers.length === 1) return { connectionString: first }
  const primary = new Primary(servers)
  return { connectionString: first, stream: () => new SocketToPrimary(primary) }
}

/**
 * `Primary` finds the server that takes writes. While connections lead to it, a connection of this class asks
 * it every second. A server that was paused gives no sign, and keeps its clients waiting long after another
 * has taken its place.
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
    // Connections that are opened together share one answer.
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  /** Registers a connection, which is closed when another server takes the writes. */
  lead(socket: SocketToPrimary): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.leave(socket))
    if (!this.#isWatching) void this.#watch()
  }

  /** Removes a closed connection. After the last one no server is asked any more. */
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
    // A server may have been found after the last connection was closed.
    this.#witness?.dismiss()
  }

  async #ask(): Promise<ServerAddress> {
    // The known server stays as long as it takes writes, even if another one does too.
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
 * Returns the first server that takes writes. Drops all other servers, even one that takes writes too, as it
 * may for a moment after it was paused.
 */
async function firstToTakeWrites(servers: readonly string[]): Promise<Witness> {
  let isFound = false
  const asked = servers.map(async (server) => {
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
    return await Promise.any(asked)
  } catch (cause) {
    // Looks like a connection that could not be opened, so callers know that nothing was written.
    const message = 'No server in DATABASE_URL accepts writes'
    throw Object.assign(new Error(message, { cause }), { syscall: 'connect' })
  }
}

/** A connection that asks its server whether it takes writes. */
class Witness {
  readonly place: ServerAddress
  readonly #client: pg.Client
  #sureUntil = 0
  #asking: Promise<boolean> | null = null

  /** Rejects if the server is away. */
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

  /** Whether the server took writes a moment ago. */
  get isSure(): boolean {
    return performance.now() < this.#sureUntil
  }

  /** Asks once for all callers that wait. */
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
