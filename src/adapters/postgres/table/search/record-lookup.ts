import type { DataRecord } from '../../../../domain/record-cells.ts'
import { noAnswers } from '../../../../domain/spinner/where/person-question.ts'
import { visibleCells } from '../../../../domain/spinner/where/visible-cells.ts'
import {
  matchesWhere,
  questionsOf,
  segmentsNamedBy,
  type Where,
} from '../../../../domain/spinner/where/where.ts'
import { isRecordId } from '../../../../domain/table/record-id.ts'
import type { TableSchema } from '../../../../domain/table/table-schema.ts'
import type { RecordCondition } from '../../../../ports/table/records.ts'
import type { Statement } from '../../database.ts'
import type { Executor } from '../../rows.ts'
import type { RowOf } from '../../schema/columns.ts'
import type { PersonAnswersReader } from './person-answers.ts'
import { type SqlWhere, whereInSql } from './where-in-sql.ts'

/**
 * An SQL query for blocks of rows that imports have staged. These rows are in `records` already, but are not
 * part of the table yet.
 */
const staged = `
  select b.first_id from imports i join import_blocks b on b.import_id = i.id where i.data_table_id = $1`
const isStaged = `r.id - r.id % 512 in (${staged})`

const withIds: Statement = {
  name: 'records_with_ids',
  text: `
    select r.id from unnest($2::bigint[]) n(id)
      cross join lateral (select x.id from records x where x.data_table_id = $1 and x.id = n.id offset 0) r
     where not ${isStaged}`,
}

const withKeys: Statement = {
  name: 'records_with_keys',
  text: `
    select n.key, r.id from unnest($2::text[]) n(key)
      join data_tables t on t.id = $1
      cross join lateral (
        select k.record_id from record_keys k
         where k.data_table_id = $1 and k.generation = t.match_generation and k.key = decode(n.key, 'hex') offset 0) k
      cross join lateral (select x.id from records x where x.data_table_id = $1 and x.id = k.record_id offset 0) r`,
}

const endOfPart: Statement = {
  name: 'end_of_part_to_look_through',
  text: `select id from records where data_table_id = $1 and id > $2 order by id offset $3::int - 1 limit 1`,
}

/**
 * The maximum number of records that one statement compares with a condition, so that it never exceeds the
 * time-out.
 */
const recordsAtOnce = 50_000

type RecordId = Pick<RowOf<'records'>, 'id'>

/** The highest number of records whose questions about their people are answered together. */
const questionedAtOnce = 2_000

/** The number of records in the first part of a count. */
const firstCounted = 5_000
/** The places of a table from which an estimate takes records, and the number of records at each place. */
const samplePlaces = 40
const recordsAtPlace = 100

const noSegments: ReadonlyMap<string, Where> = new Map()

/** Returns the SQL of a part of a table's records, with the result of a condition for each. Imported rows are left out. */
function partIn(condition: string): string {
  return `
    select r.id, d.data, ${condition} as is_like
      from records r
      cross join (select column_keys from data_tables where id = $1) t
      cross join lateral (
        select case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data offset 0) d
     where r.data_table_id = $1 and r.id > $2 and ($3::bigint is null or r.id <= $3) and not ${isStaged}`
}

function visibleOf(data: DataRecord, columns: readonly string[] | null): DataRecord {
  return columns === null ? data : visibleCells(data, columns)
}

/** A row of a count: the number of records that SQL has decided on, or a record on which the domain decides. */
interface CountRow {
  readonly count: number | null
  readonly id: string | null
  readonly data: DataRecord | null
}

interface SampleRow extends Candidate {
  readonly total: number
  readonly is_decided: boolean
  readonly is_like: boolean | null
}

interface Candidate extends RecordId {
  /**
   * The cells of a record for which SQL cannot decide the condition, so that the domain decides; null if SQL
   * has decided.
   */
  readonly data: DataRecord | null
}

/** A part of a table's records: at most `size` records after the record `after`, none after the record `end`. */
interface PartRange {
  readonly after: string
  readonly end: string | null
  readonly size: number
}

interface MatchingPart {
  readonly recordIds: readonly string[]
  readonly last: string | null
}

export class RecordLookup {
  readonly #executor: Executor
  readonly #answers: PersonAnswersReader
  readonly #recordsAtOnce: number

  constructor(executor: Executor, answers: PersonAnswersReader, atOnce = recordsAtOnce) {
    this.#executor = executor
    this.#answers = answers
    this.#recordsAtOnce = atOnce
  }

  async withIds(tableId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const possible = ids.filter(isRecordId)
    const rows = await this.#executor.read<RecordId>(withIds, [tableId, possible])
    return new Set(rows.map(({ id }) => id))
  }

  async withKeys(tableId: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#executor.read<RecordId & { readonly key: string }>(withKeys, [tableId, keys])
    return new Map(rows.map(({ key, id }) => [key, id]))
  }

  async like(
    { tableId }: Pick<TableSchema, 'tableId'>,
    condition: RecordCondition,
    most: number,
  ): Promise<readonly string[]> {
    const recordIds: string[] = []
    for await (const part of this.idsLike(tableId, condition)) {
      for (const id of part) recordIds.push(id)
      if (recordIds.length > most) break
    }
    return recordIds.slice(0, most + 1)
  }

  async *idsLike(tableId: string, condition: RecordCondition): AsyncIterable<readonly string[]> {
    const segments = await this.#answers.assertAnswerable(tableId, condition.where)
    const sql = whereInSql(condition.where, condition, segments, 4)
    for (let after: string | null = '0'; after !== null; ) {
      const range: PartRange = { after, end: null, size: this.#recordsAtOnce }
      const { recordIds, last } = await this.#part(tableId, condition, sql, range)
      yield recordIds
      after = last
    }
  }

  /**
   * Returns the records of a part of a table that meet a condition, and the last record of the part; null if no more
   * follow. A segment that does not exist has no records.
   */
  async next(tableId: string, condition: RecordCondition, range: PartRange): Promise<MatchingPart> {
    return this.#part(tableId, condition, await this.#sqlOf(tableId, condition, 4), range)
  }

  async #part(
    tableId: string,
    condition: RecordCondition,
    { text, values }: SqlWhere,
    { after, end, size }: PartRange,
  ): Promise<MatchingPart> {
    // The search for records by a condition is not a named statement. Each condition has another SQL text,
    // and a connection would keep all of them as long as it lives.
    const candidates: Statement = {
      name: '',
      text: `
        select c.id, case when c.is_like is null then c.data end as data
          from (${partIn(text)}) c
         where c.is_like is not false order by c.id`,
    }
    const [lastOfPart] = await this.#executor.read<RecordId>(endOfPart, [tableId, after, size])
    const isWithin = lastOfPart !== undefined && (end === null || Number(lastOfPart.id) < Number(end))
    const last = isWithin ? lastOfPart.id : null
    const part = await this.#executor.read<Candidate>(candidates, [tableId, after, last ?? end, ...values])
    const recordIds: string[] = []
    for await (const id of this.#matching(tableId, condition, part)) recordIds.push(id)
    return { recordIds, last }
  }

  /**
   * Counts the records that meet a condition, in parts of growing size. Returns null if `mustStop` returns true between
   * two parts.
   */
  async count(tableId: string, condition: RecordCondition, mustStop: () => boolean): Promise<number | null> {
    const { text, values } = await this.#sqlOf(tableId, condition, 4)
    const counts: Statement = {
      name: '',
      text: `
        with part as materialized (${partIn(text)})
        select (select count(*) from part p where p.is_like)::int as count, null::bigint as id, null::jsonb as data
        union all
        select null, p.id, p.data from part p where p.is_like is null`,
    }
    let count = 0
    let size = firstCounted
    for (let after: string | null = '0'; after !== null; size = Math.min(2 * size, this.#recordsAtOnce)) {
      if (mustStop()) return null
      const from: string = after
      const [last] = await this.#executor.read<RecordId>(endOfPart, [tableId, from, size])
      const end = last?.id ?? null
      const rows: readonly CountRow[] = await this.#executor.read(counts, [tableId, from, end, ...values])
      const open = rows.flatMap(({ id, data }) => (id === null ? [] : [{ id, data }]))
      for (const row of rows) count += row.count ?? 0
      count += await this.#countMatching(tableId, condition, open)
      after = end
    }
    return count
  }

  /** Estimates the number of records that meet a condition from records that are evenly spread over the table. */
  async estimate(
    tableId: string,
    condition: RecordCondition,
  ): Promise<{ readonly value: number; readonly sampleSize: number }> {
    const { text, values } = await this.#sqlOf(tableId, condition, 2)
    const sample: Statement = {
      name: '',
      text: `
        select c.id, c.total, c.is_like is not null as is_decided, c.is_like,
               case when c.is_like is null then c.data end as data
          from (
            select d.id, d.data, greatest(l.appended - t.removed, 0)::float8 as total, ${text} as is_like
              from data_tables t
              cross join lateral end_of_ledger(p_table => t.id) l
              cross join generate_series(0, ${samplePlaces - 1}) place
              cross join lateral (
                select r.id, r.data
                  from list_records(p_table => t.id, p_seq => 1 + place * l.last_seq / ${samplePlaces}, p_last => l.last_seq,
                                    p_id => 0, p_limit => ${recordsAtPlace}) r offset 0) d
             where t.id = $1) c`,
    }
    const rows = await this.#executor.read<SampleRow>(sample, [tableId, ...values])
    const open = rows.filter((row) => !row.is_decided)
    const decided = rows.filter((row) => row.is_like === true).length
    const matches = decided + (await this.#countMatching(tableId, condition, open))
    const total = rows[0]?.total ?? 0
    return {
      value: rows.length === 0 ? 0 : Math.round((matches / rows.length) * total),
      sampleSize: rows.length,
    }
  }

  /** Returns a condition as SQL, with the conditions of the segments that it names. */
  async #sqlOf(tableId: string, condition: RecordCondition, firstParameter: number): Promise<SqlWhere> {
    const { where } = condition
    return whereInSql(where, condition, await this.#segmentsIn(tableId, where), firstParameter)
  }

  /** Returns the segments of a table by their ids; none if a condition names no segment. */
  async #segmentsIn(tableId: string, where: Where): Promise<ReadonlyMap<string, Where>> {
    return segmentsNamedBy(where).length > 0 ? this.#answers.segmentsOf(tableId) : noSegments
  }

  async #countMatching(
    tableId: string,
    condition: RecordCondition,
    candidates: readonly Candidate[],
  ): Promise<number> {
    const ids: string[] = []
    for await (const id of this.#matching(tableId, condition, candidates)) ids.push(id)
    return ids.length
  }

  /** Yields the ids of the candidates that meet a condition, in their order. The domain decides if SQL did not. */
  async *#matching(
    tableId: string,
    { where, metadataColumns, now }: RecordCondition,
    candidates: readonly Candidate[],
  ): AsyncIterable<string> {
    const questions = questionsOf(where)
    for (let at = 0; at < candidates.length; at += questionedAtOnce) {
      const part = candidates.slice(at, at + questionedAtOnce)
      const open = part.flatMap(({ id, data }) => (data === null ? [] : [{ id, data }]))
      const answers =
        questions.length === 0
          ? null
          : await this.#answers.read({ dataTableId: tableId, questions, now }, open)
      for (const { id, data } of part)
        if (
          data === null ||
          matchesWhere(where, visibleOf(data, metadataColumns), now, answers?.get(id) ?? noAnswers)
        )
          yield id
    }
  }
}
