import { contactPolicyRoutes } from '../../adapters/http/contact/contact-policy-routes.ts'
import { suppressionRoutes } from '../../adapters/http/contact/suppression-routes.ts'
import { peopleViewRoutes } from '../../adapters/http/person/people-view-routes.ts'
import { personCopyRoutes } from '../../adapters/http/person/person-copy-routes.ts'
import { personRoutes } from '../../adapters/http/person/person-routes.ts'
import { PostgresContactRuleStore } from '../../adapters/postgres/contact/contact-rule-store.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresPeopleList } from '../../adapters/postgres/person/list/people-list.ts'
import { PostgresPersonDigests } from '../../adapters/postgres/person/person-digests.ts'
import { PostgresPersonStore } from '../../adapters/postgres/person/person-store.ts'
import { ArrivalStore } from '../../ports/arrival/arrivals.ts'
import { BodyDecoder } from '../../ports/arrival/body-decoder.ts'
import { MappingStore } from '../../ports/arrival/mappings.ts'
import { Clock } from '../../ports/clock.ts'
import { ContactRuleStore, PersonDigests } from '../../ports/contact/contact-rules.ts'
import { Ids } from '../../ports/ids.ts'
import { RehearsalFacts } from '../../ports/job/rehearsal/rehearsal-facts.ts'
import { PersonStore } from '../../ports/person/people.ts'
import { PeopleList } from '../../ports/person/people-list.ts'
import { Sealing } from '../../ports/sealing.ts'
import { EmailChannel } from '../../ports/sender/message/channels.ts'
import { MessageLog } from '../../ports/sender/message/message-log.ts'
import { SpinnerStore } from '../../ports/spinner/spinners.ts'
import { Templates } from '../../ports/spinner/templates.ts'
import { ProjectStore } from '../../ports/table/projects.ts'
import { RecordStore } from '../../ports/table/records.ts'
import { SegmentStore } from '../../ports/table/segments.ts'
import { Timers } from '../../ports/timers.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { AddressSuppressor } from '../../use-cases/contact/address-suppressor.ts'
import { SetContactPolicy } from '../../use-cases/contact/set-contact-policy.ts'
import { ArrivalsOfPerson } from '../../use-cases/person/arrivals-of-person.ts'
import { ErasePerson, ErasePersonOptions } from '../../use-cases/person/erase-person.ts'
import { ExplainContact, ExplanationPorts } from '../../use-cases/person/explain-contact.ts'
import { ExportPerson } from '../../use-cases/person/export-person.ts'
import { FollowPerson } from '../../use-cases/person/follow-person.ts'
import { ListPeople } from '../../use-cases/person/list-people.ts'
import { PeopleViews } from '../../use-cases/person/people-views.ts'
import { StepRunners } from '../../use-cases/spinner/steps/step-types.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs, provideValue } from '../provide.ts'

/** The feature of people: their timeline, their suppressions and the contact policy. */
export const person: Feature = {
  bindings: () => [
    provide(AddressSuppressor, UnitOfWork, Clock, Ids, PersonDigests),
    provide(SetContactPolicy, UnitOfWork, Clock),
    provide(
      ListPeople,
      PeopleList,
      PersonStore,
      PersonDigests,
      ContactRuleStore,
      MessageLog,
      ArrivalsOfPerson,
      Clock,
      Timers,
    ),
    provide(PeopleViews, UnitOfWork, Clock, Ids),
    provide(
      FollowPerson,
      PersonStore,
      ContactRuleStore,
      MessageLog,
      ArrivalsOfPerson,
      ProjectStore,
      PersonDigests,
      Timers,
    ),
    provide(
      ExplanationPorts,
      SpinnerStore,
      PersonStore,
      RehearsalFacts,
      RecordStore,
      SegmentStore,
      StepRunners,
      EmailChannel,
      Clock,
    ),
    provide(ExplainContact, ExplanationPorts),
    provide(ArrivalsOfPerson, ArrivalStore, BodyDecoder, MappingStore, UnitOfWork, Timers),
    provide(ExportPerson, UnitOfWork, PersonStore, ArrivalsOfPerson, PersonDigests, Clock),
    provide(
      ErasePerson,
      UnitOfWork,
      PersonStore,
      ArrivalsOfPerson,
      PersonDigests,
      Templates,
      Clock,
      Timers,
      ErasePersonOptions,
    ),
    provideValue(ErasePersonOptions, new ErasePersonOptions(5_000)),
    provideAs(ContactRuleStore, PostgresContactRuleStore, Database, PersonDigests),
    provideAs(PersonDigests, PostgresPersonDigests, Database, Sealing),
    provideAs(PeopleList, PostgresPeopleList, Database, Sealing, PersonDigests),
    provideAs(PersonStore, PostgresPersonStore, Database, Clock, Sealing, PersonDigests),
  ],
  routes: (services) => [
    ...personRoutes(services),
    ...peopleViewRoutes(services),
    ...suppressionRoutes(services),
    ...personCopyRoutes(services),
    ...contactPolicyRoutes(services),
  ],
}
