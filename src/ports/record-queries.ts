import type { Page, PageOf } from '../domain/page.ts'
import type { DataRecord, RecordView } from '../domain/table/cell.ts'

export abstract class RecordQueries {
  /** In order of arrival. The table must be known to be the asker's. */
  abstract list(dataTableId: string, page: Page): Promise<PageOf<RecordView>>
  /** Those of the ids that there are, in order of the ids. */
  abstract some(dataTableId: string, ids: readonly string[]): Promise<readonly RecordView[]>
  /** Everything that has arrived before the first chunk is read, in order of arrival, in chunks. */
  abstract all(dataTableId: string): AsyncIterable<readonly DataRecord[]>
}
