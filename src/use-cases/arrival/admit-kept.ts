import type { AdmissionAudit } from '../../domain/account/audit/admission-audit.ts'
import type { AuditEntry } from '../../domain/account/audit/audit-entry.ts'
import { type ArrivalReason, type StoredArrival, sourceOf } from '../../domain/arrival/arrival.ts'
import type { DeliveryReading } from '../../domain/arrival/delivery/delivery-reading.ts'
import { attemptOptimistically } from '../../domain/optimistic.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import { TableSchema } from '../../domain/table/table-schema.ts'
import type { ArrivalStore } from '../../ports/arrival/arrivals.ts'
import type { RecordAppender } from '../../ports/arrival/record-appender.ts'
import type { Clock } from '../../ports/clock.ts'
import { type AdmissionOutcome, AdmissionRun } from './admission-run.ts'
import type { DeliveryReader } from './delivery-reader.ts'

export interface AdmissionTools {
  readonly arrivals: ArrivalStore
  readonly appender: RecordAppender
  readonly reader: DeliveryReader
  readonly clock: Clock
}

/** How a person or an API key admits a stored arrival. */
interface Requested {
  /** Whether to add held records although their delivery id was used before with other content. */
  readonly mayReuseId: boolean
  readonly audit: AdmissionAudit
}

interface StoredAdmitted {
  readonly accepted: number
  readonly duplicates: number
  readonly ignored: number
  /** The reasons why records of the arrival are still held, one list for each held record. */
  readonly waiting: readonly (readonly ArrivalReason[])[]
}

/** A stored arrival as it was read for one state of its table. */
interface ReadArrival {
  readonly tableSchema: TableSchema
  readonly reading: DeliveryReading
}

interface AdmittedArrival {
  readonly reading: DeliveryReading
  readonly outcome: Exclude<AdmissionOutcome, 'stale'>
}

/**
 * Adds the records of one stored arrival to its table. Returns null if another process has processed it
 * meanwhile, if it has no body, or if the table changed during each of the attempts.
 */
export async function admitStored(
  arrival: StoredArrival,
  { arrivals, appender, reader, clock }: AdmissionTools,
  tableOf: () => Promise<DataTable>,
  requested: Requested | null = null,
): Promise<StoredAdmitted | null> {
  const { body, requestId, receivedAt } = arrival
  if (body === null) return null
  const read = async (table: DataTable): Promise<ReadArrival> => {
    const tableSchema = new TableSchema(table)
    return { tableSchema, reading: await reader.read(body, tableSchema) }
  }
  const table = await tableOf()
  const run = new AdmissionRun(appender, {
    // Admits the arrival by the table's current token, because the token with which it was sent may have been
    // replaced since.
    credential: { kind: 'webhookUrl', digest: table.ingestTokenDigest },
    source: sourceOf(arrival),
    ...requested,
    dataTableId: table.id,
    requestId,
    arrivalId: arrival.id,
    receivedAt,
    digest: body.digest,
    storedArrival: arrival,
  })
  const admitted = await attemptOptimistically<ReadArrival, AdmittedArrival, null>({
    first: await read(table),
    look: async () => ({ state: await read(await tableOf()) }),
    attempt: async ({ tableSchema, reading }) => {
      const outcome = await run.through(tableSchema, reading)
      return outcome === 'stale' ? null : { reading, outcome }
    },
    giveUp: () => null,
  })
  if (admitted === null || admitted.outcome === 'settled') return null
  const { reading } = admitted
  const { accepted, duplicates, ignored } = run
  const waiting = reading.items === null ? [reading.reasons] : [...run.waiting.values()]
  const unstoredSettlement = run.settlementLeft(reading)
  if (unstoredSettlement !== null) {
    const storeSettlement = (entry: AuditEntry | null) =>
      arrivals.settle(unstoredSettlement, clock.now(), entry)
    const counts = { admitted: accepted, held: waiting.length }
    // Writes no audit entry if all records stay held, because the commit then changes only the reasons.
    const isAudited = requested !== null && accepted + duplicates + ignored > 0
    const isSettled = isAudited
      ? await requested.audit.with(counts, storeSettlement, (settled) => settled)
      : await storeSettlement(null)
    if (!isSettled) return null
  }
  return { accepted, duplicates, ignored, waiting }
}
