import type { Departure } from '../../../domain/cell/departure.ts'
import { Departures } from '../../../ports/cell/organization-moves.ts'
import type { Database } from '../database.ts'
import type { RowOf } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'

const departureOf = sqlFunction('departure_of', 'p_digest', 'p_organization')

interface DepartureRow extends Pick<RowOf<'outgoing_moves'>, 'organization_id' | 'cell' | 'url'> {
  readonly state: Exclude<RowOf<'outgoing_moves'>['state'], 'draining'>
}

export class PostgresDepartures extends Departures {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override ofCredential(digest: string): Promise<Departure | null> {
    return this.#find({ p_digest: digest, p_organization: null })
  }

  override ofOrganization(organizationId: string): Promise<Departure | null> {
    return this.#find({ p_digest: null, p_organization: organizationId })
  }

  async #find(by: Parameters<typeof departureOf>[0]): Promise<Departure | null> {
    const [row] = await this.#database.read<DepartureRow>(...departureOf(by))
    if (row === undefined) return null
    const { organization_id: organizationId, state, cell, url } = row
    return { organizationId, hasGone: state === 'departed', cell, url }
  }
}
