import { StartFault } from './adapters/system/start-fault.ts'
import { connectionsOfPool, warnOfConnections } from './operation/children/connections-needed.ts'
import { parentOf } from './operation/children/parent-of.ts'
import { runProcess } from './operation/process/process.ts'

/**
 * Runs the API in one process or in several at one port. Any number of such processes may share one
 * DATABASE_URL.
 */
await runProcess('api', async (started) => {
  const { config, logger } = started
  const { databaseUrl } = config
  if (databaseUrl === null)
    throw new StartFault('npm run api needs DATABASE_URL; npm start brings its own database.')
  const parent = await parentOf(started)
  if (parent === null) {
    // Imports the API only here, in a process that serves requests. A parent that only starts children needs no
    // API, which would double its memory.
    const { serveApi } = await import('./serve-api.ts')
    await serveApi(started, databaseUrl)
  } else {
    await warnOfConnections(config, logger, connectionsOfPool(config))
    await parent.raise()
  }
})
