import { Database } from '../../adapters/postgres/database.ts'
import { PostgresLostTime } from '../../adapters/postgres/job/lost-time/lost-time.ts'
import { PostgresRestorations } from '../../adapters/postgres/job/lost-time/restorations.ts'
import { ArrivalStore } from '../../ports/arrival/arrival-store.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { LostTime } from '../../ports/job/lost-time/lost-time.ts'
import { Restorations } from '../../ports/job/lost-time/restorations.ts'
import { BeginLostJobs } from '../../use-cases/job/lost-time/begin-lost-jobs.ts'
import { EndLostTime } from '../../use-cases/job/lost-time/end-lost-time.ts'
import { FindLostTime } from '../../use-cases/job/lost-time/find-lost-time.ts'
import { HoldJob } from '../../use-cases/job/lost-time/hold-job.ts'
import { OpenLostTime } from '../../use-cases/job/lost-time/open-lost-time.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs } from '../provide.ts'

/**
 * The search for work that is missing in a database after a restore to an earlier moment. There is no version
 * in memory, which loses everything at once.
 */
export const lostTime: Feature = {
  bindings: () => [],
  postgres: [
    provideAs(Restorations, PostgresRestorations, Database, Clock),
    provideAs(LostTime, PostgresLostTime, Database, Clock),
    provide(FindLostTime, Restorations, ArrivalStore, Clock),
    provide(OpenLostTime, LostTime),
    provide(BeginLostJobs, LostTime, Clock, Ids),
    provide(HoldJob, LostTime),
    provide(EndLostTime, LostTime, Restorations),
  ],
}
