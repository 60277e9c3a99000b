import { SniffedBodies } from '../../adapters/bodies/sniffed-bodies.ts'
import { mappingRoutes } from '../../adapters/http/arrival/mapping/mapping-routes.ts'
import { PostgresMappingStore } from '../../adapters/postgres/arrival/mapping-store.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { ArrivalStore } from '../../ports/arrival/arrivals.ts'
import { BodyDecoder } from '../../ports/arrival/body-decoder.ts'
import { MappingStore } from '../../ports/arrival/mappings.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { DataTableStore } from '../../ports/table/data-tables.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { Mappings } from '../../use-cases/arrival/mapping/mappings.ts'
import { OwnIdentityOf } from '../../use-cases/arrival/mapping/own-identity-of.ts'
import { ProposeMapping } from '../../use-cases/arrival/mapping/propose-mapping.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs } from '../provide.ts'

/** The feature of mappings, which turn bodies of other formats into records. */
export const mapping: Feature = {
  bindings: () => [
    provideAs(BodyDecoder, SniffedBodies),
    provide(Mappings, UnitOfWork, Clock, Ids),
    provide(OwnIdentityOf, UnitOfWork),
    provide(ProposeMapping, DataTableStore, ArrivalStore, BodyDecoder, MappingStore, OwnIdentityOf),
    provideAs(MappingStore, PostgresMappingStore, Database),
  ],
  routes: (services) => mappingRoutes(services),
}
