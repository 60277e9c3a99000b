import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { ThreadedMailboxes } from '../adapters/channels/mailboxes/threaded-mailboxes.ts'
import { CachedSenderChannels } from '../adapters/channels/senders/cached-sender-channels.ts'
import { processRegistry } from '../adapters/metrics/process-registry.ts'
import { SiblingMetrics, type SiblingScrapes } from '../adapters/metrics/sibling-metrics.ts'
import { Database } from '../adapters/postgres/database.ts'
import { TemplateThreads } from '../adapters/templates/template-threads.ts'
import type { Config } from '../config.ts'
import { Metrics } from '../ports/metrics.ts'
import { ServiceState } from '../ports/service-state.ts'
import { Timers } from '../ports/timers.ts'
import { createContainer, postgres } from './container.ts'
import { mail } from './mail.ts'
import { type Binding, provideMade, provideValue } from './provide.ts'

export interface Service {
  readonly container: Container
  close(): Promise<void>
}

/** Creates the container with all use cases of the service on a PostgreSQL database that is migrated. */
export function createService(
  config: Config,
  databaseUrl: string,
  logger: Logger,
  siblings: SiblingScrapes | null = null,
): Service {
  const database = new Database({
    url: databaseUrl,
    poolSize: config.poolSize,
    pooled: config.databasePooled,
  })
  const { bindings, close: closeMail } = mail(config, logger)
  const container = createContainer(config, postgres(database), bindings, [
    provideValue(Registry, processRegistry()),
    ...(siblings === null ? [] : [metricsOfAll(siblings)]),
  ])
  return {
    container,
    close: async () => {
      await container.get(TemplateThreads).close()
      await container.get(ThreadedMailboxes).close()
      // Sends the posted mails before the channels of senders close, because mail about accounts may leave by a sender.
      await closeMail()
      container.get(CachedSenderChannels).close()
      await database.close()
    },
  }
}

function metricsOfAll(siblings: SiblingScrapes): Binding {
  const make = (registry: Registry, state: ServiceState, timers: Timers) => {
    const metrics = new SiblingMetrics(registry, state, timers, () => siblings.scrape())
    siblings.onRead(() => metrics.reading())
    return metrics
  }
  return provideMade<Metrics, [Registry, ServiceState, Timers]>(Metrics, make, Registry, ServiceState, Timers)
}
