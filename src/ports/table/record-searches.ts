import type { Page } from '../../domain/page.ts'
import type { RecordSearch, RecordsFound } from '../../domain/table/search/record-search.ts'

export abstract class RecordSearches {
  /**
   * A page of the records of a table that are asked for. The table must be known to be the asker's. It takes no longer in a
   * large table than people wait: where no index leads to the records, so many are looked at, and the answer says so.
   */
  abstract find(dataTableId: string, search: RecordSearch, page: Page): Promise<RecordsFound>
}
