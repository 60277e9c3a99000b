import { resolve } from 'node:path'
import { maxConnections } from './adapters/postgres/max-connections.ts'
import { StartFault } from './adapters/system/start-fault.ts'
import { connectionsOf } from './operation/children/connections-needed.ts'
import { parentOf } from './operation/children/parent-of.ts'
import { startEmbeddedServer } from './operation/embedded/embedded-server.ts'
import { markDatabaseUsed } from './operation/embedded/shared-use.ts'
import { becomeSoleOwner } from './operation/embedded/sole-owner.ts'
import { runProcess, type StartedProcess } from './operation/process/process.ts'

/**
 * The number of database connections up to which the embedded PostgreSQL keeps its default limit of 100. If the
 * service needs more, the limit is raised.
 */
const defaultConnections = 80
/**
 * The number of connections that the embedded database allows beyond those of the service, for admin commands
 * and for people who inspect the database.
 */
const forOthers = 20

/** The milliseconds between two checks of the size of the embedded database's log. */
const logCheckMs = 60_000

/** Runs the whole service (database, API and runtime) in one process, or in as many as PROCESSES says. */
await runProcess('spindle', async (started) => {
  const given = (await started.child?.given) ?? null
  const parent = await parentOf(started)
  const databaseUrl =
    given?.databaseUrl ?? started.config.databaseUrl ?? (await startOwnDatabase(started, loadService))
  const { startService, serveAsChild } = await loadService()
  await (given === null ? startService(started, parent, databaseUrl) : serveAsChild(started, given))
})

/**
 * Loads the modules of the service. The first call is made while the embedded database starts in its own
 * process, because both take about 0.2 seconds.
 */
function loadService() {
  return import('./serve-service.ts')
}

/**
 * Starts the embedded database for this service alone. Restarts it at the same address if it is killed;
 * requests fail with OVERLOADED meanwhile.
 */
async function startOwnDatabase(
  { config, logger, ending, onStop, fail }: StartedProcess,
  whileStarting: () => Promise<unknown>,
): Promise<string> {
  const needed = connectionsOf(config)
  const server = await startEmbeddedServer(
    config.dataDirectory,
    needed > defaultConnections ? { max_connections: String(needed + forOthers) } : {},
    {
      whileStarting,
      ending,
      onRecovery: (log) =>
        logger.warn(
          { log },
          'The database is recovering after a crash, which may take minutes; waiting for it',
        ),
    },
  )
  let stopping = false
  let restarting = false
  let revival = Promise.resolve()
  let owner = await becomeSoleOwner(server.url, lost)
  if (owner === null) {
    throw new StartFault(
      `Spindle is already running with the data directory ${resolve(config.dataDirectory)}. Stop it first, or set DATA_DIR and PORT to start a second service.`,
    )
  }
  if (needed > defaultConnections && (await maxConnections(server.url)) < needed) {
    logger.info(
      { connections: needed },
      'The database was left running with fewer connections; it is being restarted',
    )
    restarting = true
    await server.stop()
    await revive()
    restarting = false
  }
  setInterval(() => {
    server.shortenLog().catch((error: unknown) => {
      logger.warn({ err: error }, 'The log of the database has grown large and cannot be moved')
    })
  }, logCheckMs).unref()
  onStop(async () => {
    stopping = true
    await revival
    // Stops the embedded database only if this service owns it. Otherwise it may belong to another service.
    if (owner === null) return
    // Marks the database as used before another process may own it. Otherwise a command that ends at the same time could
    // find the owner, and this process the mark of the command, so that neither stops the database.
    const endUse = await markDatabaseUsed(server.url)
    await owner.release()
    const isLast = await endUse(async () => {
      if ((await becomeSoleOwner(server.url)) !== null) await server.stop()
    })
    if (!isLast)
      logger.info('The database keeps running for a command that uses it. The command stops it at its end')
  })
  return server.url

  function lost(): void {
    owner = null
    if (stopping || restarting) return
    logger.error('The database was killed; it is being restarted')
    revival = revive().catch((error: unknown) => {
      if (!ending.aborted) fail(error)
    })
  }

  async function revive(): Promise<void> {
    await server.revive()
    owner = await becomeSoleOwner(server.url, lost)
    if (owner === null)
      throw new Error('Another Spindle process has taken over the embedded database, so this process stops')
    logger.info('The database is running again')
  }
}
