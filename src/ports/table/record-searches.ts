import type { Page } from '../../domain/page.ts'
import type { RecordSearch, RecordsFound } from '../../domain/table/search/record-search.ts'

export abstract class RecordSearches {
  /**
   * Returns a page of the records that match a search. The caller must have checked that it may read the
   * table. The time is bounded: if no index leads to the results, a limited number of records is read, and
   * `reach` says so.
   */
  abstract find(dataTableId: string, search: RecordSearch, page: Page): Promise<RecordsFound>
}
