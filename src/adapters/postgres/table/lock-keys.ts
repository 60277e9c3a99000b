import type pg from 'pg'
import { TableBusy } from '../../../domain/arrival/table-busy.ts'
import type { Timers } from '../../../ports/timers.ts'
import { execute, type Statement } from '../database.ts'

/**
 * Locks the record keys of a table alone, before an import is added to it, and before the first and the last read of a
 * change of match columns. Waits up to 15 s for changes of records in progress, and for an import into the table.
 */
export const lockKeys: Statement = {
  name: 'lock_keys_of_table',
  text: "select set_config('lock_timeout', '15s', true), pg_advisory_xact_lock(keys_lock(p_table => $1))",
}

const share: Statement = {
  name: 'share_keys_of_table',
  text: 'select pg_try_advisory_xact_lock_shared(keys_lock(p_table => $1)) as shared',
}

/** The message for a change of records that an import delays. A request may have changed other records before. */
export const keysBusy =
  'An import, or a change of the match columns of this table, is being completed. Send the request again'

/**
 * Shares the lock of a table's record keys. Throws `TableBusy` while an import merges its rows into a table with match
 * columns, because the import holds locks of records in the order of their keys until its commit. A change of match columns
 * waits for the transaction that has this lock. Read the table's match columns in a later statement, because they may have
 * changed.
 */
export async function shareKeys(connection: pg.Client, dataTableId: string): Promise<void> {
  const [row] = await execute<{ shared: boolean }>(connection, share, [dataTableId])
  if (row?.shared !== true) throw new TableBusy(keysBusy)
}

/** The milliseconds before the second attempt; each later pause is twice as long, up to `maxPauseMs`. */
export const firstPauseMs = 25
const maxPauseMs = 400

/**
 * Repeats an attempt that throws `TableBusy`, after growing pauses, for about `maxMs`. No attempt waits for the keys
 * with a connection, so requests for one table cannot take all connections of the process.
 */
export async function untilKeysAreFree<Result>(
  timers: Timers,
  attempt: () => Promise<Result>,
  maxMs: number,
): Promise<Result> {
  for (let [pause, waited] = [firstPauseMs, 0]; ; pause = Math.min(pause * 2, maxPauseMs)) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof TableBusy) || waited >= maxMs) throw error
    }
    await timers.sleep(pause)
    waited += pause
  }
}
