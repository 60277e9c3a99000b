import type { Statement } from '../database.ts'

/**
 * Locks the record keys of a table alone, before an import is added to it, and before the first and the last read of a
 * change of match columns. Waits up to 15 s for changes of records in progress, and for an import into the table.
 */
export const lockKeys: Statement = {
  name: 'lock_keys_of_table',
  text: "select set_config('lock_timeout', '15s', true), pg_advisory_xact_lock(keys_lock(p_table => $1))",
}

/**
 * Shares the lock of a table's record keys. Waits while an import merges its rows into a table with match columns, because
 * the import holds locks of records in the order of their keys until its commit. A change of match columns waits for the
 * transaction that has this lock. Read the table's match columns in a later statement, because they may change meanwhile.
 */
export const shareKeys: Statement = {
  name: 'share_keys_of_table',
  text: 'select pg_advisory_xact_lock_shared(keys_lock(p_table => $1))',
}
