import { rehearsalRoutes } from '../../adapters/http/job/rehearsal/rehearsal-routes.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresRehearsalFacts } from '../../adapters/postgres/job/rehearsal/rehearsal-facts.ts'
import { PostgresRehearsals } from '../../adapters/postgres/job/rehearsal/rehearsals.ts'
import { Clock } from '../../ports/clock.ts'
import { ContactRuleStore, PersonDigests } from '../../ports/contact/contact-rules.ts'
import { Ids } from '../../ports/ids.ts'
import { JobStarter } from '../../ports/job/job-starter.ts'
import { RehearsalFacts } from '../../ports/job/rehearsal/rehearsal-facts.ts'
import { Rehearsals } from '../../ports/job/rehearsal/rehearsals.ts'
import { EmailChannel } from '../../ports/sender/message/channels.ts'
import { SpinnerStore } from '../../ports/spinner/spinners.ts'
import { DataTableStore } from '../../ports/table/data-tables.ts'
import { RecordStore } from '../../ports/table/records.ts'
import { Pace, Timers } from '../../ports/timers.ts'
import { NameAudience } from '../../use-cases/job/name-audience.ts'
import { RecordsOfTrigger } from '../../use-cases/job/rehearsal/records-of-trigger.ts'
import { RehearseTrigger } from '../../use-cases/job/rehearsal/rehearse-trigger.ts'
import { Rehearser, RehearserPorts } from '../../use-cases/job/rehearsal/rehearser.ts'
import { SegmentConditions } from '../../use-cases/job/rehearsal/segment-conditions.ts'
import { StoredRehearsals } from '../../use-cases/job/rehearsal/stored-rehearsals.ts'
import { StepPorts } from '../../use-cases/spinner/steps/step-runner.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs } from '../provide.ts'

/** The feature of rehearsals, which forecast a job and send nothing. */
export const rehearsal: Feature = {
  bindings: () => [
    provide(
      RehearserPorts,
      SpinnerStore,
      DataTableStore,
      RehearsalFacts,
      RecordStore,
      Rehearsals,
      Pace,
      Clock,
      Ids,
      Timers,
    ),
    provide(RecordsOfTrigger, RecordStore),
    provide(
      Rehearser,
      RehearserPorts,
      StepPorts,
      EmailChannel,
      NameAudience,
      RecordsOfTrigger,
      SegmentConditions,
    ),
    provide(RehearseTrigger, JobStarter, Rehearser, Rehearsals, Clock, Ids),
    provide(StoredRehearsals, Rehearser, Rehearsals, Clock),
    provideAs(RehearsalFacts, PostgresRehearsalFacts, Database, ContactRuleStore, PersonDigests),
    provideAs(Rehearsals, PostgresRehearsals, Database),
  ],
  routes: (services) => rehearsalRoutes(services),
}
