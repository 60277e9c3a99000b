import type { Executor } from '../rows.ts'
import { entity } from '../rows.ts'
import type { Selected } from './columns.ts'

const clocks = entity('test_clocks', 'organizationId', 'now')

/** Returns the clocks of all organizations that have their own. */
export function ownClocks(executor: Executor): Promise<readonly Selected<typeof clocks>[]> {
  return clocks.within(executor).list({}, 'organizationId')
}

/**
 * Returns the SQL condition that an organization is real. Test organizations live by their own clocks, and nothing that
 * they send leaves the service.
 */
export function isReal(organization: string): string {
  return `(select true from test_clocks c where c.organization_id = ${organization}) is null`
}

/** Returns an SQL expression for a time on the own clock of an organization; `real` is the time for a real one. */
export function timeOf(organization: string, real: string, time = 'c.now'): string {
  return `coalesce((select ${time} from test_clocks c where c.organization_id = ${organization}), ${real})`
}

/**
 * Returns a query for up to `limit` rows that are due by the own clock of their organization. `rows` reads the rows of
 * one organization by `c.organization_id` and `c.now`, with an index of organizations, because its clock may be far
 * ahead of the real time.
 */
export function dueByOwnClock(rows: string, limit: string): string {
  return `select n.* from test_clocks c cross join lateral (${rows}) n limit ${limit}`
}
