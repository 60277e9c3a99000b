import { Socket } from 'node:net'
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
/** Connections that are opened together ask once. */
const believedMs = 500

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

class Primary {
  readonly #servers: readonly string[]
  #found: Promise<Place> | null = null

  constructor(servers: readonly string[]) {
    this.#servers = servers
  }

  find(): Promise<Place> {
    this.#found ??= this.#ask()
    return this.#found
  }

  async #ask(): Promise<Place> {
    // One that has just been found may be lost again in the next second.
    setTimeout(() => {
      this.#found = null
    }, believedMs).unref()
    try {
      return await Promise.any(this.#servers.map(placeOfPrimary))
    } catch (cause) {
      this.#found = null
      // As a connection that could not be made: nothing was written.
      const message = 'None of the servers in DATABASE_URL takes writes'
      throw Object.assign(new Error(message, { cause }), { syscall: 'connect' })
    }
  }
}

/** Refuses for a server that follows another, or is away. */
async function placeOfPrimary(server: string): Promise<Place> {
  const client = new pg.Client({
    connectionString: server,
    connectionTimeoutMillis: askWithinMs,
    query_timeout: askWithinMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows')
    if (rows[0]?.follows !== false) throw new Error(`${client.host} follows another server`)
    return { host: client.host, port: client.port }
  } finally {
    client.end().catch(() => {})
  }
}

class SocketToPrimary extends Socket {
  readonly #primary: Primary

  constructor(primary: Primary) {
    super()
    this.#primary = primary
  }

  override connect(..._first: unknown[]): this {
    this.#primary.find().then(
      ({ host, port }) => this.destroyed || super.connect(port, host),
      (error: Error) => this.destroy(error),
    )
    return this
  }
}
