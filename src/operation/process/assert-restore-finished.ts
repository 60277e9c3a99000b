import pg from 'pg'
import { pendingRestoration } from '../../adapters/postgres/job/restore/restored.ts'
import { connectionTo } from '../../adapters/postgres/servers.ts'
import { StartFault } from '../../adapters/system/start-fault.ts'

/**
 * Throws if a database was restored and `after-restore` has not run yet. A runtime would otherwise send
 * messages again that were sent after the restored moment.
 */
export async function assertRestoreFinished(databaseUrl: string): Promise<void> {
  const client = new pg.Client(connectionTo(databaseUrl))
  client.on('error', () => {})
  await client.connect()
  try {
    await assertNoPendingRestore(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Throws like `assertRestoreFinished`, on a connection of the caller. */
export async function assertNoPendingRestore(client: pg.ClientBase): Promise<void> {
  const pending = await pendingRestoration(client)
  if (pending === null) return
  throw new StartFault(
    `This database was restored to ${pending.restoredMoment.toISOString()}, and messages may have been sent after that time. Run this command first. It marks such messages as unconfirmed, so that none is sent twice:\n\n  npm run admin -- after-restore`,
  )
}
