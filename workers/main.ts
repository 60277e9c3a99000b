import { serveMetrics } from '../src/adapters/http/operations/metrics-server.ts'
import { createService } from '../src/composition/service.ts'
import { Metrics } from '../src/ports/metrics.ts'
import { Readiness } from '../src/ports/readiness.ts'
import { SealedThings } from '../src/ports/sender/sealed-things.ts'
import { assertKeys, assertReady } from '../src/process/assert-ready.ts'
import { parentOf } from '../src/process/children/parent-of.ts'
import { connectionsOf, warnOfConnections } from '../src/process/connections-needed.ts'
import { runProcess } from '../src/process/process.ts'
import { StartFault } from '../src/process/start-fault.ts'
import { startRuntime } from './runtime.ts'

/** A runtime process, or several: any number of them may share one DATABASE_URL. */
await runProcess('runtime', async (started) => {
  const { config, logger, child, onStop, fail } = started
  if (config.databaseUrl === null)
    throw new StartFault('npm run worker needs DATABASE_URL; npm start runs a runtime of its own.')
  const parent = await parentOf(started)
  if (parent !== null) {
    await warnOfConnections(config, logger, connectionsOf(config))
    return parent.raise()
  }
  const service = createService(config, config.databaseUrl, logger, child)
  onStop(service.close)
  await assertReady(service.container.get(Readiness))
  await assertKeys(service.container.get(SealedThings))
  const runtime = await startRuntime(service.container, {
    databaseUrl: config.databaseUrl,
    pooled: config.databasePooled,
    concurrency: config.runtimeConcurrency,
    healthDirectory: config.healthDirectory,
    logger,
    onFatal: fail,
  })
  onStop(runtime.stop)
  if (config.metricsPort !== null) {
    const { metricsHost: host, metricsPort: port } = config
    onStop((await serveMetrics(service.container.get(Metrics), { host, port })).close)
  }
  logger.info('runtime started')
})
