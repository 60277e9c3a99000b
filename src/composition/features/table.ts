import { binRoutes } from '../../adapters/http/bin/bin-routes.ts'
import { columnRoutes } from '../../adapters/http/table/column-routes.ts'
import { dataTableRoutes } from '../../adapters/http/table/data-table-routes.ts'
import { projectRoutes } from '../../adapters/http/table/project-routes.ts'
import { recordRoutes } from '../../adapters/http/table/record-routes.ts'
import { searchRoutes } from '../../adapters/http/table/search-routes.ts'
import { DigestedRecordKeys } from '../../adapters/matching/digested-record-keys.ts'
import { PostgresBinQueries } from '../../adapters/postgres/bin/bin-queries.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresDataTableQueries } from '../../adapters/postgres/table/data-table-queries.ts'
import { PostgresProjectQueries } from '../../adapters/postgres/table/project-queries.ts'
import { PostgresRecordQueries } from '../../adapters/postgres/table/record-queries.ts'
import { Secrets } from '../../ports/account/secrets.ts'
import { StagedRecords } from '../../ports/arrival/imports.ts'
import { RecordAppender } from '../../ports/arrival/record-appender.ts'
import { BinQueries } from '../../ports/bin/bin.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { Metrics } from '../../ports/metrics.ts'
import { Templates } from '../../ports/spinner/templates.ts'
import { DataTableQueries } from '../../ports/table/data-tables.ts'
import { ProjectQueries } from '../../ports/table/projects.ts'
import { RecordKeys } from '../../ports/table/record-keys.ts'
import { RecordQueries } from '../../ports/table/records.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { ClearBin } from '../../use-cases/bin/clear-bin.ts'
import { DeletePermanently } from '../../use-cases/bin/delete-permanently.ts'
import { RestoreFromBin } from '../../use-cases/bin/restore-from-bin.ts'
import { ChangeDataTable } from '../../use-cases/table/change-data-table.ts'
import { AddColumn } from '../../use-cases/table/columns/add-column.ts'
import { ChangeColumn } from '../../use-cases/table/columns/change-column.ts'
import { CheckType } from '../../use-cases/table/columns/check-type.ts'
import { RemoveColumn } from '../../use-cases/table/columns/remove-column.ts'
import { CreateDataTable } from '../../use-cases/table/create-data-table.ts'
import { DeleteDataTable } from '../../use-cases/table/delete-data-table.ts'
import { FindDuplicates } from '../../use-cases/table/find-duplicates.ts'
import { ChooseIndexes } from '../../use-cases/table/indexes/choose-indexes.ts'
import { FillIndexes } from '../../use-cases/table/indexes/fill-indexes.ts'
import { KeepViews } from '../../use-cases/table/keep-views.ts'
import { CreateProject } from '../../use-cases/table/projects/create-project.ts'
import { DeleteProject } from '../../use-cases/table/projects/delete-project.ts'
import { RenameProject } from '../../use-cases/table/projects/rename-project.ts'
import { AddRecord } from '../../use-cases/table/records/add-record.ts'
import { ChangeRecord } from '../../use-cases/table/records/change-record.ts'
import { ChangeRecords } from '../../use-cases/table/records/change-records.ts'
import { ClearLeftRecords } from '../../use-cases/table/records/clear-left-records.ts'
import { DeleteRecord } from '../../use-cases/table/records/delete-record.ts'
import { DeleteRecords } from '../../use-cases/table/records/delete-records.ts'
import { ExportRecords } from '../../use-cases/table/records/export-records.ts'
import { RotateIngestToken } from '../../use-cases/table/rotate-ingest-token.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs } from '../provide.ts'

/** The feature of projects, data tables, their records, and the bin for what was deleted. */
export const table: Feature = {
  bindings: () => [
    provideAs(RecordKeys, DigestedRecordKeys),
    provide(CreateProject, UnitOfWork, Clock, Ids),
    provide(RenameProject, UnitOfWork),
    provide(DeleteProject, UnitOfWork, Clock),
    provide(CreateDataTable, UnitOfWork, Secrets, Clock, Ids),
    provide(ChangeDataTable, UnitOfWork, RecordKeys, Secrets, Clock, Ids),
    provide(AddColumn, UnitOfWork),
    provide(ChangeColumn, UnitOfWork, Templates),
    provide(RemoveColumn, UnitOfWork, Templates),
    provide(CheckType, DataTableQueries, RecordQueries),
    provide(FindDuplicates, DataTableQueries, RecordQueries, RecordKeys),
    provide(DeleteDataTable, UnitOfWork, Clock, Ids),
    provide(RotateIngestToken, UnitOfWork, Secrets, Clock),
    provide(AddRecord, UnitOfWork, RecordAppender, Metrics, Clock, Ids),
    provide(ChangeRecord, UnitOfWork, Clock),
    provide(ChangeRecords, UnitOfWork, Clock),
    provide(DeleteRecord, UnitOfWork, Clock, Ids),
    provide(DeleteRecords, UnitOfWork, Clock, Ids),
    provide(ChooseIndexes, UnitOfWork),
    provide(FillIndexes, RecordQueries),
    provide(KeepViews, UnitOfWork, Clock, Ids),
    provide(ExportRecords, UnitOfWork, RecordQueries),
    provide(RestoreFromBin, UnitOfWork),
    provide(DeletePermanently, UnitOfWork, Clock),
    provide(ClearBin, UnitOfWork),
    provide(ClearLeftRecords, UnitOfWork, StagedRecords),
    provideAs(ProjectQueries, PostgresProjectQueries, Database),
    provideAs(DataTableQueries, PostgresDataTableQueries, Database),
    provideAs(RecordQueries, PostgresRecordQueries, Database, Clock),
    provideAs(BinQueries, PostgresBinQueries, Database, Clock),
  ],
  routes: (services) => [
    ...projectRoutes(services),
    ...dataTableRoutes(services),
    ...columnRoutes(services),
    ...recordRoutes(services),
    ...searchRoutes(services),
    ...binRoutes(services),
  ],
}
