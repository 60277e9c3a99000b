import { OrganizationTimes } from '../../../ports/organization-times.ts'
import type { Database, Statement } from '../database.ts'
import { timeOf } from '../schema/organization-clock.ts'

const findTime: Statement = {
  name: 'find_time_of_organization',
  text: `select ${timeOf('o.id', 'null')} as now, o.test_of is null as "isReal"
           from organizations o where o.id = $1`,
}

const maxCached = 20_000

export class PostgresOrganizationTimes extends OrganizationTimes {
  readonly #database: Database
  /** Caches, by organization, whether it is real; this never changes. */
  readonly #cache = new Map<string, boolean>()

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async isReal(organizationId: string): Promise<boolean> {
    if (!this.#cache.has(organizationId)) await this.testTimeOf(organizationId)
    return this.#cache.get(organizationId) ?? true
  }

  override async testTimeOf(organizationId: string): Promise<Date | null> {
    if (this.#cache.get(organizationId) === true) return null
    const [row] = await this.#database.read<{ now: Date | null; isReal: boolean }>(findTime, [organizationId])
    if (row === undefined) return null
    this.#cache.set(organizationId, row.isReal)
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > maxCached && oldest !== undefined) this.#cache.delete(oldest)
    return row.now
  }
}
