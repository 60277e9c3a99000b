import type { KnownTable } from '../../model/known-table.ts'
import type { Simulation } from '../../run/simulation.ts'

/** Returns the id of a record by its name; null if the table no longer has the record. */
export async function idOf(simulation: Simulation, table: KnownTable, ref: string): Promise<string | null> {
  const [row] = await simulation.rows<{ id: string }>(
    "select id from records where data_table_id = $1 and data ->> 'ref' = $2",
    [table.id, ref],
  )
  return row?.id ?? null
}
