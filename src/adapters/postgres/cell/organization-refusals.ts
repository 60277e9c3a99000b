import type pg from 'pg'
import { closedError } from '../../../domain/account/deletion/organization-deletion.ts'
import { moveError } from '../../../domain/cell/move.ts'
import type { DomainError } from '../../../domain/errors.ts'
import { execute } from '../database.ts'
import { sqlState } from '../faults.ts'
import type { Executor } from '../rows.ts'
import type { RowOf } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'

const departureOf = sqlFunction('departure_of', 'p_digest', 'p_organization')

export type DepartureRow = Pick<
  RowOf<'organization_departures'>,
  'organization_id' | 'status' | 'cell' | 'url' | 'until'
>

/** Returns the refusal of a credential whose organization is to be deleted, moves or has moved; null for all others. */
export async function refusalOfCredential(executor: Executor, digest: string): Promise<DomainError | null> {
  const [row] = await executor.read<DepartureRow>(...departureOf({ p_digest: digest, p_organization: null }))
  return row === undefined ? null : refusalFrom(row)
}

/** Returns the refusal of requests to an organization that moves or has moved to another cell; null for all others. */
export async function refusalOfMoved(
  connection: pg.Client,
  organizationId: string,
): Promise<DomainError | null> {
  const call = departureOf({ p_digest: null, p_organization: organizationId })
  const [row] = await execute<DepartureRow>(connection, ...call)
  return row === undefined || row.cell === null ? null : refusalFrom(row)
}

/** Returns the refusal by a row whose organization is closed. */
export function refusalFrom(row: DepartureRow): DomainError | null {
  const { organization_id: organizationId, status, cell, url, until } = row
  if (cell !== null) return moveError({ hasGone: status === 'departed', cell, url }).for(organizationId)
  return until === null ? null : closedError(until).for(organizationId)
}

/** The SQLSTATE of `has_written` for an organization that has left this cell. */
const organizationLeft = 'SP011'

/** Returns the refusal of a request whose commit has failed because its organization has left this cell. */
export function refusalOfCommit(error: unknown): DomainError | null {
  if (sqlState(error) !== organizationLeft) return null
  return refusalFrom(JSON.parse((error as { readonly detail: string }).detail) as DepartureRow)
}
