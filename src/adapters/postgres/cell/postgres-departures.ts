import type pg from 'pg'
import type { Departure, Move } from '../../../domain/cell/departure.ts'
import { Departures } from '../../../ports/cell/departures.ts'
import { type Database, execute } from '../database.ts'
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

  override async ofCredential(digest: string): Promise<Departure | null> {
    const call = departureOf({ p_digest: digest, p_organization: null })
    const [row] = await this.#database.read<DepartureRow>(...call)
    return row === undefined ? null : departureFrom(row)
  }

  override moveOf(organizationId: string): Promise<Move | null> {
    return this.#database.onConnection((connection) => moveOf(connection, organizationId))
  }
}

/** Returns the move of an organization that refuses its requests in this cell; null if there is none. */
export async function moveOf(connection: pg.Client, organizationId: string): Promise<Move | null> {
  const call = departureOf({ p_digest: null, p_organization: organizationId })
  const [row] = await execute<DepartureRow>(connection, ...call)
  const departure = row === undefined ? null : departureFrom(row)
  return departure?.kind === 'move' ? departure : null
}

/** Returns the departure of a row whose organization is closed. */
export function departureFrom(row: DepartureRow): Departure | null {
  const { organization_id: organizationId, state, cell, url, until } = row
  if (cell !== null) return { kind: 'move', organizationId, hasGone: state === 'departed', cell, url }
  return until === null ? null : { kind: 'deletion', organizationId, deletesAt: until }
}
