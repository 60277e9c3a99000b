import { createService, type Service } from '../../composition/service.ts'
import { type Config, readConfig } from '../../config.ts'
import { SealedThings } from '../../ports/sealing.ts'
import { ServiceState } from '../../ports/service-state.ts'
import { OfferPlans } from '../../use-cases/plan/offer-plans.ts'
import { migrate } from '../migrations/migrate.ts'
import { assertKeys, assertReady } from '../process/assert-ready.ts'
import { createLogger } from '../process/logger.ts'
import { type Output, outputOfProcess, print } from '../process/output.ts'
import { assertOwnDatabase, type DatabaseChoice, withInstallationDatabase } from './own-database.ts'

/**
 * Runs an admin command on DATABASE_URL or on the embedded database of DATA_DIR, whether or not the service
 * runs.
 */
export async function runAdminCommand(
  env: Readonly<Record<string, string | undefined>>,
  work: (service: Service, databaseUrl: string, config: Config) => Promise<string | AsyncIterable<string>>,
  choice: DatabaseChoice = {},
  output: Output = outputOfProcess,
): Promise<void> {
  if (choice.creates !== true) await assertOwnDatabase(env)
  const config = readConfig(env)
  await withInstallationDatabase(env, choice, async (databaseUrl) => {
    const service = createService(config, databaseUrl, createLogger('warn'))
    try {
      // Prints what the migration did to stderr, because a script may read the command's answer on stdout.
      if (config.databaseUrl === null)
        for (const line of await migrate(databaseUrl)) output.err.write(`${line}\n`)
      await assertReady(service.container.get(ServiceState))
      await assertKeys(service.container.get(SealedThings))
      await service.container.get(OfferPlans).onlyMissing(config.plans)
      await print(work(service, databaseUrl, config), output)
    } finally {
      await service.close()
    }
  })
}
