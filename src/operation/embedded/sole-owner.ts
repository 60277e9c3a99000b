import pg from 'pg'

const ownerLock = 7_326_114_002

/** The process that alone may stop the embedded database. */
export interface SoleOwner {
  /** Lets another process become the owner. */
  release(): Promise<void>
}

/**
 * Locks the embedded database for this process as long as its connection lives; a crash ends the connection. Calls
 * `onLost` when the connection ends. Returns null if another process holds the lock: then this process must not stop the
 * embedded server.
 */
export async function becomeSoleOwner(url: string, onLost: () => void = () => {}): Promise<SoleOwner | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'spindle-owner', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [
    ownerLock,
  ])
  if (rows[0]?.owned !== true) {
    await client.end()
    return null
  }
  client.once('end', onLost)
  return {
    release: async () => {
      client.off('end', onLost)
      await client.end()
    },
  }
}
