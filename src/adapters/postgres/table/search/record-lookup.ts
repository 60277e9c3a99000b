import type { DataRecord } from '../../../../domain/record-cells.ts'
import { noAnswers } from '../../../../domain/spinner/where/person-question.ts'
import { visibleCells } from '../../../../domain/spinner/where/visible-cells.ts'
import { matchesWhere, questionsOf } from '../../../../domain/spinner/where/where.ts'
import { isRecordId } from '../../../../domain/table/record-id.ts'
import type { TableSchema } from '../../../../domain/table/table-schema.ts'
import type { RecordCondition } from '../../../../ports/table/records.ts'
import type { Statement } from '../../database.ts'
import type { Executor } from '../../rows.ts'
import type { RowOf } from '../../schema/columns.ts'
import type { PersonAnswersReader } from './person-answers.ts'
import { whereInSql } from './where-in-sql.ts'

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

interface Candidate extends RecordId {
  /**
   * The cells of a record for which SQL cannot decide the condition, so that the domain decides; null if SQL
   * has decided.
   */
  readonly data: DataRecord | null
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
    { where, metadataColumns, now }: RecordCondition,
    most: number,
  ): Promise<readonly string[]> {
    const { text, values } = whereInSql(where, { metadataColumns, now }, 4)
    // The search for records by a condition is not a named statement. Each condition has another SQL text,
    // and a connection would keep all of them as long as it lives.
    const candidates: Statement = {
      name: '',
      text: `
        select c.id, case when c.is_like is null then c.data end as data
          from (
            select r.id, d.data, ${text} as is_like
              from records r
              cross join (select column_keys from data_tables where id = $1) t
              cross join lateral (
                select case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data offset 0) d
             where r.data_table_id = $1 and r.id > $2 and ($3::bigint is null or r.id <= $3) and not ${isStaged}) c
         where c.is_like is not false order by c.id`,
    }
    const recordIds: string[] = []
    for (let after: string | null = '0'; after !== null && recordIds.length <= most; ) {
      const from: string = after
      const [last] = await this.#executor.read<RecordId>(endOfPart, [tableId, from, this.#recordsAtOnce])
      const end = last?.id ?? null
      const part = await this.#executor.read<Candidate>(candidates, [tableId, from, end, ...values])
      for await (const id of this.#matching(tableId, { where, metadataColumns, now }, part))
        recordIds.push(id)
      after = end
    }
    return recordIds.slice(0, most + 1)
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
          matchesWhere(where, visibleCells(data, metadataColumns), now, answers?.get(id) ?? noAnswers)
        )
          yield id
    }
  }
}
