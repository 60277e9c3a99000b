import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Container } from 'inversify'
import { startRuntime } from '../workers/runtime.ts'
import { createService } from './composition/service.ts'
import { startApi } from './composition/start-api.ts'
import type { Config } from './config.ts'
import { connectionsOf, warnOfConnections } from './operation/children/connections-needed.ts'
import type { PreparedByParent } from './operation/children/messages.ts'
import type { Parent } from './operation/children/parent.ts'
import { migrate } from './operation/migrations/migrate.ts'
import { assertDirectDatabase } from './operation/process/assert-direct-database.ts'
import { assertKeys } from './operation/process/assert-ready.ts'
import { assertRestoreFinished } from './operation/process/assert-restore-finished.ts'
import { warnOfMail } from './operation/process/mail-warnings.ts'
import type { StartedProcess } from './operation/process/process.ts'
import { welcome } from './operation/process/welcome.ts'
import { OrganizationStore } from './ports/account/organizations.ts'
import { SealedThings } from './ports/sealing.ts'
import { SenderStore } from './ports/sender/senders.ts'
import { DemoSignIns } from './use-cases/account/demo/demo-sign-ins.ts'
import { type Demo, SetUpDemo } from './use-cases/account/demo/set-up-demo.ts'
import { CheckPlanMeter } from './use-cases/plan/check-plan-meter.ts'
import { OfferPlans } from './use-cases/plan/offer-plans.ts'

/**
 * Migrates the database, then starts the service: in this process, or in the child processes of `parent` if it is
 * not null.
 */
export async function startService(
  started: StartedProcess,
  parent: Parent | null,
  databaseUrl: string,
): Promise<void> {
  const { config, logger, onStop } = started
  const tell = (line: string) => logger.warn(line)
  await assertDirectDatabase(databaseUrl, config)
  for (const line of await migrate(databaseUrl, undefined, { tell })) tell(line)
  if (config.databaseUrl !== null) await warnOfConnections(config, logger, connectionsOf(config))
  const service = createService(config, databaseUrl, logger)
  const { container } = service
  onStop(service.close)
  await assertKeys(container.get(SealedThings))
  await assertRestoreFinished(databaseUrl)
  await container.get(OfferPlans).execute(config.plans)
  await warnOfMail(container.get(SenderStore), config, logger)
  const demo = await demoOf(container, config)
  const demoUserId = config.openDemo ? (demo?.userId ?? null) : null

  if (parent === null) await serveFrom(started, container, { databaseUrl, demoUserId })
  else await parent.raise({ databaseUrl, demoUserId })

  const checkPlanMeter = container.get(CheckPlanMeter)
  const left =
    demo &&
    (await checkPlanMeter.execute({ organizationId: demo.organizationId, meter: 'records', amount: 0 }))
  // Prints a link that opens the demo once, unless one click on the sign-in page opens the demo.
  const demoLink = config.openDemo ? null : await container.get(DemoSignIns).createLink()
  const keyFile = demo?.isPrinted === true ? pathOfDemo(config) : null
  process.stdout.write(welcome(config, { demo, left, keyFile, demoLink }))
  if (demo !== null && config.databaseUrl === null && keyFile === null)
    storeDemo(config, { ...demo, isPrinted: true })
}

/** Runs the service in this child process. The parent process has started and migrated the database. */
export async function serveAsChild(started: StartedProcess, given: PreparedByParent): Promise<void> {
  const { config, logger, onStop, child } = started
  const { container, close } = createService(config, given.databaseUrl, logger, child)
  onStop(close)
  await serveFrom(started, container, given)
}

async function serveFrom(
  { config, logger, onStop, ending, fail, child }: StartedProcess,
  container: Container,
  { databaseUrl, demoUserId }: PreparedByParent,
): Promise<void> {
  const runtime = await startRuntime(container, {
    databaseUrl,
    pooled: config.databasePooled,
    concurrency: config.runtimeConcurrency,
    healthDirectory: config.healthDirectory,
    logger,
    ending,
    onFatal: fail,
  })
  const parts = [runtime.stop]
  // Stops the runtime and the API at the same time, because requests in progress do not need the runtime. A stop that
  // first waited for slow requests would let the runtime start messages that it has no time to complete.
  onStop(() => stopTogether(parts))
  const server = await startApi(container, config, logger, { demoUserId, siblings: child })
  parts.push(server.close)
  ending.throwIfAborted()
}

/** Stops several parts of the process at the same time. Waits for all of them, also if one of them rejects. */
async function stopTogether(parts: readonly (() => Promise<void>)[]): Promise<void> {
  const stopping = parts.map((stop) => stop())
  await Promise.allSettled(stopping)
  await Promise.all(stopping)
}

/** The demo as it is stored beside the data, and whether a start has printed its key. */
type StoredDemo = Demo & { readonly isPrinted?: boolean }

/**
 * Creates the demo in a new database. If the database is the embedded one, the demo's API key is stored
 * beside the data. The first start that succeeds prints the key. Later starts print only where it is, because their output
 * may be kept in a log. If the operator runs the database, the key is shown once.
 * Returns null if the stored demo is not in the database: it was deleted, or the database was replaced.
 */
async function demoOf(container: Container, config: Config): Promise<StoredDemo | null> {
  const created = await container.get(SetUpDemo).execute(config.defaultPlan)
  if (config.databaseUrl !== null) return created
  if (created !== null) storeDemo(config, created)
  const stored = storedDemo(pathOfDemo(config))
  if (stored === null) return null
  const organization = await container.get(OrganizationStore).find(stored.organizationId)
  return organization === null ? null : stored
}

function pathOfDemo({ dataDirectory }: Config): string {
  return join(dataDirectory, 'demo.json')
}

function storeDemo(config: Config, demo: StoredDemo): void {
  writeFileSync(pathOfDemo(config), JSON.stringify(demo, null, 2), { mode: 0o600 })
}

function storedDemo(path: string): StoredDemo | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as StoredDemo
  } catch {
    return null
  }
}
