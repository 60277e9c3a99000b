import type { Logger } from 'pino'
import { maxConnections } from '../../adapters/postgres/max-connections.ts'
import type { Config } from '../../config.ts'

type Sizes = Pick<Config, 'processes' | 'poolSize' | 'runtimeConcurrency'>

/**
 * The database connections of a runtime besides the connections with which it processes jobs: two of
 * graphile-worker, and one whose lock shows that the runtime is alive.
 */
const besidesSlices = 3
/**
 * The database connections that the service needs once, not per process: one to own an embedded database, and
 * two for queries of the parent.
 */
const once = 3

/** Returns the largest number of database connections that all processes open together. */
export function connectionsOf({ processes, poolSize, runtimeConcurrency }: Sizes): number {
  return processes * (poolSize + runtimeConcurrency + besidesSlices) + once
}

export function connectionsOfPool({ processes, poolSize }: Sizes): number {
  return processes * poolSize + once
}

/**
 * Warns at the start if several processes may open more connections than the database allows. Requests would
 * then fail with OVERLOADED.
 */
export async function warnOfConnections(
  { databaseUrl, databasePooled, processes }: Config,
  logger: Logger,
  needed: number,
): Promise<void> {
  if (databaseUrl === null || databasePooled || processes === 1) return
  // Prints no warning about the connection limit if the database is unreachable, because the start reports that
  // later.
  const most = await maxConnections(databaseUrl).catch(() => Number.POSITIVE_INFINITY)
  if (most >= needed) return
  logger.warn(
    { processes, needed, most },
    'The database accepts fewer connections than the processes may open. Lower POOL_SIZE or PROCESSES, or raise max_connections of the database',
  )
}
