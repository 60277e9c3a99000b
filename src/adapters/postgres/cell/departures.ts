import type pg from 'pg'
import type { Departure, Move } from '../../../domain/cell/departure.ts'
import { execute } from '../database.ts'
import type { Executor } from '../rows.ts'
import type { RowOf } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'

const departureOf = sqlFunction('departure_of', 'p_digest', 'p_organization')

export type DepartureRow = Pick<RowOf<'departures'>, 'organization_id' | 'state' | 'cell' | 'url' | 'until'>

/** Returns the departure of the organization of a credential; null if there is none. */
export async function departureOfCredential(executor: Executor, digest: string): Promise<Departure | null> {
  const [row] = await executor.read<DepartureRow>(...departureOf({ p_digest: digest, p_organization: null }))
  return row === undefined ? null : departureFrom(row)
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
