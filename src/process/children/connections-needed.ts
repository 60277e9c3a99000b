import type { Logger } from 'pino'
import { mostConnections } from '../../adapters/postgres/most-connections.ts'
import type { Config } from '../../config.ts'

type Sizes = Pick<Config, 'processes' | 'poolSize' | 'runtimeConcurrency'>

/**
 * The connections of a runtime besides those for slices: two of graphile-worker, and one that shows that the
 * runtime is alive.
 */
const besidesSlices = 3
/** The connections that exist once: one to own an embedded database, and some for queries of the parent. */
const once = 3

/** Returns the most connections that processes with a runtime open. */
export function connectionsOf({ processes, poolSize, runtimeConcurrency }: Sizes): number {
  return processes * (poolSize + runtimeConcurrency + besidesSlices) + once
}

export function connectionsOfPool({ processes, poolSize }: Sizes): number {
  return processes * poolSize + once
}

/**
 * Warns if several processes may open more connections than the database has. Requests would then be answered
 * with the error that the service is overloaded.
 */
export async function warnOfConnections(
  { databaseUrl, databasePooled, processes }: Config,
  logger: Logger,
  needed: number,
): Promise<void> {
  if (databaseUrl === null || databasePooled || processes === 1) return
  // If the database is unreachable, later code that needs it reports that.
  const most = await mostConnections(databaseUrl).catch(() => Number.POSITIVE_INFINITY)
  if (most >= needed) return
  logger.warn(
    { processes, needed, most },
    'The database accepts fewer connections than the processes may open. Lower POOL_SIZE or PROCESSES, or raise max_connections of the database',
  )
}
