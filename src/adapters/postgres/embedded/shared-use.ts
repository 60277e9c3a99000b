import pg from 'pg'

const useLock = 7_326_114_005

/**
 * Marks the embedded database as used by a command of this process. Returns a function that ends the use. If no other
 * command uses the database then, the function calls `stop`. A command that begins meanwhile waits, and gets an error
 * when its connection ends.
 */
export async function markDatabaseUsed(url: string): Promise<(stop: () => Promise<void>) => Promise<void>> {
  const client = await connectTo(url)
  await client.query('select pg_advisory_lock_shared($1)', [useLock])
  return async (stop) => {
    try {
      if (await isAlone(client)) await stop()
    } finally {
      await client.end()
    }
  }
}

/** Returns whether a command uses the embedded database; false if the database is not running. */
export async function isUsedByCommand(url: string): Promise<boolean> {
  const client = await connectTo(url).catch(() => null)
  if (client === null) return false
  try {
    return !(await isFree(client))
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'spindle-command',
    keepAlive: true,
  })
  // Ignores the end of the connection, which comes when the database stops.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Returns whether no other connection marks the database as used. */
async function isFree(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [useLock])
  return rows[0]?.free === true
}

async function isAlone(client: pg.Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [useLock])
    return await isFree(client)
  } catch {
    // Leaves the database as it is if the connection was lost, so that the command ends with its own error.
    return false
  }
}
