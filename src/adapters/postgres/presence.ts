import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from './database.ts'

const rejoinMs = 100

/**
 * Shows others that this process lives: a lock held by a session of its own, which no crash can outlast.
 * A session that is lost is opened again at once; others wait most of a second before they believe it.
 */
export class Presence {
  readonly #id = randomUUID()
  readonly #database: Database
  #session: Promise<void> | null = null

  constructor(database: Database) {
    this.#database = database
  }

  /** Answers under which id others see it; null where no session is its own, and only leases count. */
  async hold(): Promise<string | null> {
    if (this.#database.pooled) return null
    this.#session ??= this.#open()
    await this.#session
    return this.#id
  }

  async #open(): Promise<void> {
    try {
      const session = await this.#database.openSession()
      session.once('end', () => {
        this.#session = null
        void this.#rejoin()
      })
      await show(session, this.#id)
    } catch (error) {
      this.#session = null
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

async function show(session: pg.Client, id: string): Promise<void> {
  await session.query('select pg_advisory_lock(runtime_key($1))', [id])
  await session.query(
    'insert into runtimes (id) values ($1) on conflict (id) do update set missed_at = null',
    [id],
  )
}
