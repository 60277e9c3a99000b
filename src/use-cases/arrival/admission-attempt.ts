import type { ArrivalBody } from '../../domain/arrival/arrival.ts'
import type { DeliveryReading } from '../../domain/arrival/delivery/delivery-reading.ts'
import { versionsOf } from '../../domain/arrival/mapping/stored-mapping.ts'
import type { TableSchema } from '../../domain/table/table-schema.ts'
import type { ArrivalFacts } from '../../ports/arrival/record-appender.ts'
import type { AdmissionOutcome, AdmissionRun } from './admission-run.ts'
import type { CachedReading, DeliveryReader } from './delivery-reader.ts'

/**
 * An attempt to add the records of a request by the cached table and mappings, without a query before. The
 * commit checks that the cached data is current.
 */
export interface AdmissionAttempt {
  readonly cached: CachedReading
  /**
   * The attempted run and its outcome; null if no run was made, because some records do not fit the cached
   * table.
   */
  readonly tried: { readonly run: AdmissionRun; readonly outcome: AdmissionOutcome } | null
}

export async function attemptAdmission(
  body: ArrivalBody,
  tableSchema: TableSchema,
  reader: DeliveryReader,
  newRun: () => AdmissionRun,
): Promise<AdmissionAttempt | null> {
  const cached = await reader.readCached(body, tableSchema)
  if (cached === null) return null
  if (!isWhole(cached.reading)) return { cached, tried: null }
  const run = newRun()
  return { cached, tried: { run, outcome: await run.through(tableSchema, cached.reading) } }
}

function isWhole({ items }: DeliveryReading): boolean {
  return items !== null && items.length > 0 && items.every(({ outcome }) => outcome === 'record')
}

/**
 * Returns true if the table and its mappings still have the versions that were cached. A version number is
 * never used again, so an equal number means that nothing was changed.
 */
export function isTableUnchanged(
  { cached: { table, mappings } }: AdmissionAttempt,
  { tableId, version }: TableSchema,
  { mappingVersions }: ArrivalFacts,
): boolean {
  return table.tableId === tableId && table.version === version && versionsOf(mappings) === mappingVersions
}

/**
 * Returns whether the attempt has added records of the request to the table, or may still do so because its
 * commit is running.
 */
export function mayHaveWritten({ tried }: AdmissionAttempt): boolean {
  return tried !== null && (tried.outcome === 'late' || tried.run.accepted > 0)
}
