import { serveMetrics } from '../src/adapters/http/operations/metrics-server.ts'
import { createService } from '../src/composition/service.ts'
import { Metrics } from '../src/ports/metrics.ts'
import { Readiness } from '../src/ports/readiness.ts'
import { SealedThings } from '../src/ports/sender/sealed-things.ts'
import { assertLookedAfter } from '../src/process/assert-looked-after.ts'
import { assertKeys, assertReady } from '../src/process/assert-ready.ts'
import { runProcess } from '../src/process/process.ts'
import { StartFault } from '../src/process/start-fault.ts'
import { startRuntime } from './runtime.ts'

/** A runtime process: any number of them may share one DATABASE_URL. */
await runProcess('runtime', async ({ config, logger, onStop, fail }) => {
  if (config.databaseUrl === null)
    throw new StartFault('npm run worker needs DATABASE_URL; npm start runs a runtime of its own.')
  const service = createService(config, config.databaseUrl, logger)
  onStop(service.close)
  await assertReady(service.container.get(Readiness))
  await assertKeys(service.container.get(SealedThings))
  await assertLookedAfter(config.databaseUrl)
  const runtime = await startRuntime(service.container, {
    databaseUrl: config.databaseUrl,
    pooled: config.databasePooled,
    concurrency: config.runtimeConcurrency,
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
