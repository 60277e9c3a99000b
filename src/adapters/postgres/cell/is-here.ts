import { isReal } from '../schema/organization-clock.ts'

/** Returns an SQL condition that leaves out organizations that have moved to another cell, or are closed for their move. */
export function isHere(organization: string): string {
  return `not exists (
    select from organization_departures d where d.organization_id = ${organization} and d.status in ('closed', 'switching', 'departed'))`
}

/**
 * Returns an SQL condition on the organizations for which this database still sends messages after a restore. Leaves
 * out test organizations, and organizations that have moved to another cell or whose deletion has begun: rows that
 * their jobs need may be deleted already.
 */
export function isWorkedFor(organization: string): string {
  return `${isReal(organization)} and not exists (
    select from organization_departures d where d.organization_id = ${organization} and d.status in ('deleting', 'departed'))`
}
