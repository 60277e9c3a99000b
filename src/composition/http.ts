import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { createApp } from '../adapters/http/app.ts'
import { healthRoutes } from '../adapters/http/controllers/health.ts'
import { publicIngestRoutes } from '../adapters/http/controllers/public-ingest.ts'
import { publicJobRoutes } from '../adapters/http/controllers/public-jobs.ts'
import { publicTriggerRoutes } from '../adapters/http/controllers/public-trigger.ts'
import type { Config } from '../config.ts'
import { Readiness } from '../ports/readiness.ts'
import { AdmitCaller } from '../use-cases/admit-caller.ts'
import { GetJob } from '../use-cases/get-job.ts'
import { IngestRecords } from '../use-cases/ingest-records.ts'
import { TriggerSpinner } from '../use-cases/trigger-spinner.ts'

/** Every route of the service. */
export function createHttpApp(
  container: Container,
  { publicApiUrl }: Pick<Config, 'publicApiUrl'>,
  logger: Logger,
): ReturnType<typeof createApp> {
  return createApp({
    logger,
    publicApiUrl,
    admitCaller: container.get(AdmitCaller),
    versioned: [
      ...publicIngestRoutes(container.get(IngestRecords)),
      ...publicTriggerRoutes(container.get(TriggerSpinner)),
      ...publicJobRoutes(container.get(GetJob)),
    ],
    operational: healthRoutes(container.get(Readiness)),
  })
}
