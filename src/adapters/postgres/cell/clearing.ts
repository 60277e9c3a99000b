import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { RowOf } from '../schema/columns.ts'
import { MoveRefused } from './move-refused.ts'
import { isShared } from './moved-accounts.ts'
import { notCopiedTables, type OrganizationTable, organizationTables } from './organization-tables.ts'
import { OwnedIds } from './owned-ids.ts'
import { type OwnerIds, whole } from './table-parts.ts'

/** The number of rows that one statement deletes. One statement takes about 100 ms, so that it delays nobody. */
const clearedAtOnce = 5_000
/** The number of tables, jobs or other parents whose rows one statement deletes. */
const parentsAtOnce = 200
/**
 * Maximum time in milliseconds to wait until no runtime works for a test organization. After this time, a
 * dead runtime has lost its lease, and a living one has finished.
 */
const maxTurnMs = 60_000

/** The tables whose rows are deleted in a cell that an organization has left, in the order of their deletion. */
const leftTables = [...organizationTables, ...notCopiedTables].filter(({ stays }) => !stays).toReversed()

/**
 * Deletes the organization's rows that requests may still be writing because they began before the
 * organization was closed. The deletion waits for these requests. It locks the spinners first, as publications and
 * triggers do before they change a start or a rehearsal.
 */
export async function deleteWritableRows(holder: pg.Client, organizationId: string): Promise<void> {
  for (const text of [
    'select from stored_spinners where organization_id = $1 order by id for update',
    'delete from spinner_starts where organization_id = $1',
    'delete from segment_watches where organization_id = $1',
    'delete from goal_watches where organization_id = $1',
    'delete from spinner_paces where organization_id = $1',
    'delete from rehearsals where organization_id = $1',
    'delete from spinner_versions v using stored_spinners s where s.organization_id = $1 and v.spinner_id = s.id',
    'delete from stored_spinners where organization_id = $1',
    'delete from stored_data_tables where organization_id = $1',
    'delete from stored_projects where organization_id = $1',
    'delete from new_events where organization_id = $1',
  ])
    await holder.query(text, [organizationId])
}

/**
 * Deletes everything of an organization in a cell, a few rows at a time, and its test organization. Returns how many
 * rows there were, without those of the test organization. Returns early if the signal aborts.
 *
 * Rows that belong to a table, job or other parent are deleted before all parents. So a deletion that was interrupted
 * finds the rest of them.
 */
export async function deleteAll(
  connection: pg.Client,
  organizationId: string,
  belongings: OwnedIds,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  let deleted = await deleteBelongings(connection, belongings, signal)
  const rest = leftTables.filter((table) => !isBelonging(table))
  // Deletes the accounts after the users, which refer to them.
  for (const table of [...rest.filter(({ by }) => by !== 'id'), ...rest.filter(({ by }) => by === 'id')])
    deleted += await deletePieces(connection, table, belongings.whose(table), signal)
  if (signal.aborted) return deleted
  await deleteTestOrganization(connection, organizationId)
  await connection.query('delete from organizations where id = $1', [organizationId])
  return deleted
}

/**
 * Deletes the rows that belong to an organization's tables, jobs and other parents, a few rows at a time, and leaves
 * the parents. Returns the number of deleted rows.
 */
export async function deleteBelongings(
  connection: pg.Client,
  belongings: OwnedIds,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0
  for (const table of leftTables) {
    if (!isBelonging(table)) continue
    const { organizationId, parents } = belongings.whose(table)
    for (let first = 0; first < parents.length; first += parentsAtOnce) {
      const some = parents.slice(first, first + parentsAtOnce)
      deleted += await deletePieces(connection, table, { organizationId, parents: some }, signal)
    }
  }
  return deleted
}

/** Whether the rows of a table belong to another row of the organization, such as a job. */
function isBelonging({ of, by }: OrganizationTable): boolean {
  return of !== 'organization' && by !== 'id'
}

/** Deletes the audit entries of an organization, which stay in the cell when the organization moves. */
export async function deleteAudit(
  connection: pg.Client,
  organizationId: string,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0
  while (!signal.aborted) {
    const { rows } = await connection.query<{ forgotten: number }>(
      "select forgotten from forget_audit_events(p_organization => $1, p_before => 'infinity', p_most => $2)",
      [organizationId, clearedAtOnce],
    )
    deleted += rows[0]?.forgotten ?? 0
    if ((rows[0]?.forgotten ?? 0) < clearedAtOnce) break
  }
  return deleted
}

async function deletePieces(
  connection: pg.Client,
  table: OrganizationTable,
  whose: OwnerIds,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0
  while (!signal.aborted) {
    // Keeps accounts that other organizations share.
    const isAccount = table.of === 'account'
    const exceptShared = isAccount ? `and not ${isShared(`t.${table.by}`)}` : ''
    const { rowCount } = await connection.query(
      `delete from ${table.name} where ctid = any(array(
         select t.ctid from ${table.name} t where ${whole(table, whose)} ${exceptShared} limit ${clearedAtOnce}))`,
      isAccount ? [whose.organizationId] : [],
    )
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < clearedAtOnce) break
  }
  return deleted
}

/** The tables with the monthly counters of plans. */
const meterTables: readonly string[] = ['meters', 'meter_usage']

/**
 * Deletes everything of a test organization in the connection's open transaction, except its own row, its clock, the
 * rows that stay in this cell, and its meters of `keptMonth`. If `keptMonth` is null, deletes all its meters. One
 * transaction is enough, because test organizations are small.
 */
export async function deleteOfOrganization(
  connection: pg.Client,
  organizationId: string,
  storedMonth: string | null = null,
): Promise<void> {
  const before = await OwnedIds.read(connection, organizationId, [])
  await connection.query('select lock_ingest_of_organization(p_organization => $1)', [organizationId])
  // Waits for requests that are still writing to the test organization, so that their rows are deleted too.
  await deleteWritableRows(connection, organizationId)
  const belongings = await OwnedIds.read(connection, organizationId, before.toRemember)
  const tables = [...organizationTables, ...notCopiedTables].filter(
    ({ stays, name }) => !stays && name !== 'test_clocks' && !meterTables.includes(name),
  )
  for (const table of tables.toReversed())
    await connection.query(`delete from ${table.name} t where ${whole(table, belongings.whose(table))}`)
  for (const table of meterTables)
    await connection.query(
      `delete from ${table} where organization_id = $1 and ($2::text is null or period <> $2)`,
      [organizationId, storedMonth],
    )
}

/**
 * Deletes the test organization of a real organization, so that nothing of it works in a cell which the real
 * one has left. Waits for a runtime that works for it, and keeps runtimes from beginning anything more.
 */
async function deleteTestOrganization(connection: pg.Client, realId: string): Promise<void> {
  const { rows } = await connection.query<Pick<RowOf<'organizations'>, 'id'>>(
    'select id from organizations where test_of = $1',
    [realId],
  )
  for (const { id } of rows) {
    await holdClock(connection, id, realId)
    await connection.query('begin')
    await deleteOfOrganization(connection, id)
    await connection.query('delete from test_clocks where organization_id = $1', [id])
    await connection.query('delete from organizations where id = $1', [id])
    await connection.query('commit')
  }
}

/**
 * Stops the clock of a test organization and takes its lease, so that no runtime works for the organization.
 * A move that is run again takes the lease from the interrupted one.
 */
async function holdClock(connection: pg.Client, organizationId: string, holder: string): Promise<void> {
  await connection.query('update test_clocks set target = null where organization_id = $1', [organizationId])
  for (const until = performance.now() + maxTurnMs; performance.now() < until; await setTimeout(100)) {
    const { rowCount } = await connection.query(
      `update test_clocks set lease_holder = $2, lease_until = clock_timestamp() + interval '1 hour'
        where organization_id = $1
          and (lease_until is null or lease_until <= clock_timestamp() or lease_holder = $2)`,
      [organizationId, holder],
    )
    if (rowCount === 1) return
  }
  throw new MoveRefused(
    'The other cell has the organization, but a runtime still works for its test organization here. Run this again to delete the rest of its data here.',
  )
}
