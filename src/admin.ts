import { startEmbeddedServer } from './adapters/postgres/embedded/embedded-server.ts'
import { becomeSoleOwner } from './adapters/postgres/embedded/sole-owner.ts'
import { migrate } from './adapters/postgres/migrations.ts'
import { createService, type Service } from './composition/service.ts'
import { type Config, readConfig } from './config.ts'
import { DomainError } from './domain/errors.ts'
import { Readiness } from './ports/readiness.ts'
import { adminCommands, usage } from './process/admin-commands.ts'
import { ConfigurationFault } from './process/configuration-fault.ts'
import { createLogger } from './process/logger.ts'
import { StartFault } from './process/start-fault.ts'
import { OfferPlans } from './use-cases/plan/offer-plans.ts'

/** What the operator of the service does by hand, beside it while it runs or on its own. */
const [name = '', ...words] = process.argv.slice(2)
const command = Object.hasOwn(adminCommands, name) ? adminCommands[name] : undefined
const asksForHelp = ['', 'help', '--help', '-h'].includes(name) || words.includes('--help')

if (asksForHelp || command === undefined) {
  const text = asksForHelp ? usage(command) : `There is no command "${name}".\n\n${usage(undefined)}`
  const stream = asksForHelp ? process.stdout : process.stderr
  stream.write(text)
  process.exitCode = asksForHelp ? 0 : 2
} else {
  try {
    const parsed = command.parse(words)
    await onDatabase(readConfig(process.env), ({ container }) => command.run(container, parsed))
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${isForPeople(error) ? error.message : (error as Error).stack}\n`)
  }
}

function isForPeople(error: unknown): error is Error {
  const { code = '' } = error as { code?: string }
  return (
    error instanceof DomainError ||
    error instanceof ConfigurationFault ||
    error instanceof StartFault ||
    code.startsWith('ERR_PARSE_ARGS')
  )
}

async function onDatabase(config: Config, work: (service: Service) => Promise<string>): Promise<void> {
  const server = config.databaseUrl === null ? await startEmbeddedServer(config.dataDirectory) : null
  const databaseUrl = server?.url ?? config.databaseUrl ?? ''
  if (server !== null) for (const told of await migrate(databaseUrl)) process.stderr.write(`${told}\n`)
  const service = createService(config, databaseUrl, createLogger('warn'))
  try {
    const missing = await service.container.get(Readiness).missing()
    if (missing !== null)
      throw new StartFault(`${missing}. Run npm run migrate first, or check DATABASE_URL.`)
    await service.container.get(OfferPlans).onlyMissing(config.plans)
    process.stdout.write(await work(service))
  } finally {
    await service.close()
    // The database of a service that runs is that service's to stop.
    if (server !== null && (await becomeSoleOwner(server.url, () => {}))) await server.stop()
  }
}
