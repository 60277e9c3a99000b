import type { LedgerPlace } from '../../../../domain/arrival/ledger-place.ts'
import { audienceRange, sizeOf } from '../../../../domain/spinner/audience.ts'
import {
  type AudienceAsked,
  type FoundAudience,
  RehearsalAudiences,
  type RehearsedRecord,
} from '../../../../ports/job/rehearsal/rehearsal-audiences.ts'
import type { Database, Statement } from '../../database.ts'
import { listRecords } from '../../table/record-queries.ts'

const part = 500

const rangeOf: Statement = {
  name: 'range_of_rehearsal',
  text: `
    select s.taken_seq, s.taken_records, t.last_seq, t.appended
      from spinners s join data_tables t on t.id = s.data_table_id where s.organization_id = $1 and s.id = $2`,
}

const returns: Statement = {
  name: 'returns_of_rehearsal',
  text: `
    select from_seq, to_seq, record_ids, records from returned_audiences
     where spinner_id = $1 and taken_by is null order by job_id, slice`,
}

const recordsOf: Statement = {
  name: 'records_of_rehearsal',
  text: `
    select r.id, case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data
      from data_tables t join records r on r.data_table_id = t.id and r.id = any($2::bigint[])
     where t.id = $1 order by r.id`,
}

interface RangeRow {
  readonly taken_seq: string
  readonly taken_records: string
  readonly last_seq: string
  readonly appended: string
}

interface ReturnRow {
  readonly from_seq: string | null
  readonly to_seq: string | null
  readonly record_ids: readonly string[] | null
  readonly records: string
}

interface ListedRow extends RehearsedRecord {
  readonly seq: string
  readonly [name: string]: unknown
}

export class PostgresRehearsalAudiences extends RehearsalAudiences {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async find(asked: AudienceAsked): Promise<FoundAudience> {
    const { organizationId, spinnerId, takes } = asked
    const [[row], back] = await Promise.all([
      this.#database.read<RangeRow & Record<string, unknown>>(rangeOf, [organizationId, spinnerId]),
      takes === 'new' ? this.#database.read<ReturnRow & Record<string, unknown>>(returns, [spinnerId]) : [],
    ])
    const returned = back.reduce((sum, { records }) => sum + Number(records), 0)
    const range = audienceRange(takes, placeOf(row, 'taken'), placeOf(row, 'committed'), returned)
    return {
      size: sizeOf(range),
      excluded: [],
      parts: () => this.#parts(asked.dataTableId, back, range.from.seq, range.to.seq),
    }
  }

  /** What was given back comes first, as in a job. */
  async *#parts(
    dataTableId: string,
    back: readonly ReturnRow[],
    fromSeq: number,
    toSeq: number,
  ): AsyncIterable<readonly RehearsedRecord[]> {
    for (const { record_ids: ids, from_seq: from, to_seq: to } of back) {
      if (ids !== null) yield this.#database.read<RehearsedRow>(recordsOf, [dataTableId, ids])
      else yield* this.#range(dataTableId, Number(from), Number(to))
    }
    yield* this.#range(dataTableId, fromSeq, toSeq)
  }

  async *#range(dataTableId: string, from: number, to: number): AsyncIterable<readonly RehearsedRecord[]> {
    let [seq, id] = [from + 1, '0']
    let next = seq > to ? null : this.#page(dataTableId, seq, to, id)
    while (next !== null) {
      const rows: readonly ListedRow[] = await next
      const last = rows.at(-1)
      if (last === undefined) return
      ;[seq, id] = [Number(last.seq), last.id]
      // Read while the part before it is worked on.
      next = rows.length < part ? null : this.#page(dataTableId, seq, to, id)
      next?.catch(() => {})
      yield rows
    }
  }

  #page(dataTableId: string, seq: number, last: number, id: string): Promise<readonly ListedRow[]> {
    const place = { p_table: dataTableId, p_seq: seq, p_last: last, p_id: id, p_limit: part }
    return this.#database.read<ListedRow>(...listRecords(place))
  }
}

type RehearsedRow = RehearsedRecord & { readonly [name: string]: unknown }

function placeOf(row: RangeRow | undefined, which: 'taken' | 'committed'): LedgerPlace {
  if (row === undefined) throw new Error('A spinner that is rehearsed is there')
  return which === 'taken'
    ? { seq: Number(row.taken_seq), records: Number(row.taken_records) }
    : { seq: Number(row.last_seq), records: Number(row.appended) }
}
