import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startEmbeddedServer } from '../adapters/postgres/embedded/embedded-server.ts'
import { becomeSoleOwner } from '../adapters/postgres/embedded/sole-owner.ts'
import { migrate } from '../adapters/postgres/schema/migrate.ts'
import type { Config } from '../config.ts'
import { Readiness } from '../ports/readiness.ts'
import { SealedThings } from '../ports/sender/sealed-things.ts'
import { assertKeys, assertReady } from '../process/assert-ready.ts'
import { createLogger } from '../process/logger.ts'
import { OfferPlans } from '../use-cases/plan/offer-plans.ts'
import { createService, type Service } from './service.ts'

/** For a command beside the service or without one: on DATABASE_URL, or on the embedded database of DATA_DIR. */
export async function onDatabase(
  config: Config,
  work: (service: Service, databaseUrl: string) => Promise<string | AsyncIterable<string>>,
): Promise<void> {
  const server = config.databaseUrl === null ? await startEmbeddedServer(config.dataDirectory) : null
  const databaseUrl = server?.url ?? config.databaseUrl ?? ''
  const service = createService(config, databaseUrl, createLogger('warn'))
  try {
    // Beside the answer, which may be read by a script.
    if (server !== null) for (const told of await migrate(databaseUrl)) process.stderr.write(`${told}\n`)
    await assertReady(service.container.get(Readiness))
    await assertKeys(service.container.get(SealedThings))
    await service.container.get(OfferPlans).onlyMissing(config.plans)
    const text = await work(service, databaseUrl)
    await print(typeof text === 'string' ? [text] : text)
  } finally {
    await service.close()
    // The database of a service that runs is that service's to stop.
    if (server !== null && (await becomeSoleOwner(server.url, () => {}))) await server.stop()
  }
}

/** No faster than it is read, and no further: `| head` ends it. */
async function print(text: Iterable<string> | AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(text), process.stdout, { end: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}
