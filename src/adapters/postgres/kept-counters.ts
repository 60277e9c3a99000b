import { periodOf } from '../../domain/plan/period.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from './database.ts'
import { sqlFunction } from './sql-function.ts'

const keepCounters = sqlFunction('keep_counters', 'p_tables', 'p_organizations', 'p_period')

/**
 * `KeptCounters` collects tables and organizations whose counters this process has changed, and writes the
 * counters to where processes of the previous version read them. Writes them at intervals, because a row that
 * changes with every flush becomes slow to read while a snapshot stays open.
 */
export class KeptCounters {
  readonly #database: Database
  readonly #clock: Clock
  #tables = new Set<string>()
  #organizations = new Set<string>()
  readonly #noteGathered: () => void

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
    this.#noteGathered = database.gather(() => this.#keep())
  }

  note(organizationId: string, tableId: string | null): void {
    this.#organizations.add(organizationId)
    if (tableId !== null) this.#tables.add(tableId)
    this.#noteGathered()
  }

  async #keep(): Promise<void> {
    const [tables, organizations] = [[...this.#tables], [...this.#organizations]]
    this.#tables.clear()
    this.#organizations.clear()
    if (organizations.length === 0) return
    const values = {
      p_tables: tables,
      p_organizations: organizations,
      p_period: periodOf(this.#clock.now()),
    }
    // Ignores a database that is unreachable, because the next change of these counters writes them.
    await this.#database.write(...keepCounters(values)).catch(() => [])
  }
}
