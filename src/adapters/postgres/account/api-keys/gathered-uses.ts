import type { Database, Statement } from '../../database.ts'

const minute = 60_000

/** Gathers uses in this process and writes those that have reached another minute, together. */
export class GatheredUses {
  readonly #database: Database
  /** Takes names, and the moment of each. */
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
    // Always in the order of names, or two processes could wait for each other's rows.
    uses.sort(([a], [b]) => (a < b ? -1 : 1))
    try {
      const moments = uses.map(([, at]) => new Date(at))
      await this.#database.write(this.#statement, [uses.map(([name]) => name), moments])
      // Forgets what was used in earlier minutes, so that it never grows beyond those in use.
      const latest = Math.max(...uses.map(([, at]) => at))
      for (const [name, at] of this.#written) if (at < latest) this.#written.delete(name)
      for (const [name, at] of uses) this.#written.set(name, at)
    } catch {
      // The database is away. The next use notes it again; a minute that is lost is no loss.
    }
  }
}
