import { StartFault } from '../src/adapters/system/start-fault.ts'
import { connectionsOf, warnOfConnections } from '../src/operation/children/connections-needed.ts'
import { parentOf } from '../src/operation/children/parent-of.ts'
import { runProcess } from '../src/operation/process/process.ts'

/** Runs a runtime in one process or in several. Any number of such processes may share one DATABASE_URL. */
await runProcess('runtime', async (started) => {
  const { config, logger } = started
  const { databaseUrl } = config
  if (databaseUrl === null)
    throw new StartFault(
      'npm run worker needs DATABASE_URL; npm start includes a runtime and its own database.',
    )
  const parent = await parentOf(started)
  if (parent === null) {
    // Loads the runtime only in processes that run it, because it would double the memory of the parent
    // process.
    const { runAlone } = await import('./run-alone.ts')
    await runAlone(started, databaseUrl)
  } else {
    await warnOfConnections(config, logger, connectionsOf(config))
    await parent.raise()
  }
})
