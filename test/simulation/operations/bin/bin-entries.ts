import type { BinPresence } from '../../model/bin-presence.ts'
import type { KnownTable } from '../../model/known-table.ts'
import type { Simulation } from '../../run/simulation.ts'

/** A data table or a spinner in the bin that can be restored. */
export interface ThingEntry {
  readonly id: string
  readonly name: string
  /** The data table in the bin, or the data table of the spinner in the bin. */
  readonly table: KnownTable
  readonly bin: BinPresence
}

/**
 * Returns the data tables and spinners in the bin that can be restored, oldest deletion first. Leaves out things
 * that the simulator does not know, because the call that made them was not answered.
 */
export async function thingEntries({ rows, clock, model }: Simulation): Promise<readonly ThingEntry[]> {
  const found = await rows<{ id: string; thing: string }>(
    `select id, coalesce(spinner_id, data_table_id) as thing from bin_entries
      where kind <> 'records' and deletes_at > $1 order by id`,
    [clock.now()],
  )
  return found.flatMap(({ id, thing }) => {
    const table = model.allTables.find((one) => one.id === thing)
    if (table !== undefined) return [{ id, name: table.name, table, bin: table.bin }]
    const spinner = model.spinners.find((one) => one.id === thing)
    return spinner === undefined ? [] : [{ id, name: spinner.name, table: spinner.table, bin: spinner.bin }]
  })
}

/** Records of one deletion that can be restored, with their ids and the simulator's names of them. */
export interface RecordEntry {
  readonly id: string
  readonly records: readonly { readonly id: string; readonly ref: string }[]
}

/** Returns the deletions of records in the bin that can be restored, oldest first. */
export function recordEntries({ rows, clock, model }: Simulation): Promise<readonly RecordEntry[]> {
  return rows<RecordEntry>(
    `select b.id, json_agg(json_build_object('id', d.id::text, 'ref', d.data ->> 'ref') order by d.id) as records
       from bin_entries b join deleted_records d on d.bin_entry_id = b.id
      where b.deletes_at > $1 and b.data_table_id = any($2) group by b.id order by b.id`,
    [clock.now(), model.allTables.map(({ id }) => id)],
  )
}
