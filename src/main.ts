import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Container } from 'inversify'
import { startRuntime } from '../workers/runtime.ts'
import { startEmbeddedServer } from './adapters/postgres/embedded/embedded-server.ts'
import { becomeSoleOwner } from './adapters/postgres/embedded/sole-owner.ts'
import { mostConnections } from './adapters/postgres/most-connections.ts'
import { migrate } from './adapters/postgres/schema/migrate.ts'
import { StartFault } from './adapters/system/start-fault.ts'
import { createService } from './composition/service.ts'
import { startApi } from './composition/start-api.ts'
import type { Config } from './config.ts'
import { SealedThings } from './ports/sealing.ts'
import { assertKeys } from './process/assert-ready.ts'
import { assertRestoreFinished } from './process/assert-restore-finished.ts'
import { connectionsOf, warnOfConnections } from './process/children/connections-needed.ts'
import type { PreparedByParent } from './process/children/messages.ts'
import { parentOf } from './process/children/parent-of.ts'
import { runProcess, type StartedProcess } from './process/process.ts'
import { welcome } from './process/welcome.ts'
import { CreateDemoLink } from './use-cases/account/demo/create-demo-link.ts'
import { type Demo, SetUpDemo } from './use-cases/account/demo/set-up-demo.ts'
import { CheckPlanMeter } from './use-cases/plan/check-plan-meter.ts'
import { OfferPlans } from './use-cases/plan/offer-plans.ts'

/**
 * The number of database connections up to which the embedded PostgreSQL keeps its default limit of 100. If the
 * service needs more, the limit is raised.
 */
const usualConnections = 80
/**
 * The number of connections that the embedded database allows beyond those of the service, for admin commands
 * and for people who inspect the database.
 */
const forOthers = 20

/** Runs the whole service (database, API and runtime) in one process, or in as many as PROCESSES says. */
await runProcess('spindle', async (started) => {
  const given = (await started.child?.given) ?? null
  await (given === null ? start(started) : serve(started, given))
})

/**
 * Starts the embedded database, migrates the database, then starts the service: in this process, or in several
 * child processes.
 */
async function start(started: StartedProcess): Promise<void> {
  const { config, logger, onStop } = started
  const parent = await parentOf(started)
  const databaseUrl = config.databaseUrl ?? (await startOwnDatabase(started))
  const tell = (line: string) => logger.warn(line)
  for (const told of await migrate(databaseUrl, undefined, { tell })) tell(told)
  if (config.databaseUrl !== null) await warnOfConnections(config, logger, connectionsOf(config))
  const service = createService(config, databaseUrl, logger)
  const { container } = service
  onStop(service.close)
  await assertKeys(container.get(SealedThings))
  await assertRestoreFinished(databaseUrl)
  await container.get(OfferPlans).execute(config.plans)
  const demo = await demoOf(container, config)
  const demoUserId = config.openDemo ? (demo?.userId ?? null) : null

  if (parent === null) await serveFrom(started, container, { databaseUrl, demoUserId })
  else await parent.raise({ databaseUrl, demoUserId })

  const checkPlanMeter = container.get(CheckPlanMeter)
  const left =
    demo &&
    (await checkPlanMeter.execute({ organizationId: demo.organizationId, meter: 'records', amount: 0 }))
  // Prints a link that opens the demo once, unless one click on the sign-in page opens the demo.
  const demoLink = config.openDemo ? null : await container.get(CreateDemoLink).execute()
  process.stdout.write(welcome(config, { demo, left, demoLink }))
}

/** Runs the service in this child process. The parent process has started and migrated the database. */
async function serve(started: StartedProcess, given: PreparedByParent): Promise<void> {
  const { config, logger, onStop, child } = started
  const { container, close } = createService(config, given.databaseUrl, logger, child)
  onStop(close)
  await serveFrom(started, container, given)
}

async function serveFrom(
  { config, logger, onStop, fail, child }: StartedProcess,
  container: Container,
  { databaseUrl, demoUserId }: PreparedByParent,
): Promise<void> {
  const runtime = await startRuntime(container, {
    databaseUrl,
    pooled: config.databasePooled,
    concurrency: config.runtimeConcurrency,
    healthDirectory: config.healthDirectory,
    logger,
    onFatal: fail,
  })
  onStop(runtime.stop)
  const server = await startApi(container, config, logger, { demoUserId, siblings: child })
  onStop(server.close)
}

/**
 * Starts the embedded database for this service alone. Restarts it at the same address if it is killed;
 * requests fail with OVERLOADED meanwhile.
 */
async function startOwnDatabase({ config, logger, onStop, fail }: StartedProcess): Promise<string> {
  const needed = connectionsOf(config)
  const server = await startEmbeddedServer(
    config.dataDirectory,
    needed > usualConnections ? { max_connections: String(needed + forOthers) } : {},
  )
  let stopping = false
  let restarting = false
  let revival = Promise.resolve()
  let owned = await becomeSoleOwner(server.url, lost)
  if (!owned) {
    throw new StartFault(
      `Spindle is already running with the data directory ${resolve(config.dataDirectory)}. Stop it first, or set DATA_DIR and PORT to start a second service.`,
    )
  }
  if (needed > usualConnections && (await mostConnections(server.url)) < needed) {
    logger.info(
      { connections: needed },
      'The database was left running with fewer connections; it is being restarted',
    )
    restarting = true
    await server.stop()
    await revive()
    restarting = false
  }
  onStop(async () => {
    stopping = true
    await revival
    // Stops the embedded database only if this service owns it. Otherwise it may belong to another service.
    if (owned) await server.stop()
  })
  return server.url

  function lost(): void {
    owned = false
    if (stopping || restarting) return
    logger.error('The database was killed; it is being restarted')
    revival = revive().catch(fail)
  }

  async function revive(): Promise<void> {
    await server.revive()
    owned = await becomeSoleOwner(server.url, lost)
    if (!owned) throw new Error('Another Spindle has taken the database')
    logger.info('The database is running again')
  }
}

/**
 * Creates the demo in a new database. If the database is the embedded one, the demo's API key is stored
 * beside the data, so that every start can show it. If the operator runs the database, the key is shown once.
 */
async function demoOf(container: Container, config: Config): Promise<Demo | null> {
  const created = await container.get(SetUpDemo).execute(config.defaultPlan)
  if (config.databaseUrl !== null) return created
  const path = join(config.dataDirectory, 'demo.json')
  if (created !== null) writeFileSync(path, JSON.stringify(created, null, 2), { mode: 0o600 })
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Demo
  } catch {
    return null
  }
}
