import { testClockRoutes } from '../../adapters/http/test-mode/test-clock-routes.ts'
import { testModeRoutes } from '../../adapters/http/test-mode/test-mode-routes.ts'
import { MemoryStore } from '../../adapters/memory/store.ts'
import { MemoryTestClocks } from '../../adapters/memory/test-mode/test-clocks.ts'
import { MemoryTestTimeline } from '../../adapters/memory/test-mode/test-timeline.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresTestClocks } from '../../adapters/postgres/test-mode/test-clocks.ts'
import { PostgresTestTimeline } from '../../adapters/postgres/test-mode/test-timeline.ts'
import { AccountQueries } from '../../ports/account/account-queries.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { Sealing } from '../../ports/sealing.ts'
import { MessageIds } from '../../ports/sender/message/message-ids.ts'
import { MessageLog } from '../../ports/sender/message/message-log.ts'
import { TestClocks } from '../../ports/test-mode/test-clocks.ts'
import { TestTimeline } from '../../ports/test-mode/test-timeline.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { SuppressAddress } from '../../use-cases/person/suppress-address.ts'
import { FactHearing } from '../../use-cases/sender/heard/fact-hearing.ts'
import { AdvanceTestClock } from '../../use-cases/test-mode/advance-test-clock.ts'
import { EnterTestMode } from '../../use-cases/test-mode/enter-test-mode.ts'
import { LeaveTestMode } from '../../use-cases/test-mode/leave-test-mode.ts'
import { PlayInbound } from '../../use-cases/test-mode/play-inbound.ts'
import { ResetTestMode } from '../../use-cases/test-mode/reset-test-mode.ts'
import { SetTestRules } from '../../use-cases/test-mode/set-test-rules.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs, resolve } from '../provide.ts'

/** Test organizations, which send nothing and have a clock of their own. */
export const testMode: Feature = {
  bindings: () => [
    provide(EnterTestMode, UnitOfWork, Clock, Ids),
    provide(LeaveTestMode, UnitOfWork),
    provide(AdvanceTestClock, UnitOfWork),
    provide(SetTestRules, UnitOfWork),
    provide(ResetTestMode, UnitOfWork),
    provide(PlayInbound, TestClocks, MessageLog, MessageIds, FactHearing, SuppressAddress, Clock, Ids),
  ],
  memory: [
    provideAs(TestClocks, MemoryTestClocks, MemoryStore, Clock),
    provideAs(TestTimeline, MemoryTestTimeline, MemoryStore),
  ],
  postgres: [
    provideAs(TestClocks, PostgresTestClocks, Database),
    provideAs(TestTimeline, PostgresTestTimeline, Database, Sealing),
  ],
  routes: (container) => [
    ...testModeRoutes(
      resolve(container, {
        accounts: AccountQueries,
        enterTestMode: EnterTestMode,
        leaveTestMode: LeaveTestMode,
        resetTestMode: ResetTestMode,
      }),
    ),
    ...testClockRoutes(
      resolve(container, {
        testClocks: TestClocks,
        testTimeline: TestTimeline,
        advanceTestClock: AdvanceTestClock,
        setTestRules: SetTestRules,
        playInbound: PlayInbound,
      }),
    ),
  ],
}
