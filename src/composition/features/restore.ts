import { Database } from '../../adapters/postgres/database.ts'
import { PostgresRestoredDatabase } from '../../adapters/postgres/job/restore/restored-database.ts'
import { ArrivalStore } from '../../ports/arrival/arrivals.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { RestoredDatabase } from '../../ports/job/restore/restored-database.ts'
import { Restoration } from '../../use-cases/job/restore/restoration.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs } from '../provide.ts'

/** The feature for the work after a database was restored to an earlier moment. */
export const restore: Feature = {
  bindings: () => [
    provideAs(RestoredDatabase, PostgresRestoredDatabase, Database, Clock),
    provide(Restoration, RestoredDatabase, ArrivalStore, Clock, Ids),
  ],
}
