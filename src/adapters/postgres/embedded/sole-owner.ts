import pg from 'pg'

const ownerLock = 7_326_114_002

/**
 * Locks the embedded database for this process as long as its connection lives; a crash ends the connection.
 * Returns false if another process holds the lock: then this process must not stop the embedded server.
 */
export async function becomeSoleOwner(url: string, onLost: () => void): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'spindle-owner', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [
    ownerLock,
  ])
  const owned = rows[0]?.owned ?? false
  if (owned) client.once('end', onLost)
  else await client.end()
  return owned
}
