import { binRoutes } from '../../adapters/http/bin/bin-routes.ts'
import { columnRoutes } from '../../adapters/http/table/column-routes.ts'
import { dataTableRoutes } from '../../adapters/http/table/data-table-routes.ts'
import { projectRoutes } from '../../adapters/http/table/project-routes.ts'
import { recordRoutes } from '../../adapters/http/table/record-routes.ts'
import { searchRoutes } from '../../adapters/http/table/search-routes.ts'
import { segmentRoutes } from '../../adapters/http/table/segment-routes.ts'
import { PostgresBinStore } from '../../adapters/postgres/bin/bin-store.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresDataTableStore } from '../../adapters/postgres/table/data-table-store.ts'
import { PostgresProjectStore } from '../../adapters/postgres/table/project-store.ts'
import { PostgresRecordStore } from '../../adapters/postgres/table/record-store.ts'
import { PostgresSegmentStore } from '../../adapters/postgres/table/segment/segment-store.ts'
import { Secrets } from '../../ports/account/secrets.ts'
import { RecordAppender } from '../../ports/arrival/record-appender.ts'
import { BinStore } from '../../ports/bin/bin.ts'
import { Clock } from '../../ports/clock.ts'
import { PersonDigests } from '../../ports/contact/contact-rules.ts'
import { Ids } from '../../ports/ids.ts'
import { Metrics } from '../../ports/metrics.ts'
import { SegmentEntries } from '../../ports/spinner/segment-entries.ts'
import { Templates } from '../../ports/spinner/templates.ts'
import { DataTableStore } from '../../ports/table/data-tables.ts'
import { ProjectStore } from '../../ports/table/projects.ts'
import { RecordStore } from '../../ports/table/records.ts'
import { SegmentStore } from '../../ports/table/segments.ts'
import { Timers } from '../../ports/timers.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { Bin } from '../../use-cases/bin/bin.ts'
import { ClearBin } from '../../use-cases/bin/clear-bin.ts'
import { ChangeDataTable } from '../../use-cases/table/change-data-table.ts'
import { ChangeColumn } from '../../use-cases/table/columns/change-column.ts'
import { Columns } from '../../use-cases/table/columns/columns.ts'
import { DataTables } from '../../use-cases/table/data-tables.ts'
import { FindDuplicates } from '../../use-cases/table/find-duplicates.ts'
import { Projects } from '../../use-cases/table/projects.ts'
import { AddRecord } from '../../use-cases/table/records/add-record.ts'
import { ChangeRecords } from '../../use-cases/table/records/change-records.ts'
import { Records } from '../../use-cases/table/records/records.ts'
import { CountSegment } from '../../use-cases/table/segments/count-segment.ts'
import { Segments } from '../../use-cases/table/segments/segments.ts'
import { Views } from '../../use-cases/table/views.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs } from '../provide.ts'

/** The feature of projects, data tables, their records, and the bin for what was deleted. */
export const table: Feature = {
  bindings: () => [
    provide(Projects, UnitOfWork, Clock, Ids),
    provide(DataTables, UnitOfWork, Secrets, Clock, Ids),
    provide(ChangeDataTable, UnitOfWork, Secrets, Clock, Ids),
    provide(Columns, UnitOfWork, Templates, RecordStore),
    provide(ChangeColumn, UnitOfWork, Templates),
    provide(FindDuplicates, DataTableStore, RecordStore),
    provide(AddRecord, UnitOfWork, RecordAppender, Metrics, Clock, Ids),
    provide(Records, UnitOfWork, RecordStore, Clock, Ids),
    provide(ChangeRecords, UnitOfWork, Clock),
    provide(Views, UnitOfWork, Clock, Ids),
    provide(Segments, UnitOfWork, SegmentEntries, Clock, Ids),
    provide(CountSegment, SegmentStore, Clock, Timers),
    provide(Bin, UnitOfWork, Clock),
    provide(ClearBin, UnitOfWork),
    provideAs(ProjectStore, PostgresProjectStore, Database),
    provideAs(DataTableStore, PostgresDataTableStore, Database, Clock),
    provideAs(RecordStore, PostgresRecordStore, Database, Clock, PersonDigests),
    provideAs(SegmentStore, PostgresSegmentStore, Database, Clock, PersonDigests),
    provideAs(BinStore, PostgresBinStore, Database, Clock),
  ],
  routes: (services) => [
    ...projectRoutes(services),
    ...dataTableRoutes(services),
    ...columnRoutes(services),
    ...recordRoutes(services),
    ...searchRoutes(services),
    ...segmentRoutes(services),
    ...binRoutes(services),
  ],
}
