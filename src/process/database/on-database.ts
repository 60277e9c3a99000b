import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { migrate } from '../../adapters/postgres/schema/migrate.ts'
import { createService, type Service } from '../../composition/service.ts'
import { readConfig } from '../../config.ts'
import { Readiness } from '../../ports/readiness.ts'
import { SealedThings } from '../../ports/sender/sealed-things.ts'
import { OfferPlans } from '../../use-cases/plan/offer-plans.ts'
import { assertKeys, assertReady } from '../assert-ready.ts'
import { createLogger } from '../logger.ts'
import { assertOwnDatabase, type DatabaseChoice, withDatabase } from './own-database.ts'

/** For a command beside the service or without one: on DATABASE_URL, or on the embedded database of DATA_DIR. */
export async function onDatabase(
  env: Readonly<Record<string, string | undefined>>,
  work: (service: Service, databaseUrl: string) => Promise<string | AsyncIterable<string>>,
  choice: DatabaseChoice = {},
): Promise<void> {
  if (choice.creates !== true) await assertOwnDatabase(env)
  const config = readConfig(env)
  await withDatabase(env, choice, async (databaseUrl) => {
    const service = createService(config, databaseUrl, createLogger('warn'))
    try {
      // Beside the answer, which may be read by a script.
      if (config.databaseUrl === null)
        for (const told of await migrate(databaseUrl)) process.stderr.write(`${told}\n`)
      await assertReady(service.container.get(Readiness))
      await assertKeys(service.container.get(SealedThings))
      await service.container.get(OfferPlans).onlyMissing(config.plans)
      await print(work(service, databaseUrl))
    } finally {
      await service.close()
    }
  })
}

/** No faster than it is read, and no further: `| head` ends it. */
export async function print(answer: Promise<string | AsyncIterable<string>>): Promise<void> {
  const text = await answer
  try {
    await pipeline(Readable.from(typeof text === 'string' ? [text] : text), process.stdout, { end: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}
