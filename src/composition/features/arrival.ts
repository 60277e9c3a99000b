import { arrivalRoutes } from '../../adapters/http/arrival/arrival-routes.ts'
import { importRoutes } from '../../adapters/http/arrival/import/import-routes.ts'
import { publicIngestRoutes } from '../../adapters/http/arrival/public-ingest-routes.ts'
import { waitingRoutes } from '../../adapters/http/arrival/waiting-routes.ts'
import { PostgresArrivalStore } from '../../adapters/postgres/arrival/arrival-store.ts'
import { ArrivalWriter } from '../../adapters/postgres/arrival/arrival-writer.ts'
import { PostgresRecordAppender } from '../../adapters/postgres/arrival/record-appender.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { ArrivalBounds } from '../../domain/arrival/arrival-bounds.ts'
import { Secrets } from '../../ports/account/secrets.ts'
import { ArrivalStore } from '../../ports/arrival/arrivals.ts'
import { BodyDecoder } from '../../ports/arrival/body-decoder.ts'
import { MappingStore } from '../../ports/arrival/mappings.ts'
import { RecordAppender } from '../../ports/arrival/record-appender.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { Metrics } from '../../ports/metrics.ts'
import { OrganizationTimes } from '../../ports/organization-times.ts'
import { Sealing } from '../../ports/sealing.ts'
import { SpinnerStore } from '../../ports/spinner/spinners.ts'
import { Templates } from '../../ports/spinner/templates.ts'
import { DataTableStore } from '../../ports/table/data-tables.ts'
import { RecordStore } from '../../ports/table/records.ts'
import { Timers } from '../../ports/timers.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { AdmitArrivals } from '../../use-cases/arrival/admit-arrivals.ts'
import { ClearOldArrivals } from '../../use-cases/arrival/clear-old-arrivals.ts'
import { DeliveryProof } from '../../use-cases/arrival/delivery-proof.ts'
import { DeliveryReader } from '../../use-cases/arrival/delivery-reader.ts'
import { DiscardArrivals } from '../../use-cases/arrival/discard-arrivals.ts'
import { EditArrival } from '../../use-cases/arrival/edit-arrival.ts'
import { FinishArrivals } from '../../use-cases/arrival/finish-arrivals.ts'
import { ForgetIdempotencyKeys } from '../../use-cases/arrival/forget-idempotency-keys.ts'
import { AddressColumns } from '../../use-cases/arrival/import/address-columns.ts'
import { CheckImport } from '../../use-cases/arrival/import/check-import.ts'
import { ImportRecords } from '../../use-cases/arrival/import/import-records.ts'
import { ImportSlots } from '../../use-cases/arrival/import/import-slots.ts'
import { IngestRecords } from '../../use-cases/arrival/ingest-records.ts'
import { AutomaticMapping } from '../../use-cases/arrival/mapping/automatic-mapping.ts'
import { OwnIdentityOf } from '../../use-cases/arrival/mapping/own-identity-of.ts'
import { SearchArrivals } from '../../use-cases/arrival/search-arrivals.ts'
import { TakeArrival } from '../../use-cases/arrival/take-arrival.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs, provideValue } from '../provide.ts'

/** The feature that receives records: by API key, by webhook URL and by file. */
export const arrival: Feature = {
  bindings: ({ arrivalDays, arrivalMegabytes }) => [
    provideValue(ArrivalBounds, new ArrivalBounds(arrivalDays, arrivalMegabytes * 1024 * 1024)),
    provide(DeliveryReader, BodyDecoder, MappingStore, Timers, OwnIdentityOf),
    provide(DeliveryProof, Secrets, Clock),
    provide(AutomaticMapping, UnitOfWork, ArrivalStore, BodyDecoder, Clock, Ids, Timers, OwnIdentityOf),
    provide(
      TakeArrival,
      RecordAppender,
      ArrivalStore,
      DeliveryReader,
      DeliveryProof,
      AutomaticMapping,
      Ids,
      Metrics,
      Timers,
    ),
    provide(AdmitArrivals, ArrivalStore, RecordAppender, DeliveryReader, UnitOfWork, Clock, Ids, Metrics),
    provide(SearchArrivals, ArrivalStore, BodyDecoder, Timers),
    provide(DiscardArrivals, ArrivalStore, UnitOfWork),
    provide(EditArrival, ArrivalStore, DeliveryReader, UnitOfWork, Clock),
    provide(
      FinishArrivals,
      ArrivalStore,
      RecordAppender,
      DeliveryReader,
      UnitOfWork,
      Clock,
      OrganizationTimes,
    ),
    provide(ClearOldArrivals, ArrivalStore, Clock, ArrivalBounds),
    provide(IngestRecords, RecordAppender, DeliveryProof, Clock, Metrics),
    provide(ImportSlots),
    provide(AddressColumns, SpinnerStore, Templates),
    provide(
      ImportRecords,
      ImportSlots,
      RecordStore,
      ArrivalStore,
      AddressColumns,
      UnitOfWork,
      Clock,
      Ids,
      Metrics,
    ),
    provide(CheckImport, ImportSlots, AddressColumns, UnitOfWork, DataTableStore, RecordStore, Clock),
    provide(ForgetIdempotencyKeys, UnitOfWork, Clock),
    provideAs(ArrivalStore, PostgresArrivalStore, Database, Sealing, ArrivalWriter),
    provide(ArrivalWriter, Database, Sealing, ArrivalBounds, Metrics),
    provideAs(RecordAppender, PostgresRecordAppender, Database, Clock),
  ],
  publicRoutes: (services) => publicIngestRoutes(services),
  routes: (services) => [...importRoutes(services), ...waitingRoutes(services), ...arrivalRoutes(services)],
}
