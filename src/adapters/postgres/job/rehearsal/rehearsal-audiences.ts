import { audienceRange, sizeOf } from '../../../../domain/spinner/audience.ts'
import {
  type AudienceQuery,
  type FoundAudience,
  RehearsalAudiences,
  type RehearsedRecord,
} from '../../../../ports/job/rehearsal/rehearsal-audiences.ts'
import type { Database, Statement } from '../../database.ts'
import { sqlFunction } from '../../sql-function.ts'
import { listRecords } from '../../table/record-queries.ts'

const part = 500

const rangeOf: Statement = {
  name: 'range_of_rehearsal',
  text: `
    select s.taken_seq, s.taken_records, l.last_seq, l.appended
      from spinners s cross join lateral end_of_ledger(p_table => s.data_table_id) l
     where s.organization_id = $1 and s.id = $2`,
}

const returns: Statement = {
  name: 'returns_of_rehearsal',
  text: `
    select from_seq, to_seq, record_ids, records from returned_audiences
     where spinner_id = $1 and taken_by is null order by job_id, slice`,
}

const countNamed = sqlFunction('count_named', 'p_spinner', 'p_table', 'p_from', 'p_to')

const namedOf: Statement = {
  name: 'named_of_rehearsed',
  text: `
    select record_id as id, after_seq as seq from named_records
     where spinner_id = $1 and record_id = any($2::bigint[])`,
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

  override async ofSpinner(asked: AudienceQuery): Promise<FoundAudience> {
    const { organizationId, spinnerId, dataTableId, takes } = asked
    const [[row], back] = await Promise.all([
      this.#database.read<RangeRow & Record<string, unknown>>(rangeOf, [organizationId, spinnerId]),
      takes === 'new' ? this.#database.read<ReturnRow & Record<string, unknown>>(returns, [spinnerId]) : [],
    ])
    if (row === undefined) throw new Error('A spinner that is rehearsed is there')
    const taken = { seq: Number(row.taken_seq), records: Number(row.taken_records) }
    const committed = { seq: Number(row.last_seq), records: Number(row.appended) }
    const returned = back.reduce((sum, { records }) => sum + Number(records), 0)
    const range = audienceRange(takes, taken, committed, returned)
    const [from, to] = [range.from.seq, range.to.seq]
    const passed = takes === 'new' ? await this.#passed(spinnerId, dataTableId, from, to) : null
    const ofRange = { ...asked, passes: passed !== null }
    return {
      size: sizeOf(range) - (passed ?? 0),
      parts: () => this.#parts(ofRange, back, from, to),
    }
  }

  override ofRecords(dataTableId: string, recordIds: readonly string[]): FoundAudience {
    return { size: recordIds.length, parts: () => this.#lists(dataTableId, recordIds) }
  }

  async *#lists(
    dataTableId: string,
    recordIds: readonly string[],
  ): AsyncIterable<readonly RehearsedRecord[]> {
    for (let at = 0; at < recordIds.length; at += part)
      yield await this.#listed(dataTableId, recordIds.slice(at, at + part))
  }

  /**
   * Returns how many records of a range of the ledger were named by triggers, so that the job skips them;
   * null if the spinner has no named records.
   */
  async #passed(spinnerId: string, dataTableId: string, from: number, to: number): Promise<number | null> {
    const call = countNamed({ p_spinner: spinnerId, p_table: dataTableId, p_from: from, p_to: to })
    const [row] = await this.#database.read<{ count_named: string | null }>(...call)
    return row === undefined || row.count_named === null ? null : Number(row.count_named)
  }

  /**
   * Yields the audience of a rehearsal in parts. Records that cancelled jobs gave back come first, as in a
   * job.
   */
  async *#parts(
    asked: Ranged,
    back: readonly ReturnRow[],
    fromSeq: number,
    toSeq: number,
  ): AsyncIterable<readonly RehearsedRecord[]> {
    for (const { record_ids: ids, from_seq: from, to_seq: to } of back) {
      if (ids !== null) yield await this.#listed(asked.dataTableId, ids)
      else yield* this.#range(asked, Number(from), Number(to))
    }
    yield* this.#range(asked, fromSeq, toSeq)
  }

  #listed(dataTableId: string, ids: readonly string[]): Promise<readonly RehearsedRecord[]> {
    return this.#database.read<RehearsedRecord & Record<string, unknown>>(recordsOf, [dataTableId, ids])
  }

  async *#range(asked: Ranged, from: number, to: number): AsyncIterable<readonly RehearsedRecord[]> {
    let next = from >= to ? null : this.#page(asked.dataTableId, from + 1, to, '0')
    while (next !== null) {
      const rows: readonly ListedRow[] = await next
      const last = rows.at(-1)
      if (last === undefined) return
      // Starts to read the next page of records while the caller works on this one.
      next = rows.length < part ? null : this.#page(asked.dataTableId, Number(last.seq), to, last.id)
      next?.catch(() => {})
      yield asked.passes ? await this.#withoutNamed(asked.spinnerId, rows) : rows
    }
  }

  async #withoutNamed(spinnerId: string, rows: readonly ListedRow[]): Promise<readonly RehearsedRecord[]> {
    const ids = rows.map(({ id }) => id)
    const named = await this.#database.read<{ id: string; seq: string }>(namedOf, [spinnerId, ids])
    const takenUpTo = new Map(named.map(({ id, seq }) => [id, Number(seq)] as const))
    return rows.filter(({ id, seq }) => Number(seq) <= (takenUpTo.get(id) ?? Number.POSITIVE_INFINITY))
  }

  #page(dataTableId: string, seq: number, last: number, id: string): Promise<readonly ListedRow[]> {
    const place = { p_table: dataTableId, p_seq: seq, p_last: last, p_id: id, p_limit: part }
    return this.#database.read<ListedRow>(...listRecords(place))
  }
}

type Ranged = AudienceQuery & { readonly passes: boolean }
