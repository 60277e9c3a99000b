import { migrate } from '../../adapters/postgres/schema/migrate.ts'
import { createService, type Service } from '../../composition/service.ts'
import { readConfig } from '../../config.ts'
import { Readiness } from '../../ports/readiness.ts'
import { SealedThings } from '../../ports/sender/sealed-things.ts'
import { OfferPlans } from '../../use-cases/plan/offer-plans.ts'
import { assertKeys, assertReady } from '../assert-ready.ts'
import { createLogger } from '../logger.ts'
import { type Output, outputOfProcess, print } from '../output.ts'
import { assertOwnDatabase, type DatabaseChoice, withDatabase } from './own-database.ts'

/**
 * Runs a command on DATABASE_URL or on the embedded database of DATA_DIR, while the service runs or without
 * it.
 */
export async function onDatabase(
  env: Readonly<Record<string, string | undefined>>,
  work: (service: Service, databaseUrl: string) => Promise<string | AsyncIterable<string>>,
  choice: DatabaseChoice = {},
  output: Output = outputOfProcess,
): Promise<void> {
  if (choice.creates !== true) await assertOwnDatabase(env)
  const config = readConfig(env)
  await withDatabase(env, choice, async (databaseUrl) => {
    const service = createService(config, databaseUrl, createLogger('warn'))
    try {
      // These lines are no part of the answer, which a script may read.
      if (config.databaseUrl === null)
        for (const told of await migrate(databaseUrl)) output.err.write(`${told}\n`)
      await assertReady(service.container.get(Readiness))
      await assertKeys(service.container.get(SealedThings))
      await service.container.get(OfferPlans).onlyMissing(config.plans)
      await print(work(service, databaseUrl), output)
    } finally {
      await service.close()
    }
  })
}
