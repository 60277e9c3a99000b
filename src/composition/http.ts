import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { createApp } from '../adapters/http/app.ts'
import { CellSignature } from '../adapters/security/cell-signature.ts'
import { Accounts } from '../ports/account/accounts.ts'
import { ApiKeys } from '../ports/account/api-keys.ts'
import { Throttle } from '../ports/account/throttle.ts'
import { Departures } from '../ports/cell/organization-moves.ts'
import { Clock, ClockScope } from '../ports/clock.ts'
import { Wakeups } from '../ports/job/wakeups.ts'
import { Metrics } from '../ports/metrics.ts'
import { MessageTokens } from '../ports/sender/message/message-tokens.ts'
import { ProjectQueries } from '../ports/table/projects.ts'
import { TestClocks } from '../ports/test-mode/test-clocks.ts'
import { Timers } from '../ports/timers.ts'
import { AdmitCaller } from '../use-cases/account/admit-caller.ts'
import { AdmitManager } from '../use-cases/account/api-keys/admit-manager.ts'
import { NoteRefusal } from '../use-cases/account/audit/note-refusal.ts'
import { Authenticate } from '../use-cases/account/sessions/authenticate.ts'
import { AdmitRole } from '../use-cases/account/team/admit-role.ts'
import { SuppressAddress } from '../use-cases/person/suppress-address.ts'
import type { HttpOptions } from './feature.ts'
import { system } from './features/system.ts'
import { features } from './features.ts'
import { resolve } from './provide.ts'

/**
 * Returns the directory of the built console; null if the console was not built. `npm start` and `npm run
 * api` build it.
 */
function builtConsole(): string | null {
  const directory = fileURLToPath(new URL('../../console/dist', import.meta.url))
  return existsSync(`${directory}/index.html`) ? directory : null
}

/** Creates the application with all routes of the service, over one container. */
export function createHttpApp(
  container: Container,
  options: HttpOptions,
  logger: Logger,
): ReturnType<typeof createApp> {
  const { publicApiUrl, trustedProxies, cells, siblings = null } = options
  return createApp({
    consoleDirectory: builtConsole(),
    logger,
    cellSignature: cells === null ? null : new CellSignature(cells.secret),
    publicApiUrl,
    trustedProxies,
    siblings,
    ...resolve(container, {
      metrics: Metrics,
      admitCaller: AdmitCaller,
      authenticate: Authenticate,
      admitRole: AdmitRole,
      admitManager: AdmitManager,
      throttle: Throttle,
      noteRefusal: NoteRefusal,
      apiKeys: ApiKeys,
      projects: ProjectQueries,
      departures: Departures,
      clock: Clock,
      testClocks: TestClocks,
      clockScope: ClockScope,
      wakeups: Wakeups,
      timers: Timers,
    }),
    hot: features.flatMap((feature) => feature.publicRoutes?.(container) ?? []),
    versioned: features.flatMap((feature) => feature.routes?.(container, options) ?? []),
    unsubscribe: resolve(container, {
      messageTokens: MessageTokens,
      suppressAddress: SuppressAddress,
      departures: Departures,
      accounts: Accounts,
    }),
    operational: system.routes?.(container, options) ?? [],
  })
}
