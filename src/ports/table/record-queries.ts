import type { Page, PageOf } from '../../domain/page.ts'
import type { DataRecord, RecordView } from '../../domain/table/cell.ts'
import type { RecordOrder } from '../../domain/table/record-order.ts'

export abstract class RecordQueries {
  /** The table must be known to be the asker's. What arrives meanwhile moves no page. */
  abstract list(dataTableId: string, order: RecordOrder, page: Page): Promise<PageOf<RecordView>>
  /** Those of the ids that there are, in order of the ids. */
  abstract some(dataTableId: string, ids: readonly string[]): Promise<readonly RecordView[]>
  /** Everything that has arrived before the first chunk is read, in order of arrival, in chunks. */
  abstract all(dataTableId: string): AsyncIterable<readonly DataRecord[]>
}
