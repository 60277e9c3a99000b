import { createService } from './composition/service.ts'
import { startApi } from './composition/start-api.ts'
import { assertKeys, assertReady } from './operation/process/assert-ready.ts'
import { warnOfMail } from './operation/process/mail-warnings.ts'
import type { StartedProcess } from './operation/process/process.ts'
import { SealedThings } from './ports/sealing.ts'
import { SenderStore } from './ports/sender/senders.ts'
import { ServiceState } from './ports/service-state.ts'
import { OfferPlans } from './use-cases/plan/offer-plans.ts'

/** Runs only the API, without the runtime. The database must be migrated already. */
export async function serveApi(
  { config, logger, child, onStop }: StartedProcess,
  databaseUrl: string,
): Promise<void> {
  const { container, close } = createService(config, databaseUrl, logger, child)
  onStop(close)
  await assertReady(container.get(ServiceState))
  await assertKeys(container.get(SealedThings))
  await container.get(OfferPlans).execute(config.plans)
  await warnOfMail(container.get(SenderStore), config, logger)
  const server = await startApi(container, config, logger, { siblings: child })
  onStop(server.close)
}
