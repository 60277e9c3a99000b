import { KeyUsage } from '../../../ports/account/key-usage.ts'
import type { Database, Statement } from '../database.ts'

const note: Statement = {
  name: 'note_key_usage',
  text: `
    update api_keys k set last_used_at = u.at
      from unnest($1::text[], $2::timestamptz[]) u(digest, at)
     where k.digest = u.digest and (k.last_used_at is null or k.last_used_at < u.at)`,
}

const minute = 60_000
const writtenEveryMs = 10_000

/** Gathers uses in this process and writes those that have reached another minute, together. */
export class PostgresKeyUsage extends KeyUsage {
  readonly #database: Database
  readonly #written = new Map<string, number>()
  readonly #unwritten = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(database: Database) {
    super()
    this.#database = database
    database.onSettle(() => this.#write())
  }

  override note(digest: string, at: Date): void {
    const inMinute = Math.floor(at.getTime() / minute) * minute
    const known = Math.max(this.#written.get(digest) ?? 0, this.#unwritten.get(digest) ?? 0)
    if (known >= inMinute) return
    this.#unwritten.set(digest, inMinute)
    this.#timer ??= setTimeout(() => void this.#write(), writtenEveryMs).unref()
  }

  async #write(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const uses = [...this.#unwritten]
    this.#unwritten.clear()
    if (uses.length === 0) return
    // Always in the order of digests, or two processes could wait for each other's rows.
    uses.sort(([a], [b]) => (a < b ? -1 : 1))
    try {
      const moments = uses.map(([, at]) => new Date(at))
      await this.#database.write(note, [uses.map(([digest]) => digest), moments])
      // Forgets the keys of earlier minutes, so that it never grows beyond those in use.
      const latest = Math.max(...uses.map(([, at]) => at))
      for (const [digest, at] of this.#written) if (at < latest) this.#written.delete(digest)
      for (const [digest, at] of uses) this.#written.set(digest, at)
    } catch {
      // The database is away. The next use notes it again; a minute that is lost is no loss.
    }
  }
}
