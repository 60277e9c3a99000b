import type pg from 'pg'
import { leftBehind, organizationTables } from '../organization-tables.ts'
import { Belongings } from './belongings.ts'
import { whole } from './table-parts.ts'

const clearedAtOnce = 20_000

/** What a request that was let in before could still write to. */
export async function deleteWhatIsWrittenTo(holder: pg.Client, organizationId: string): Promise<void> {
  for (const text of [
    'delete from spinner_starts where organization_id = $1',
    'delete from rehearsals where organization_id = $1',
    'delete from spinner_versions v using spinners s where s.organization_id = $1 and v.spinner_id = s.id',
    'delete from spinners where organization_id = $1',
    'delete from data_tables where organization_id = $1',
    'delete from projects where organization_id = $1',
  ])
    await holder.query(text, [organizationId])
}

/** Deletes all that belongs to an organization in a cell, many rows at a time; answers how many there were. */
export async function deleteAll(
  connection: pg.Client,
  organizationId: string,
  belongings: Belongings,
): Promise<number> {
  let deleted = 0
  const tables = [...organizationTables, ...leftBehind].filter(({ stays }) => !stays)
  for (const table of tables.toReversed()) {
    const filter = whole(table, belongings.whose(table))
    for (;;) {
      const { rowCount } = await connection.query(`
        delete from ${table.name} where ctid = any(array(
          select t.ctid from ${table.name} t where ${filter} limit ${clearedAtOnce}))`)
      deleted += rowCount ?? 0
      if ((rowCount ?? 0) < clearedAtOnce) break
    }
  }
  await connection.query('delete from organizations where id = $1', [organizationId])
  return deleted
}

/**
 * Deletes everything of a test organization in one transaction, but the organization itself, its clock and the tables
 * whose rows stay. Test organizations are small.
 */
export async function deleteOfOrganization(connection: pg.Client, organizationId: string): Promise<void> {
  const belongings = await Belongings.read(connection, organizationId, [])
  const tables = [...organizationTables, ...leftBehind].filter(
    ({ stays, name }) => !stays && name !== 'test_clocks',
  )
  for (const table of tables.toReversed())
    await connection.query(`delete from ${table.name} t where ${whole(table, belongings.whose(table))}`)
}
