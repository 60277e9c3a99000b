import { periodOf } from '../../domain/plan/period.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from './database.ts'
import { sqlFunction } from './sql-function.ts'

const keepCounters = sqlFunction('keep_counters', 'p_tables', 'p_organizations', 'p_period')

/**
 * `KeptCounters` collects tables and organizations whose counters this process has changed, and writes the
 * counters to where processes of the previous version read them. Not with every flush: while a snapshot stays
 * open, each version of a row that is written often makes reading it slower.
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
    // The database is away. The next change notes the counters again.
    await this.#database.write(...keepCounters(values)).catch(() => [])
  }
}
