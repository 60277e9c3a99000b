import { importRoutes } from '../../adapters/http/arrival/import-routes.ts'
import { publicIngestRoutes } from '../../adapters/http/arrival/public-ingest-routes.ts'
import { MemoryRecordIntake } from '../../adapters/memory/arrival/record-intake.ts'
import { MemoryStagedRecords } from '../../adapters/memory/arrival/staged-records.ts'
import { MemoryStore } from '../../adapters/memory/store.ts'
import { PostgresRecordIntake } from '../../adapters/postgres/arrival/record-intake.ts'
import { PostgresStagedRecords } from '../../adapters/postgres/arrival/staged-records.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { RecordIntake } from '../../ports/arrival/record-intake.ts'
import { StagedRecords } from '../../ports/arrival/staged-records.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { Metrics } from '../../ports/metrics.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { ForgetIdempotencyKeys } from '../../use-cases/arrival/forget-idempotency-keys.ts'
import { ImportRecords } from '../../use-cases/arrival/import-records.ts'
import { IngestRecords } from '../../use-cases/arrival/ingest-records.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs, resolve } from '../provide.ts'

/** The ways in for records: by API key, by webhook URL, by file. */
export const arrival: Feature = {
  bindings: () => [
    provide(IngestRecords, RecordIntake, Metrics),
    provide(ImportRecords, StagedRecords, UnitOfWork, Clock, Ids, Metrics),
    provide(ForgetIdempotencyKeys, UnitOfWork, Clock),
  ],
  memory: [
    provideAs(RecordIntake, MemoryRecordIntake, MemoryStore, Clock),
    provideAs(StagedRecords, MemoryStagedRecords, MemoryStore),
  ],
  postgres: [
    provideAs(RecordIntake, PostgresRecordIntake, Database, Clock),
    provideAs(StagedRecords, PostgresStagedRecords, Database),
  ],
  publicRoutes: (container) => publicIngestRoutes(container.get(IngestRecords)),
  routes: (container) => importRoutes(resolve(container, { importRecords: ImportRecords })),
}
