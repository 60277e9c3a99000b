import { OrganizationTimes } from '../../../ports/organization-times.ts'
import type { Database, Statement } from '../database.ts'
import { timeOf } from '../schema/organization-clock.ts'

const findTime: Statement = {
  name: 'find_time_of_organization',
  text: `select ${timeOf('o.id', 'null')} as now from organizations o where o.id = $1`,
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
    return this.#cache.get(organizationId) ?? (await this.of(organizationId)) === null
  }

  override async of(organizationId: string): Promise<Date | null> {
    if (this.#cache.get(organizationId) === true) return null
    const [row] = await this.#database.read<{ now: Date | null }>(findTime, [organizationId])
    if (row === undefined) return null
    this.#cache.set(organizationId, row.now === null)
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > maxCached && oldest !== undefined) this.#cache.delete(oldest)
    return row.now
  }
}
