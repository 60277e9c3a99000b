import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { KeptSenderChannels } from '../adapters/channels/senders/kept-sender-channels.ts'
import { processRegistry } from '../adapters/metrics/process-registry.ts'
import { Database } from '../adapters/postgres/database.ts'
import { TemplateThreads } from '../adapters/templates/template-threads.ts'
import type { Config } from '../config.ts'
import { createContainer, postgres } from './container.ts'
import { mail } from './mail.ts'
import { provideValue } from './provide.ts'

export interface Service {
  readonly container: Container
  close(): Promise<void>
}

/** The use cases on a PostgreSQL that is migrated. */
export function createService(config: Config, databaseUrl: string, logger: Logger): Service {
  const database = new Database({
    url: databaseUrl,
    poolSize: config.poolSize,
    pooled: config.databasePooled,
  })
  const { bindings, close: closeMail } = mail(config, logger)
  const container = createContainer(config, postgres(database), bindings, [
    provideValue(Registry, processRegistry()),
  ])
  return {
    container,
    close: async () => {
      await container.get(TemplateThreads).close()
      closeMail()
      container.get(KeptSenderChannels).close()
      await database.close()
    },
  }
}
