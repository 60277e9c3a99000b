import { serveMetrics } from '../src/adapters/http/operations/metrics-server.ts'
import { createService } from '../src/composition/service.ts'
import { assertKeys, assertReady } from '../src/operation/process/assert-ready.ts'
import { assertRestoreFinished } from '../src/operation/process/assert-restore-finished.ts'
import type { StartedProcess } from '../src/operation/process/process.ts'
import { Metrics } from '../src/ports/metrics.ts'
import { SealedThings } from '../src/ports/sealing.ts'
import { ServiceState } from '../src/ports/service-state.ts'
import { startRuntime } from './runtime.ts'

/**
 * Runs only the runtime, without the API. Throws if the database is not migrated yet, because this process
 * does not migrate it.
 */
export async function runAlone(
  { config, logger, child, onStop, ending, fail }: StartedProcess,
  databaseUrl: string,
): Promise<void> {
  const service = createService(config, databaseUrl, logger, child)
  onStop(service.close)
  await assertReady(service.container.get(ServiceState))
  await assertKeys(service.container.get(SealedThings))
  await assertRestoreFinished(databaseUrl)
  const runtime = await startRuntime(service.container, {
    databaseUrl,
    pooled: config.databasePooled,
    concurrency: config.runtimeConcurrency,
    healthDirectory: config.healthDirectory,
    logger,
    ending,
    onFatal: fail,
  })
  onStop(runtime.stop)
  if (config.metricsPort !== null) {
    const { metricsHost: host, metricsPort: port, metricsToken: token } = config
    onStop((await serveMetrics(service.container.get(Metrics), { host, port, token })).close)
  }
  logger.info('The runtime started')
}
