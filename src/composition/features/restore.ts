import { Database } from '../../adapters/postgres/database.ts'
import { PostgresRestoredDatabase } from '../../adapters/postgres/job/restore/restored-database.ts'
import { ArrivalStore } from '../../ports/arrival/arrivals.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { RestoredDatabase } from '../../ports/job/restore/restored-database.ts'
import { FindRestoredMoment } from '../../use-cases/job/restore/find-restored-moment.ts'
import { FinishRestore } from '../../use-cases/job/restore/finish-restore.ts'
import { MakeDueAfterRestore } from '../../use-cases/job/restore/make-due-after-restore.ts'
import { PauseUnprocessedJob } from '../../use-cases/job/restore/pause-unprocessed-job.ts'
import { StartMissedJobs } from '../../use-cases/job/restore/start-missed-jobs.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs } from '../provide.ts'

/** The feature for the work after a database was restored to an earlier moment. */
export const restore: Feature = {
  bindings: () => [
    provideAs(RestoredDatabase, PostgresRestoredDatabase, Database, Clock),
    provide(FindRestoredMoment, RestoredDatabase, ArrivalStore, Clock),
    provide(MakeDueAfterRestore, RestoredDatabase),
    provide(StartMissedJobs, RestoredDatabase, Clock, Ids),
    provide(PauseUnprocessedJob, RestoredDatabase),
    provide(FinishRestore, RestoredDatabase),
  ],
}
