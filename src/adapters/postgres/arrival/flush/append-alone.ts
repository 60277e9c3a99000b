import type pg from 'pg'
import type { TableSchema } from '../../../../domain/table/table-schema.ts'
import type { Arrival } from '../../../../ports/arrival/record-appender.ts'
import { type Database, execute, type Statement } from '../../database.ts'
import { asDomainError } from '../../faults.ts'
import { addAuditEntry } from '../../schema/add-audit-entry.ts'
import { inTransaction } from '../../transaction.ts'
import type { AdmitOutcome } from './admit-flush.ts'
import type { Appended, Writer } from './append-flush.ts'

/** Appends the records of one request with the writer of a transaction, and returns its only outcome as a list. */
export type AppendIn = (writer: Writer) => Promise<readonly (Appended | 'busy' | Error)[]>

// Finds the first record of the last append of a table. The lock of the ledger lasts until the commit, so in the
// transaction of an append this is the append itself.
const firstOfLastAppend: Statement = {
  name: 'first_record_of_last_append',
  text: 'select first_id as id from appends where data_table_id = $1 order by seq desc limit 1',
}

/**
 * Appends the records of one arrival, and writes its audit entry in the same transaction. Returns the outcome with
 * the id of the first record that was added.
 */
export function appendWithAudit(
  database: Database,
  { tableId }: Pick<TableSchema, 'tableId'>,
  audit: NonNullable<Arrival['audit']>,
  append: AppendIn,
): Promise<Appended | 'busy'> {
  return inTransaction(database, async (connection) => {
    const [outcome = null] = await append(savingWriter(connection))
    if (outcome instanceof Error) throw outcome
    if (outcome === null || typeof outcome === 'string') return outcome
    await addAuditEntry(connection, audit(outcome.answer))
    if (outcome.answer.inserted === 0) return { ...outcome, firstRecordId: null }
    const [first] = await execute<{ id: string }>(connection, firstOfLastAppend, [tableId])
    return { ...outcome, firstRecordId: first?.id ?? null }
  })
}

/** Admits one arrival, and writes its audit entry in the same transaction. */
export function admitWithAudit(
  database: Database,
  audit: NonNullable<Arrival['audit']>,
  admit: (writer: Writer) => Promise<AdmitOutcome>,
): Promise<AdmitOutcome> {
  return inTransaction(database, async (connection) => {
    const outcome = await admit(savingWriter(connection))
    if (outcome !== null && outcome !== 'busy' && outcome.outcome === 'appended')
      await addAuditEntry(connection, audit(outcome.receipt))
    return outcome
  })
}

/**
 * Returns a writer that sets a savepoint before each statement. A statement that fails is rolled back to it,
 * and may be retried in the same transaction.
 */
export function savingWriter(connection: pg.Client): Writer {
  return {
    write: async (statement, values) => {
      await connection.query('savepoint before_append')
      try {
        return await execute(connection, statement, values)
      } catch (error) {
        await connection.query('rollback to savepoint before_append').catch(() => {})
        throw asDomainError(error)
      }
    },
  }
}
