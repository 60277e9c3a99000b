import type { KnownTable } from '../../model/known-table.ts'
import type { Simulation } from '../../run/simulation.ts'

/**
 * Returns the id that the service gave a record, found by the simulator's name of it; null if the table no
 * longer has the record.
 */
export async function idOf(simulation: Simulation, table: KnownTable, ref: string): Promise<string | null> {
  const [row] = await simulation.rows<{ id: string }>(
    "select id from records where data_table_id = $1 and data ->> 'ref' = $2",
    [table.id, ref],
  )
  return row?.id ?? null
}
