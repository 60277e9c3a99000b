import type { Logger } from 'pino'
import { mostConnections } from '../../adapters/postgres/most-connections.ts'
import type { Config } from '../../config.ts'

type Sizes = Pick<Config, 'processes' | 'poolSize' | 'runtimeConcurrency'>

/** graphile-worker's two beside the slices, and the one that shows that the runtime lives. */
const besidesSlices = 3
/** The one that owns an embedded database, and what a parent looks up for itself. */
const once = 3

/** How many connections processes with a runtime take at the most. */
export function connectionsOf({ processes, poolSize, runtimeConcurrency }: Sizes): number {
  return processes * (poolSize + runtimeConcurrency + besidesSlices) + once
}

export function connectionsOfPool({ processes, poolSize }: Sizes): number {
  return processes * poolSize + once
}

/** Where several processes may take more than there are, requests would be told that the service is overloaded. */
export async function warnOfConnections(
  { databaseUrl, databasePooled, processes }: Config,
  logger: Logger,
  needed: number,
): Promise<void> {
  if (databaseUrl === null || databasePooled || processes === 1) return
  // Where the database is away now, whoever needs it says so.
  const most = await mostConnections(databaseUrl).catch(() => Number.POSITIVE_INFINITY)
  if (most >= needed) return
  logger.warn(
    { processes, needed, most },
    'the database takes fewer connections than all processes may: lower POOL_SIZE or PROCESSES, or raise its max_connections',
  )
}
