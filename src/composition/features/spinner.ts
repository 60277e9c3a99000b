import { AllowedPrivateHosts } from '../../adapters/channels/allowed-private-hosts.ts'
import { UndiciLinkCheck } from '../../adapters/channels/undici-link-check.ts'
import { scheduleRoutes } from '../../adapters/http/spinner/schedule-routes.ts'
import { spinnerRoutes } from '../../adapters/http/spinner/spinner-routes.ts'
import { spinnerTemplateRoutes } from '../../adapters/http/spinner/template/spinner-template-routes.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresSpinnerStore } from '../../adapters/postgres/spinner/spinner-store.ts'
import { LiquidTemplates } from '../../adapters/templates/liquid-templates.ts'
import { TemplateThreads } from '../../adapters/templates/template-threads.ts'
import { AccountStore } from '../../ports/account/accounts.ts'
import { OrganizationStore } from '../../ports/account/organizations.ts'
import { Throttle } from '../../ports/account/throttle.ts'
import { Clock } from '../../ports/clock.ts'
import { ContactRuleStore } from '../../ports/contact/contact-rules.ts'
import { Ids } from '../../ports/ids.ts'
import { JobStore } from '../../ports/job/jobs.ts'
import { RehearsalFacts } from '../../ports/job/rehearsal/rehearsal-facts.ts'
import { OrganizationTimes } from '../../ports/organization-times.ts'
import { Sealing } from '../../ports/sealing.ts'
import { Channels } from '../../ports/sender/message/channels.ts'
import { FileStore } from '../../ports/sender/message/files.ts'
import { MessageTokens } from '../../ports/sender/message/message-tokens.ts'
import { SenderStore } from '../../ports/sender/senders.ts'
import { LinkCheck } from '../../ports/spinner/link-check.ts'
import { SegmentEntries } from '../../ports/spinner/segment-entries.ts'
import { SpinnerStore } from '../../ports/spinner/spinners.ts'
import { Templates } from '../../ports/spinner/templates.ts'
import { DataTableStore } from '../../ports/table/data-tables.ts'
import { RecordStore } from '../../ports/table/records.ts'
import { SegmentStore } from '../../ports/table/segments.ts'
import { Timers } from '../../ports/timers.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { AdmitSending } from '../../use-cases/admit-sending.ts'
import { AddressSuppressor } from '../../use-cases/contact/address-suppressor.ts'
import { SenderDomains } from '../../use-cases/sender/sender-domains.ts'
import { CountAudience } from '../../use-cases/spinner/count-audience.ts'
import { CountBranches } from '../../use-cases/spinner/count-branches.ts'
import { CreateSpinner } from '../../use-cases/spinner/create-spinner.ts'
import { FindFaults } from '../../use-cases/spinner/find-faults.ts'
import { PreviewPublishing } from '../../use-cases/spinner/preview-publishing.ts'
import { PreviewSpinner } from '../../use-cases/spinner/preview-spinner.ts'
import { PublishSpinner } from '../../use-cases/spinner/publish-spinner.ts'
import { SendTest } from '../../use-cases/spinner/send-test.ts'
import { Spinners } from '../../use-cases/spinner/spinners.ts'
import { StepPorts } from '../../use-cases/spinner/steps/step-runner.ts'
import { StepRunners } from '../../use-cases/spinner/steps/step-types.ts'
import { SpinnerTemplates } from '../../use-cases/spinner/template/spinner-templates.ts'
import { CountSegment } from '../../use-cases/table/segments/count-segment.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs } from '../provide.ts'

/** The feature of spinners: drafts, versions and the types of steps. */
export const spinner: Feature = {
  bindings: () => [
    provide(CountBranches, SpinnerStore, DataTableStore, RecordStore, Clock, Timers),
    provide(CreateSpinner, UnitOfWork, Clock, Ids),
    provide(Spinners, UnitOfWork, Clock, Ids),
    provide(SpinnerTemplates, UnitOfWork, Clock, Ids, Templates),
    provide(
      PublishSpinner,
      UnitOfWork,
      Templates,
      SenderStore,
      SenderDomains,
      OrganizationTimes,
      SegmentEntries,
      Clock,
      Timers,
    ),
    provide(
      SendTest,
      SpinnerStore,
      DataTableStore,
      RecordStore,
      AccountStore,
      OrganizationStore,
      StepRunners,
      Channels,
      Templates,
      SenderStore,
      Throttle,
      AdmitSending,
      Clock,
      Ids,
    ),
    provide(FindFaults, DataTableStore, Templates, SegmentStore, SpinnerStore),
    provide(
      CountAudience,
      SpinnerStore,
      SegmentStore,
      CountSegment,
      RehearsalFacts,
      RecordStore,
      Clock,
      Timers,
    ),
    provide(
      PreviewPublishing,
      SpinnerStore,
      JobStore,
      Templates,
      OrganizationStore,
      OrganizationTimes,
      LinkCheck,
      SegmentStore,
      Timers,
    ),
    provide(
      PreviewSpinner,
      SpinnerStore,
      DataTableStore,
      RecordStore,
      Templates,
      ContactRuleStore,
      SenderStore,
      OrganizationStore,
      SegmentStore,
      StepRunners,
      Clock,
      Timers,
    ),
    provide(StepRunners, StepPorts),
    provide(StepPorts, Templates, MessageTokens, AddressSuppressor, FileStore, OrganizationStore, Clock, Ids),

    provideAs(LinkCheck, UndiciLinkCheck, AllowedPrivateHosts),
    provideAs(Templates, LiquidTemplates, TemplateThreads),
    provide(TemplateThreads),
    provideAs(SpinnerStore, PostgresSpinnerStore, Database, Sealing),
  ],
  routes: (services) => [
    ...spinnerRoutes(services),
    ...spinnerTemplateRoutes(services),
    ...scheduleRoutes(services),
  ],
}
