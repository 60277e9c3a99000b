import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

/** What a connection is opened with. */
export interface ConnectionTarget {
  readonly connectionString: string
  readonly stream?: () => Socket
}

interface Place {
  readonly host: string
  readonly port: number
}

const askWithinMs = 2_000
const lookAgainMs = 1_000
/** While none takes writes. */
const lookSoonMs = 250
/** What a server said of itself; it says so anew before that is over, unless it is busy. */
const believedMs = 2_500

const severalHosts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]+)(.*)$/i

/** A URL for each server that is named: "postgres://user@one:5432,two:5432/spindle" names two. */
export function serversOf(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = severalHosts.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/**
 * Of several servers, one of which takes writes and the others follow it, every connection goes to the one that takes
 * writes at that moment. pg knows one host; it asks for a socket all the same, and that one looks for the server first.
 */
export function connectionTo(url: string): ConnectionTarget {
  const servers = serversOf(url)
  const [first = url] = servers
  if (servers.length === 1) return { connectionString: first }
  const primary = new Primary(servers)
  return { connectionString: first, stream: () => new SocketToPrimary(primary) }
}

/**
 * Where the server is that takes writes. While connections lead there, it is asked every second by one of its own: a
 * server that was paused says nothing, and keeps those who asked it something waiting, after another has long come in
 * its place.
 */
class Primary {
  readonly #servers: readonly string[]
  readonly #sockets = new Set<SocketToPrimary>()
  #witness: Witness | null = null
  #asking: Promise<Place> | null = null
  #isWatching = false

  constructor(servers: readonly string[]) {
    this.#servers = servers
  }

  async find(): Promise<Place> {
    if (this.#witness?.isSure === true) return this.#witness.place
    // Connections that are opened together ask once.
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  /** From now on it is cut off when another server takes the writes. */
  lead(socket: SocketToPrimary): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.leave(socket))
    if (!this.#isWatching) void this.#watch()
  }

  /** Nobody is asked any more for the sake of a connection that is not there. */
  leave(socket: SocketToPrimary): void {
    this.#sockets.delete(socket)
    if (this.#sockets.size === 0) this.#witness?.dismiss()
  }

  async #watch(): Promise<void> {
    this.#isWatching = true
    let isThere = true
    while (this.#sockets.size > 0) {
      await setTimeout(isThere ? lookAgainMs : lookSoonMs, undefined, { ref: false })
      if ((await this.#witness?.takesWrites()) === true || this.#sockets.size === 0) continue
      this.#witness?.dismiss()
      isThere = await this.find().then(
        () => true,
        () => false,
      )
    }
    this.#isWatching = false
    // It may have been found after the last connection had gone.
    this.#witness?.dismiss()
  }

  async #ask(): Promise<Place> {
    // Another one that says the same is not believed as long as this one does.
    const known = this.#witness
    if (known !== null && (await known.takesWrites())) return known.place
    known?.dismiss()
    this.#witness = await firstToTakeWrites(this.#servers)
    const { place } = this.#witness
    for (const socket of this.#sockets) if (!socket.leadsTo(place)) socket.destroy()
    return place
  }
}

/** The others are let go of, also one that takes writes as well, as it may for a moment after it was paused. */
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
    throw new Error(`${witness.place.host}:${witness.place.port} does not take writes`)
  })
  try {
    return await Promise.any(asked)
  } catch (cause) {
    // As a connection that could not be made: nothing was written.
    const message = 'None of the servers in DATABASE_URL takes writes'
    throw Object.assign(new Error(message, { cause }), { syscall: 'connect' })
  }
}

/** A connection that says of its server whether it takes writes. */
class Witness {
  readonly place: Place
  readonly #client: pg.Client
  #sureUntil = 0
  #asking: Promise<boolean> | null = null

  /** Refuses for a server that is away. */
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

  /** Whether it took writes a moment ago. */
  get isSure(): boolean {
    return performance.now() < this.#sureUntil
  }

  /** Asks once for all who want to know. */
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
  #place: Place | null = null

  constructor(primary: Primary) {
    super()
    this.#primary = primary
  }

  leadsTo({ host, port }: Place): boolean {
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
