import pg from 'pg'
import { connectionTo } from '../servers.ts'
import { deleteAll, deleteAudit, deleteBelongings, deleteWritableRows } from './clearing.ts'
import { lockMove } from './move-lock.ts'
import { OwnedIds } from './owned-ids.ts'

/**
 * Deletes everything of an organization: see `OrganizationStore.clear`. Works on a connection of its own, because the lock
 * that keeps other processes from deleting or moving the organization lasts as long as its connection.
 */
export async function clearOrganization(
  url: string,
  organizationId: string,
  signal: AbortSignal,
): Promise<number> {
  const connection = new pg.Client({
    ...connectionTo(url),
    application_name: 'spindle deletion',
    keepAlive: true,
  })
  connection.on('error', () => {})
  await connection.connect()
  try {
    return (await lockMove(connection, organizationId))
      ? await clearOn(connection, organizationId, signal)
      : 0
  } finally {
    await connection.end().catch(() => {})
  }
}

/**
 * Deletes everything of an organization whose deletion has begun. Deletes the rows of its tables, jobs and other parents
 * twice: most of them first, a few at a time; then the parents; then the rows that periodic tasks of the runtime have
 * added meanwhile. The ids of the parents are noted before, so that an interrupted deletion finds these rows.
 */
async function clearOn(connection: pg.Client, organizationId: string, signal: AbortSignal): Promise<number> {
  const { rows } = await connection.query<{ owner_ids: string[]; tests: string[] }>(
    `select d.owner_ids, array(select o.id from organizations o where o.test_of = d.organization_id) as tests
       from organization_departures d where d.organization_id = $1 and d.status = 'deleting'`,
    [organizationId],
  )
  const [noted] = rows
  if (noted === undefined) return 0
  const belongings = await OwnedIds.read(connection, organizationId, noted.owner_ids)
  await connection.query('update organization_departures set owner_ids = $2 where organization_id = $1', [
    organizationId,
    [...new Set([...noted.owner_ids, ...belongings.toRemember])],
  ])
  let cleared = await deleteBelongings(connection, belongings, signal)
  if (signal.aborted) return cleared
  await connection.query('begin')
  await deleteWritableRows(connection, organizationId)
  await connection.query('commit')
  for (const id of [organizationId, ...noted.tests]) cleared += await deleteAudit(connection, id, signal)
  cleared += await deleteAll(connection, organizationId, belongings, signal)
  if (signal.aborted) return cleared
  await connection.query('delete from incoming_moves where organization_id = $1', [organizationId])
  await connection.query('delete from organization_departures where organization_id = any($1::uuid[])', [
    [organizationId, ...noted.tests],
  ])
  return cleared
}
