import { MemoryEmailOutbox } from '../adapters/memory/email-outbox.ts'
import {
  MemoryCredentialQueries,
  MemoryJobQueries,
  MemoryMeterQueries,
  MemoryReadiness,
} from '../adapters/memory/queries.ts'
import { MemoryRecordIntake } from '../adapters/memory/record-intake.ts'
import { MemorySlices } from '../adapters/memory/slices.ts'
import { MemoryStore } from '../adapters/memory/store.ts'
import { MemoryUnitOfWork } from '../adapters/memory/unit-of-work.ts'
import { MemoryWakeups } from '../adapters/memory/wakeups.ts'
import { Clock } from '../ports/clock.ts'
import { CredentialQueries } from '../ports/credential-queries.ts'
import { EmailChannel } from '../ports/email-channel.ts'
import { JobQueries } from '../ports/job-queries.ts'
import { MeterQueries } from '../ports/meter-queries.ts'
import { Readiness } from '../ports/readiness.ts'
import { RecordIntake } from '../ports/record-intake.ts'
import { Slices } from '../ports/slices.ts'
import { UnitOfWork } from '../ports/unit-of-work.ts'
import { Wakeups } from '../ports/wakeups.ts'
import { provide, provideAs } from './provide.ts'

/** The whole service without a database. */
export const memory = [
  provide(MemoryStore),
  provideAs(UnitOfWork, MemoryUnitOfWork, MemoryStore),
  provideAs(RecordIntake, MemoryRecordIntake, MemoryStore, Clock),
  provideAs(CredentialQueries, MemoryCredentialQueries, MemoryStore),
  provideAs(JobQueries, MemoryJobQueries, MemoryStore),
  provideAs(MeterQueries, MemoryMeterQueries, MemoryStore),
  provideAs(Slices, MemorySlices, MemoryStore, Clock),
  provideAs(Wakeups, MemoryWakeups, MemoryStore, Clock),
  provideAs(EmailChannel, MemoryEmailOutbox, MemoryStore),
  provideAs(Readiness, MemoryReadiness),
]
