import { DomainError } from '../../domain/errors.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { DataRecord, RecordView } from '../../domain/table/cell.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { RecordOrder } from '../../domain/table/record-order.ts'

export abstract class RecordQueries {
  /** The table must be known to be the asker's. What arrives meanwhile moves no page. */
  abstract list(dataTableId: string, order: RecordOrder, page: Page): Promise<PageOf<RecordView>>
  /** Those of the ids that there are, in order of the ids. */
  abstract some(dataTableId: string, ids: readonly string[]): Promise<readonly RecordView[]>
  /** Which of these keys, by the match columns that a table has now, are those of records in it. */
  abstract known(dataTableId: string, keys: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Everything that has arrived before the first chunk is read, in order of arrival, in chunks. Throws CONFLICT where
   * the table is not at this schema version any more: a column may have another name by then.
   */
  abstract all(table: Pick<DataTable, 'id' | 'schemaVersion'>): AsyncIterable<readonly DataRecord[]>
}

export function changedWhileRead(): DomainError {
  return new DomainError('CONFLICT', { message: 'The table was changed while it was read; read it again' })
}
