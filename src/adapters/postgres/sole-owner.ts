import pg from 'pg'

const ownerLock = 7_326_114_002

export interface SoleOwner {
  release(): Promise<void>
}

/**
 * Holds the database for this process as long as its connection lives, which no crash can outlast.
 * Null when another process holds it: then its embedded server is not ours to stop.
 */
export async function becomeSoleOwner(url: string, onLost: () => void): Promise<SoleOwner | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'spindle-owner', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [
    ownerLock,
  ])
  if (!rows[0]?.owned) {
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
