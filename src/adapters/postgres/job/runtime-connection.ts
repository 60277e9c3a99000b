import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '../database.ts'

const rejoinMs = 100

const enter =
  'insert into runtime_connections (id) values ($1) on conflict (id) do update set missed_at = null'

/**
 * `RuntimeConnection` shows other processes that this one is alive, by a lock that its own connection holds;
 * a crash ends the connection. A lost connection is opened again at once. Other processes wait 0.8 seconds
 * before they count this one as dead.
 */
export class RuntimeConnection {
  #id = randomUUID()
  readonly #database: Database
  #connection: Promise<void> | null = null

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Returns the id of this worker's own connection, which its leases contain: they end when the connection
   * does. Null behind a pooler, where leases end only by time.
   */
  async hold(): Promise<string | null> {
    if (this.#database.pooled) return null
    this.#connection ??= this.#open()
    await this.#connection
    return this.#id
  }

  async #open(): Promise<void> {
    try {
      const connection = await this.#database.openConnection()
      await this.#enter(connection)
      connection.once('end', () => {
        this.#connection = null
        void this.#rejoin()
      })
    } catch (error) {
      this.#connection = null
      throw error
    }
  }

  async #enter(connection: pg.Client): Promise<void> {
    try {
      // Takes another connection id for new leases if the id of the lost connection is still locked. The
      // server may keep a connection that was cut off for hours; leases under its id stay valid until their
      // time ends.
      if (!(await lock(connection, this.#id))) {
        this.#id = randomUUID()
        await lock(connection, this.#id)
      }
      await connection.query(enter, [this.#id])
    } catch (error) {
      connection.end().catch(() => {})
      throw error
    }
  }

  async #rejoin(): Promise<void> {
    while (!this.#database.isClosed) {
      try {
        await this.hold()
        return
      } catch {
        await setTimeout(rejoinMs, undefined, { ref: false })
      }
    }
  }
}

/**
 * Takes the advisory lock of the runtime's connection. Waits, because a runtime that looks for lost
 * connections may hold the lock for a moment.
 */
async function lock(connection: pg.Client, id: string): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    const { rows } = await connection.query<{ locked: boolean }>(
      'select pg_try_advisory_lock(runtime_connection_key(p_connection => $1)) as locked',
      [id],
    )
    if (rows[0]?.locked === true) return true
    await setTimeout(50)
  }
  return false
}
