import { DomainError } from '../../../domain/errors.ts'
import type { Cell } from '../../../domain/table/cell.ts'
import { columnAmong } from '../../../domain/table/column-changes.ts'
import { columnTypeOf, faultOfType, type TypedColumn } from '../../../domain/table/column-type.ts'
import type { DataTableQueries } from '../../../ports/table/data-tables.ts'
import type { RecordQueries } from '../../../ports/table/records.ts'

export interface CheckTypeCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly column: string
  readonly type: TypedColumn
}

/** The number of filled cells of a column, and how many of them do not match a type. */
export interface TypeFit {
  readonly filled: number
  readonly misfits: number
  /** The first five values that do not match the type. */
  readonly samples: readonly { readonly recordId: string; readonly value: Cell }[]
}

const page = 1_000
const mostSamples = 5

/**
 * Counts the values of a column that do not match a type, before the column gets the type. Changes nothing.
 */
export class CheckType {
  readonly #dataTables: DataTableQueries
  readonly #records: RecordQueries

  constructor(dataTables: DataTableQueries, records: RecordQueries) {
    this.#dataTables = dataTables
    this.#records = records
  }

  /**
   * Counts the values. Calls `yieldToOthers` between pages of records, so that other requests can run while a large
   * table is read.
   */
  async execute(command: CheckTypeCommand, yieldToOthers: () => Promise<void>): Promise<TypeFit> {
    const { organizationId, dataTableId, column } = command
    const table = await this.#dataTables.find(organizationId, dataTableId)
    if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
    columnAmong(table.columns, column)
    const type = columnTypeOf(command.type)
    let [filled, misfits] = [0, 0]
    const samples: { recordId: string; value: Cell }[] = []
    let after: string | null = null
    do {
      const { items, next } = await this.#records.list(dataTableId, 'arrival', { limit: page, after })
      for (const { id, data } of items) {
        const value = Object.hasOwn(data, column) ? (data[column] ?? null) : null
        if (value !== null && value !== '') filled++
        if (faultOfType(type, value) === null) continue
        misfits++
        if (samples.length < mostSamples) samples.push({ recordId: id, value })
      }
      after = next
      await yieldToOthers()
    } while (after !== null)
    await this.#records.assertSameColumns(table)
    return { filled, misfits, samples }
  }
}
