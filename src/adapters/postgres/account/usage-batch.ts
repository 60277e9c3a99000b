import type { Database, Statement } from '../database.ts'

const minute = 60_000

/**
 * `UsageBatch` collects in memory when API keys or sessions were last used, and writes all new times with one
 * statement. A use in a minute that is already stored is not written again.
 */
export class UsageBatch {
  readonly #database: Database
  /**
   * The SQL statement that stores when API keys or sessions were last used. Takes their ids, and the time of
   * each last use.
   */
  readonly #statement: Statement
  readonly #written = new Map<string, number>()
  readonly #unwritten = new Map<string, number>()
  readonly #noteGathered: () => void

  constructor(database: Database, statement: Statement) {
    this.#database = database
    this.#statement = statement
    this.#noteGathered = database.gather(() => this.#write())
  }

  note(name: string, at: Date): void {
    const inMinute = Math.floor(at.getTime() / minute) * minute
    const known = Math.max(this.#written.get(name) ?? 0, this.#unwritten.get(name) ?? 0)
    if (known >= inMinute) return
    this.#unwritten.set(name, inMinute)
    this.#noteGathered()
  }

  async #write(): Promise<void> {
    const uses = [...this.#unwritten]
    this.#unwritten.clear()
    if (uses.length === 0) return
    // Sorts the last uses by the id of the API key or session. All processes then lock the rows in one order;
    // otherwise two could deadlock.
    uses.sort(([a], [b]) => (a < b ? -1 : 1))
    try {
      const moments = uses.map(([, at]) => new Date(at))
      await this.#database.write(this.#statement, [uses.map(([name]) => name), moments])
      // Forgets last uses that were stored in earlier minutes, so that the map holds only API keys and
      // sessions in use.
      const latest = Math.max(...uses.map(([, at]) => at))
      for (const [name, at] of this.#written) if (at < latest) this.#written.delete(name)
      for (const [name, at] of uses) this.#written.set(name, at)
    } catch {
      // If the database is unreachable, the times of last use collected so far are lost. The next use of the
      // API key or session is stored again, so little is wrong.
    }
  }
}
