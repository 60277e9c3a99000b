import type pg from 'pg'
import type { RefusedRecord } from '../../../../domain/arrival/split-by-fit.ts'
import type { Idempotency } from '../../../../domain/idempotency.ts'
import type { TableSchema } from '../../../../domain/table/table-schema.ts'
import type { Arrival } from '../../../../ports/arrival/record-appender.ts'
import type { AppendReceipt } from '../../../../ports/table/records.ts'
import { type Database, execute, type Statement } from '../../database.ts'
import { inTransaction } from '../../transaction.ts'
import { enterIdempotencyKey } from '../enter-idempotency-key.ts'
import type { AdmitOutcome } from './admit-flush.ts'
import { type AppendIn, savingWriter } from './append-alone.ts'
import type { Appended, Writer } from './append-flush.ts'

const addResults: Statement = {
  name: 'add_results_to_answer',
  text: `
    update idempotency_keys set answer = answer || jsonb_build_object('results', $4::jsonb)
     where organization_id = $1 and route = $2 and key = $3`,
}

/**
 * A request with an Idempotency-Key of which some records were refused. The stored answer, which a repeat of
 * the request gets, must list them.
 */
export interface ArrivalWithResults extends Arrival {
  readonly idempotency: Idempotency
  readonly refused: readonly RefusedRecord[]
}

/**
 * Appends the records of one arrival, and in the same transaction adds the refused records to the answer
 * stored for its Idempotency-Key. A repeated request thus gets the same answer, and commits of many arrivals
 * need no such step.
 */
export async function appendWithStoredResults(
  database: Database,
  { tableSchema, arrival }: { readonly tableSchema: TableSchema; readonly arrival: ArrivalWithResults },
  now: Date,
  append: AppendIn,
): Promise<Appended | 'busy'> {
  const { idempotency, records, refused } = arrival
  const { organizationId } = tableSchema
  return inTransaction(database, async (connection) => {
    if (records.length === 0) {
      const answer = withResults(emptyReceipt(tableSchema), refused)
      const { key, fingerprint } = idempotency
      const entered = { organizationId, route: routeOf(arrival, tableSchema), key }
      const isEntered = await enterIdempotencyKey(connection, entered, { fingerprint, answer }, now)
      return isEntered ? { answer, replayed: false } : null
    }
    const [outcome = null] = await append(savingWriter(connection))
    if (outcome instanceof Error) throw outcome
    if (outcome === null || typeof outcome === 'string') return outcome
    await addTo(connection, { tableSchema, arrival })
    return { ...outcome, answer: withResults(outcome.answer, refused) }
  })
}

/**
 * Admits one arrival, and in the same transaction adds its refused records to the answer stored for its
 * Idempotency-Key.
 */
export async function admitWithStoredResults(
  database: Database,
  { tableSchema, arrival }: { readonly tableSchema: TableSchema; readonly arrival: ArrivalWithResults },
  admit: (writer: Writer) => Promise<AdmitOutcome>,
): Promise<AdmitOutcome> {
  return inTransaction(database, async (connection) => {
    const outcome = await admit(savingWriter(connection))
    if (outcome === null || outcome === 'busy' || outcome.outcome !== 'appended') return outcome
    await addTo(connection, { tableSchema, arrival })
    return { ...outcome, receipt: withResults(outcome.receipt, arrival.refused) }
  })
}

async function addTo(
  connection: pg.Client,
  { tableSchema, arrival }: { readonly tableSchema: TableSchema; readonly arrival: ArrivalWithResults },
): Promise<void> {
  const { idempotency, refused } = arrival
  const values = [
    tableSchema.organizationId,
    routeOf(arrival, tableSchema),
    idempotency.key,
    JSON.stringify(refused),
  ]
  await execute(connection, addResults, values)
}

function routeOf({ credential }: Pick<Arrival, 'credential'>, { tableId }: TableSchema): string {
  return credential.kind === 'webhookUrl' ? `ingest:${tableId}` : 'ingest'
}

/** Returns the receipt of a request of which every record was refused: all of its counts are 0. */
export function emptyReceipt({ match }: TableSchema): AppendReceipt {
  return match === null ? { inserted: 0 } : { inserted: 0, updated: 0, unchanged: 0 }
}

export function withResults(receipt: AppendReceipt, refused: readonly RefusedRecord[]): AppendReceipt {
  return { ...receipt, results: refused }
}
