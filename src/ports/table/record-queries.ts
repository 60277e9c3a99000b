import { DomainError } from '../../domain/errors.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { DataRecord, RecordView } from '../../domain/table/cell.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { RecordOrder } from '../../domain/table/record-order.ts'

export abstract class RecordQueries {
  /**
   * Returns a page of a table's records. The caller must have checked that it may read the table. Records
   * that arrive later do not shift the pages.
   */
  abstract list(dataTableId: string, order: RecordOrder, page: Page): Promise<PageOf<RecordView>>
  /** Returns the given records that exist, in the order of their ids. */
  abstract some(dataTableId: string, ids: readonly string[]): Promise<readonly RecordView[]>
  /** Returns the given match keys that belong to records of the table, by its present match columns. */
  abstract known(dataTableId: string, keys: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Yields all records of a table that arrived before the first chunk is read, in order of arrival, in
   * chunks. Throws CONFLICT if the table has another schema version by then, because a column may have been
   * renamed.
   */
  abstract all(table: Pick<DataTable, 'id' | 'schemaVersion'>): AsyncIterable<readonly DataRecord[]>
}

export function changedWhileRead(): DomainError {
  return new DomainError('CONFLICT', {
    message: 'The table was changed while it was being read; send the request again',
  })
}
