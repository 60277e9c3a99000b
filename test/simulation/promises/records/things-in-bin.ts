import type { BinPresence } from '../../model/bin-presence.ts'
import type { Promised } from '../promise.ts'

interface Stored {
  readonly id: string
  readonly isInBin: boolean
}

/** Rows of the bin without the thing that they belong to, each in words. Entries that are being cleared do not count. */
const orphans = `
  select 'the bin entry ' || b.id || ' is of nothing that is stored' as words from bin_entries b
   where b.deletes_at > $1::timestamptz + interval '1 day' and case b.kind
     when 'records' then not exists (select from stored_data_tables t where t.id = b.data_table_id)
       or b.records <> (select count(*) from deleted_records d where d.bin_entry_id = b.id)
     when 'dataTable' then not exists (select from stored_data_tables t where t.bin_entry_id = b.id)
     else not exists (select from stored_spinners s where s.bin_entry_id = b.id) end
  union all
  select 'the table ' || t.id || ' is in the bin without an entry' from stored_data_tables t
   where t.bin_entry_id is not null and not exists (select from bin_entries b where b.id = t.bin_entry_id)
  union all
  select 'the spinner ' || s.id || ' is in the bin without an entry' from stored_spinners s
   where s.bin_entry_id is not null and not exists (select from bin_entries b where b.id = s.bin_entry_id)
  union all
  select 'the spinner ' || s.id || ' is in use over a table in the bin' from spinners s
   where not exists (select from data_tables t where t.id = s.data_table_id)
  union all
  select 'the spinner ' || s.id || ' is published in the bin' from stored_spinners s
   where s.bin_entry_id is not null
     and (s.published_version is not null or exists (select from spinner_starts t where t.spinner_id = s.id))
  union all
  select 'the deleted record ' || d.id || ' is in no entry of the bin' from deleted_records d
   where not exists (select from bin_entries b where b.id = d.bin_entry_id)
  union all
  select 'the record ' || r.id || ' is in no table' from records r
   where not exists (select from stored_data_tables t where t.id = r.data_table_id)
     and not exists (select from removed_tables t where t.id = r.data_table_id)`

export const thingsInBin: Promised = {
  promise:
    'A deleted table or spinner is in the bin or restored until it is deleted permanently, and starts nothing',
  when: 'quiet',
  holds: async ({ model, rows, clock }) => {
    const now = clock.now()
    const tables = await rows<Stored>(
      'select id, bin_entry_id is not null as "isInBin" from stored_data_tables',
    )
    const spinners = await rows<Stored>(
      'select id, bin_entry_id is not null as "isInBin" from stored_spinners',
    )
    const stored = new Map([...tables, ...spinners].map(({ id, isInBin }) => [id, isInBin]))
    const faultOf = ({ id, name, bin }: { id: string; name: string; bin: BinPresence }) => {
      const isInBin = stored.get(id)
      if (isInBin === undefined) return bin.mustBeStored(clock.latest) ? [`${name} is stored nowhere`] : []
      if (isInBin && !bin.mayBeInBin) return [`${name} is in the bin`]
      return !isInBin && !bin.mayBeInUse ? [`${name} was deleted and is in use`] : []
    }
    const known = [...model.allTables, ...model.spinners]
    const violations = known.flatMap(faultOf)
    for (const { words } of await rows<{ words: string }>(orphans, [now])) violations.push(words)
    return { compared: known.filter(({ bin }) => bin.mayBeInBin).length, violations }
  },
}
