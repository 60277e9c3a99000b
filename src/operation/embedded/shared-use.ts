import pg from 'pg'

const useLock = 7_326_114_005

/**
 * Marks the embedded database as used by this process. Waits while another process is about to stop the database, or has
 * found that it may not. Returns a function that ends the use: if no other process uses the database then, the function
 * calls `stop` and returns true. A process that begins meanwhile waits, and gets an error when its connection ends.
 */
export async function markDatabaseUsed(
  url: string,
): Promise<(stop: () => Promise<void>) => Promise<boolean>> {
  const client = await connectTo(url)
  await client.query('select pg_advisory_lock_shared($1)', [useLock])
  return async (stop) => {
    try {
      const isLast = await isAlone(client)
      if (isLast) await stop()
      return isLast
    } finally {
      await client.end()
    }
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

/** Ends the use of the database by a connection. Returns whether no other connection marks the database as used. */
async function isAlone(client: pg.Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [useLock])
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
      useLock,
    ])
    return rows[0]?.free === true
  } catch {
    // Leaves the database as it is if the connection was lost, so that the command ends with its own error.
    return false
  }
}
