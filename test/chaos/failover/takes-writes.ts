import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Member } from './member.ts'

/**
 * Returns the time at which one of the trial's database servers has taken a write, measured without the
 * service. Delay before this time is Patroni's; delay after it is the service's.
 */
export async function takesWrites(members: readonly Member[], withinMs: number): Promise<number> {
  const found = new AbortController()
  const late = AbortSignal.timeout(withinMs)
  const asking = members.map(async ({ adminUrl }) => {
    while (!found.signal.aborted) {
      if (late.aborted) throw new Error('No server takes writes')
      if (await hasTaken(adminUrl)) return performance.now()
      await setTimeout(100)
    }
    throw new Error('Another one was quicker')
  })
  try {
    return await Promise.any(asking)
  } finally {
    found.abort()
  }
}

async function hasTaken(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 1_000,
    // Allows 15 seconds for the trial's write, because the primary answers only once the commit is on a second
    // server.
    query_timeout: 15_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('insert into probes default values')
    return true
  } catch {
    return false
  } finally {
    client.end().catch(() => {})
  }
}
