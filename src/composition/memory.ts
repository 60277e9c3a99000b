import { auditStoreIn } from '../adapters/memory/audit-store.ts'
import { MemoryJobStarter } from '../adapters/memory/job-starter.ts'
import { planStore } from '../adapters/memory/meters.ts'
import { partOf } from '../adapters/memory/part-of.ts'
import { MemoryRecordAppender } from '../adapters/memory/record-appender.ts'
import { recordStoreIn } from '../adapters/memory/record-store.ts'
import { MemoryStore } from '../adapters/memory/store.ts'
import { MemoryUnitOfWork } from '../adapters/memory/unit-of-work.ts'
import { AuditStore } from '../ports/account/audit.ts'
import { RecordAppender } from '../ports/arrival/record-appender.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { JobStarter } from '../ports/job/job-starter.ts'
import { Rehearsals } from '../ports/job/rehearsal/rehearsals.ts'
import { Metrics } from '../ports/metrics.ts'
import { PlanStore } from '../ports/plan/plans.ts'
import { SpinnerStore } from '../ports/spinner/spinners.ts'
import { RecordStore } from '../ports/table/records.ts'
import { SegmentStore } from '../ports/table/segments.ts'
import { UnitOfWork } from '../ports/unit-of-work.ts'
import { type Binding, provide, provideAs, provideMade } from './provide.ts'

/**
 * Binds the ports of the kernel in memory, for unit tests of the use cases that ingest records, start jobs and check
 * plans. The other use cases have no adapters in memory. Production does not import this module.
 */
export const memory: readonly Binding[] = [
  provide(MemoryStore),
  provideAs(UnitOfWork, MemoryUnitOfWork, MemoryStore, Clock, Ids),
  provideMade(AuditStore, auditStoreIn, MemoryStore),
  provideAs(RecordAppender, MemoryRecordAppender, MemoryStore, Clock),
  provideAs(JobStarter, MemoryJobStarter, MemoryStore, Clock),
  provideMade(RecordStore, recordStoreIn, MemoryStore),
  provideMade(SpinnerStore, () => partOf<SpinnerStore>({ version: async () => null })),
  provideMade(SegmentStore, () => partOf<SegmentStore>({ find: async () => null })),
  provideMade(Rehearsals, () => partOf<Rehearsals>({ rehearsed: async () => null })),
  provideMade(Metrics, () => partOf<Metrics>({ noteRecords: () => {} })),
  provideMade(PlanStore, (store) => planStore(store), MemoryStore),
]
