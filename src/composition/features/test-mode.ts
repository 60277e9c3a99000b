import {
  CapturingEmailChannel,
  CapturingWebhookChannel,
  ChannelsByMode,
} from '../../adapters/channels/test-mode/channels-by-mode.ts'
import { copyRoutes } from '../../adapters/http/test-mode/copy-routes.ts'
import { spinnerTestRoutes } from '../../adapters/http/test-mode/spinner-test-routes.ts'
import { testClockRoutes } from '../../adapters/http/test-mode/test-clock-routes.ts'
import { testModeRoutes } from '../../adapters/http/test-mode/test-mode-routes.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresTestClockStore } from '../../adapters/postgres/test-mode/test-clock-store.ts'
import { Secrets } from '../../ports/account/secrets.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { RehearsalFacts } from '../../ports/job/rehearsal/rehearsal-facts.ts'
import { Slices } from '../../ports/job/slices.ts'
import { OrganizationTimes } from '../../ports/organization-times.ts'
import { Sealing } from '../../ports/sealing.ts'
import {
  Channels,
  EmailChannel,
  SenderChannels,
  WebhookChannel,
} from '../../ports/sender/message/channels.ts'
import { FileStore } from '../../ports/sender/message/files.ts'
import { MessageLog } from '../../ports/sender/message/message-log.ts'
import { MessageTokens } from '../../ports/sender/message/message-tokens.ts'
import { SpinnerStore } from '../../ports/spinner/spinners.ts'
import { Templates } from '../../ports/spinner/templates.ts'
import { DataTableStore } from '../../ports/table/data-tables.ts'
import { RecordStore } from '../../ports/table/records.ts'
import { TestClockStore } from '../../ports/test-mode/test-clocks.ts'
import { Timers } from '../../ports/timers.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { AddressSuppressor } from '../../use-cases/contact/address-suppressor.ts'
import { NameAudience } from '../../use-cases/job/name-audience.ts'
import { SliceTools } from '../../use-cases/job/slice-run.ts'
import { StartDueSpinners } from '../../use-cases/job/start-due-spinners.ts'
import { TakeTurn } from '../../use-cases/job/take-turn.ts'
import { TriggerSpinner } from '../../use-cases/job/trigger-spinner.ts'
import { InboundFactProcessor } from '../../use-cases/sender/inbound/inbound-fact-processor.ts'
import { CopyFromTest } from '../../use-cases/test-mode/copy-from-test.ts'
import { CopySpinnerFromTest } from '../../use-cases/test-mode/copy-spinner-from-test.ts'
import { CopyToTest } from '../../use-cases/test-mode/copy-to-test.ts'
import { PlayInbound } from '../../use-cases/test-mode/play-inbound.ts'
import { RunTestClock } from '../../use-cases/test-mode/run-test-clock.ts'
import { TestMode } from '../../use-cases/test-mode/test-mode.ts'
import { TestPeople } from '../../use-cases/test-mode/test-people.ts'
import { TestReactions } from '../../use-cases/test-mode/test-reactions.ts'
import { TestSpinner, TestSpinnerPorts } from '../../use-cases/test-mode/test-spinner.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs } from '../provide.ts'

/**
 * The use case that processes due slices of jobs in test mode. It adds no turn to the queue, because `RunTestClock`
 * calls it until nothing is due.
 */
class TestTurns extends TakeTurn {
  protected override async requestTurn(): Promise<void> {}
}

/** The feature of test mode: organizations that send nothing outside and have a clock of their own. */
export const testMode: Feature = {
  bindings: () => [
    provide(TestMode, UnitOfWork, TestClockStore, Clock, Ids),
    provide(CopyToTest, UnitOfWork, DataTableStore, SpinnerStore, FileStore, Secrets, Clock, Ids),
    provide(CopyFromTest, UnitOfWork, DataTableStore, SpinnerStore, FileStore, Clock, Ids),
    provide(CopySpinnerFromTest, UnitOfWork, SpinnerStore, FileStore, Clock, Ids),
    provide(TestPeople, RehearsalFacts, RecordStore, NameAudience, Clock),
    provide(
      TestSpinnerPorts,
      UnitOfWork,
      SpinnerStore,
      DataTableStore,
      FileStore,
      Templates,
      TestClockStore,
      Slices,
      Secrets,
      Clock,
      Timers,
      Ids,
    ),
    provide(TestSpinner, TestSpinnerPorts, TestPeople, TriggerSpinner),
    provide(CapturingEmailChannel, TestClockStore, MessageTokens, Clock),
    provide(CapturingWebhookChannel, TestClockStore, WebhookChannel, Clock, Ids),
    provideAs(
      Channels,
      ChannelsByMode,
      OrganizationTimes,
      EmailChannel,
      WebhookChannel,
      SenderChannels,
      CapturingEmailChannel,
      CapturingWebhookChannel,
    ),
    provide(TestTurns, SliceTools, Channels, Ids),
    provide(
      RunTestClock,
      TestClockStore,
      Clock,
      StartDueSpinners,
      TestTurns,
      TestReactions,
      Slices,
      Ids,
      Timers,
    ),
    provide(TestReactions, TestClockStore, MessageTokens, InboundFactProcessor, AddressSuppressor, Clock),
    provide(PlayInbound, TestClockStore, MessageLog, MessageTokens, TestReactions, Clock, Ids),
    provideAs(TestClockStore, PostgresTestClockStore, Database, Sealing),
  ],
  routes: (services) => [
    ...testModeRoutes(services),
    ...copyRoutes(services),
    ...spinnerTestRoutes(services),
    ...testClockRoutes(services),
  ],
}
