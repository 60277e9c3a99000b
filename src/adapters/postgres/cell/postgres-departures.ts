import type { Departure, Move } from '../../../domain/cell/departure.ts'
import { Departures } from '../../../ports/cell/organization-moves.ts'
import type { Database } from '../database.ts'
import type { RowOf } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'

const departureOf = sqlFunction('departure_of', 'p_digest', 'p_organization')

export type DepartureRow = Pick<RowOf<'departures'>, 'organization_id' | 'state' | 'cell' | 'url' | 'until'>

export class PostgresDepartures extends Departures {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override ofCredential(digest: string): Promise<Departure | null> {
    return this.#find({ p_digest: digest, p_organization: null })
  }

  override async moveOf(organizationId: string): Promise<Move | null> {
    const departure = await this.#find({ p_digest: null, p_organization: organizationId })
    return departure?.kind === 'move' ? departure : null
  }

  async #find(by: Parameters<typeof departureOf>[0]): Promise<Departure | null> {
    const [row] = await this.#database.read<DepartureRow>(...departureOf(by))
    return row === undefined ? null : departureFrom(row)
  }
}

/** Returns the departure of a row whose organization is closed. */
export function departureFrom(row: DepartureRow): Departure | null {
  const { organization_id: organizationId, state, cell, url, until } = row
  if (cell !== null) return { kind: 'move', organizationId, hasGone: state === 'departed', cell, url }
  return until === null ? null : { kind: 'deletion', organizationId, deletesAt: until }
}
