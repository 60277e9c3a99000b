import { createService } from './composition/service.ts'
import { startApi } from './composition/start-api.ts'
import { Readiness } from './ports/readiness.ts'
import { SealedThings } from './ports/sender/sealed-things.ts'
import { assertKeys, assertReady } from './process/assert-ready.ts'
import { parentOf } from './process/children/parent-of.ts'
import { connectionsOfPool, warnOfConnections } from './process/connections-needed.ts'
import { runProcess } from './process/process.ts'
import { StartFault } from './process/start-fault.ts'
import { OfferPlans } from './use-cases/plan/offer-plans.ts'

/** An API process, or several at one port: any number of them may share one DATABASE_URL. */
await runProcess('api', async (started) => {
  const { config, logger, child, onStop } = started
  if (config.databaseUrl === null)
    throw new StartFault('npm run api needs DATABASE_URL; npm start brings its own database.')
  const parent = await parentOf(started)
  if (parent !== null) {
    await warnOfConnections(config, logger, connectionsOfPool(config))
    return parent.raise()
  }
  const { container, close } = createService(config, config.databaseUrl, logger, child)
  onStop(close)
  await assertReady(container.get(Readiness))
  await assertKeys(container.get(SealedThings))
  await container.get(OfferPlans).execute(config.plans)
  const server = await startApi(container, config, logger, { siblings: child })
  onStop(server.close)
})
