import {
  type Audience,
  type AudienceRange,
  audienceRange,
  rangeKindOf,
} from '../../../domain/spinner/audience.ts'
import type { Statement } from '../database.ts'
import type { RowOf } from '../schema/columns.ts'

/**
 * Reads the numbers from which it follows which records a job of the spinner would take now: ledger
 * positions, returned and named records.
 */
export const findNewRecords: Statement = {
  name: 'find_new_records',
  text: `
    select (select v.audience from spinner_versions v
             where v.spinner_id = s.id and v.version = s.published_version) as audience,
           s.taken_seq, s.taken_records, l.last_seq, l.appended,
           (select coalesce(sum(r.records), 0) from audience_parts r
             where r.spinner_id = s.id and r.taken_by_job_id is null) as returned,
           (select count(*) from explicit_records n
             where n.spinner_id = s.id and n.seq > s.taken_seq and n.seq > n.taken_seq)
           + (select count(*) from explicit_records n
                join appends a
                  on a.data_table_id = s.data_table_id and a.seq > s.taken_seq
                 and a.first_id = n.record_id - n.record_id % 512 and n.record_id < a.first_id + a.count
               where n.spinner_id = s.id and n.seq is null) as named
      from spinners s
      cross join lateral end_of_ledger(p_table => s.data_table_id) l
     where s.organization_id = $1 and s.id = $2`,
}

export interface NewRecordsRow extends Pick<RowOf<'spinners'>, 'taken_seq' | 'taken_records'> {
  /** The audience of the spinner's published version; null if none is published. */
  readonly audience: RowOf<'spinner_versions'>['audience'] | null
  readonly last_seq: string
  readonly appended: string
  readonly returned: string
  /** The number of new records that triggers have named. A job over new records skips them. */
  readonly named: string
}

/** Returns the range of the table's ledger that a job of the spinner with this audience would take. */
export function rangeOf(row: NewRecordsRow, audience: Audience): AudienceRange {
  const taken = { seq: Number(row.taken_seq), records: Number(row.taken_records) }
  const committed = { seq: Number(row.last_seq), records: Number(row.appended) }
  const { from, to } = audienceRange(rangeKindOf(audience), taken, committed, Number(row.returned))
  const passed = rangeKindOf(audience) !== 'new' ? 0 : Number(row.named)
  return { from: { ...from, records: from.records + passed }, to }
}
