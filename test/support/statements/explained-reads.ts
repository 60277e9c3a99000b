import type pg from 'pg'
import type { Statement } from '../../../src/adapters/postgres/database.ts'

interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Runs statements that change nothing, and notes the most rows that a part of their plans compared. */
export class ExplainedReads {
  readonly #sql: pg.Client
  #compared = 0

  constructor(sql: pg.Client) {
    this.#sql = sql
  }

  /** The most rows that a part of the plan of any statement compared, in all its loops together. */
  get compared(): number {
    return this.#compared
  }

  async read<Row extends pg.QueryResultRow>({ text }: Statement, values: readonly unknown[]): Promise<Row[]> {
    const explained = await this.#sql.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${text}`,
      [...values],
    )
    for (const row of explained.rows)
      this.#compared = Math.max(this.#compared, ...rowsOf(row['QUERY PLAN'][0].Plan))
    const { rows } = await this.#sql.query<Row>(text, [...values])
    return rows
  }
}

function rowsOf(node: PlanNode): number[] {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
  return [(node['Actual Rows'] + removed) * node['Actual Loops'], ...(node.Plans ?? []).flatMap(rowsOf)]
}
