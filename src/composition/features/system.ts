import { Registry } from 'prom-client'
import { apiPrefix } from '../../adapters/http/api-prefix.ts'
import { healthRoutes } from '../../adapters/http/operations/health-routes.ts'
import { PrometheusMetrics } from '../../adapters/metrics/prometheus-metrics.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresServiceState } from '../../adapters/postgres/job/service-state.ts'
import { PostgresRequestClaims } from '../../adapters/postgres/request-claims.ts'
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.ts'
import { KeyRing } from '../../adapters/security/key-ring.ts'
import { RingSealing } from '../../adapters/security/ring-sealing.ts'
import { SystemClock } from '../../adapters/system/system-clock.ts'
import { SystemRandomness } from '../../adapters/system/system-randomness.ts'
import { SystemTimers } from '../../adapters/system/system-timers.ts'
import { UuidIds } from '../../adapters/system/uuid-ids.ts'
import { PublicUrls } from '../../domain/public-urls.ts'
import { Secrets } from '../../ports/account/secrets.ts'
import { Clock } from '../../ports/clock.ts'
import { PersonDigests } from '../../ports/contact/contact-rules.ts'
import { Ids } from '../../ports/ids.ts'
import { Metrics } from '../../ports/metrics.ts'
import { Randomness } from '../../ports/randomness.ts'
import { RequestClaims } from '../../ports/request-claims.ts'
import { Sealing } from '../../ports/sealing.ts'
import { ServiceState } from '../../ports/service-state.ts'
import { Timers } from '../../ports/timers.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs, provideValue } from '../provide.ts'

/** The adapters that all features use, and the operator's routes, whose paths are at the root. */
export const system: Feature = {
  bindings: ({ publicApiUrl, secrets }) => [
    provideAs(Clock, SystemClock),
    provideAs(Ids, UuidIds, Clock),
    provideAs(Randomness, SystemRandomness),
    provideAs(Timers, SystemTimers),
    provideValue(PublicUrls, new PublicUrls(publicApiUrl, apiPrefix)),
    provideValue(KeyRing, new KeyRing(secrets)),
    provide(Registry),
    provideAs(Metrics, PrometheusMetrics, Registry, ServiceState, Timers),
    provideAs(UnitOfWork, PostgresUnitOfWork, Database, Clock, Ids, Sealing, PersonDigests, Secrets),
    provideAs(RequestClaims, PostgresRequestClaims, Database, Clock, Ids, Sealing),
    provideAs(Sealing, RingSealing, KeyRing),
    provideAs(ServiceState, PostgresServiceState, Database, Clock),
  ],
  routes: (services) => healthRoutes(services),
}
