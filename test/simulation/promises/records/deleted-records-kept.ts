import type { Promised } from '../promise.ts'

interface Stored {
  readonly ref: string
  readonly count: number
}

export const deletedRecordsKept: Promised = {
  promise: 'A deleted record is in the bin or restored, and never both, until it is deleted permanently',
  when: 'quiet',
  holds: async ({ model, rows, clock }) => {
    const violations: string[] = []
    let compared = 0
    // Counts from a restore on, because a backup has entries that were cleared after it.
    const [late] = await rows<{ count: number }>(
      `select count(*)::int as count from bin_entries
        where greatest(deletes_at, $2::timestamptz) < $1::timestamptz - interval '1 day'`,
      [clock.now(), model.restoredAt],
    )
    if (late !== undefined && late.count > 0)
      violations.push(`${late.count} entries are in the bin a day after their time is over`)
    // Skips tables with match columns in this check of the simulator, because records of one person are merged.
    for (const { id, name, acknowledged } of model
      .storedTables(clock.latest)
      .filter(({ wasMatched }) => !wasMatched)) {
      const stored = await rows<Stored>(
        `select ref, count(*)::int as count from (
           select r.data ->> 'ref' as ref from records r where r.data_table_id = $1
           union all
           select d.data ->> 'ref' from deleted_records d join bin_entries b on b.id = d.bin_entry_id
            where b.data_table_id = $1) s
          group by ref`,
        [id],
      )
      const counts = new Map(stored.map(({ ref, count }) => [ref, count]))
      for (const ref of acknowledged) {
        if (!model.records.deletedAt.has(ref)) continue
        compared++
        const count = counts.get(ref) ?? 0
        if (count > 1) violations.push(`${ref} is in ${name} and in the bin`)
        if (count === 0 && model.records.mustBeKept(ref, clock.latest))
          violations.push(`${ref} is neither in ${name} nor in the bin`)
      }
    }
    return { compared, violations }
  },
}
