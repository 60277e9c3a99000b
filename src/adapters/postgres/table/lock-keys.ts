import type { Statement } from '../database.ts'

/**
 * Locks the record keys of a table alone, before an import is added to it, and before the first and the last read of a
 * change of match columns. Waits up to 15 s for changes of records in progress, and for an import into the table.
 */
export const lockKeys: Statement = {
  name: 'lock_keys_of_table',
  text: "select set_config('lock_timeout', '15s', true), pg_advisory_xact_lock(keys_lock(p_table => $1))",
}
