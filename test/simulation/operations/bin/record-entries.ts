import type { Simulation } from '../../run/simulation.ts'

interface RecordEntry {
  readonly id: string
  readonly records: readonly { readonly id: string; readonly ref: string }[]
}

/**
 * Returns the deletions of records in the bin that can be restored, oldest first, with the ids and the simulator's
 * names of their records.
 */
export function recordEntries({ rows, clock }: Simulation): Promise<readonly RecordEntry[]> {
  return rows<RecordEntry>(
    `select b.id, json_agg(json_build_object('id', d.id::text, 'ref', d.data ->> 'ref') order by d.id) as records
       from bin_entries b join deleted_records d on d.bin_entry_id = b.id
      where b.delete_at > $1 group by b.id order by b.id`,
    [clock.now()],
  )
}
