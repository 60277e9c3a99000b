import type { Database, Statement } from '../../database.ts'

const minute = 60_000

/** `UsageBatch` collects uses in memory and writes those of a new minute together. */
export class UsageBatch {
  readonly #database: Database
  /** The statement that writes uses. Takes the names, and the time of each use. */
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
    // Sorted by name; otherwise two processes could deadlock.
    uses.sort(([a], [b]) => (a < b ? -1 : 1))
    try {
      const moments = uses.map(([, at]) => new Date(at))
      await this.#database.write(this.#statement, [uses.map(([name]) => name), moments])
      // Forgets uses of earlier minutes, so that the map never grows beyond what is in use.
      const latest = Math.max(...uses.map(([, at]) => at))
      for (const [name, at] of this.#written) if (at < latest) this.#written.delete(name)
      for (const [name, at] of uses) this.#written.set(name, at)
    } catch {
      // The database is away. The next use is noted again; a lost minute does no harm.
    }
  }
}
