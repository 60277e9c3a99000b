import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from './database.ts'

const rejoinMs = 100

const enter = 'insert into lease_sessions (id) values ($1) on conflict (id) do update set missed_at = null'

/**
 * Shows others that this process lives: a lock held by a session of its own, which no crash can outlast.
 * A session that is lost is opened again at once; others wait most of a second before they believe it.
 */
export class LeaseSession {
  #id = randomUUID()
  readonly #database: Database
  #session: Promise<void> | null = null

  constructor(database: Database) {
    this.#database = database
  }

  /** Answers under which id leases name it; null where no session is its own, and only leases count. */
  async hold(): Promise<string | null> {
    if (this.#database.pooled) return null
    this.#session ??= this.#open()
    await this.#session
    return this.#id
  }

  async #open(): Promise<void> {
    try {
      const session = await this.#database.openSession()
      await this.#enter(session)
      session.once('end', () => {
        this.#session = null
        void this.#rejoin()
      })
    } catch (error) {
      this.#session = null
      throw error
    }
  }

  async #enter(session: pg.Client): Promise<void> {
    try {
      // Where the connection was cut off without a word, the server may take the old session for alive
      // for hours. What is leased under it is ours by the clock; what comes now gets another name.
      if (!(await lock(session, this.#id))) {
        this.#id = randomUUID()
        await lock(session, this.#id)
      }
      await session.query(enter, [this.#id])
    } catch (error) {
      session.end().catch(() => {})
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

/** Whoever looks for lost sessions may have the lock for a moment. */
async function lock(session: pg.Client, id: string): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    const { rows } = await session.query<{ locked: boolean }>(
      'select pg_try_advisory_lock(lease_session_key($1)) as locked',
      [id],
    )
    if (rows[0]?.locked === true) return true
    await setTimeout(50)
  }
  return false
}
