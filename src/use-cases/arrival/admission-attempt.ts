import type { ArrivalBody } from '../../domain/arrival/arrival.ts'
import type { DeliveryReading } from '../../domain/arrival/delivery/delivery-reading.ts'
import { versionsOf } from '../../domain/arrival/mapping/stored-mapping.ts'
import type { TableShape } from '../../domain/table/table-shape.ts'
import type { Standing } from '../../ports/arrival/record-intake.ts'
import type { AdmissionOutcome, AdmissionRun } from './admission-run.ts'
import type { DeliveryReader, RememberedReading } from './delivery-reader.ts'

/**
 * An admission by what this process remembers of the table and its mappings: the commit holds it to what they are, so
 * that most deliveries need no look-up before it.
 */
export interface AdmissionAttempt {
  readonly remembered: RememberedReading
  /** Null where nothing was tried: only a delivery all of whose records fit goes in by what is remembered. */
  readonly tried: { readonly run: AdmissionRun; readonly outcome: AdmissionOutcome } | null
}

export async function attemptAdmission(
  body: ArrivalBody,
  shape: TableShape,
  reader: DeliveryReader,
  newRun: () => AdmissionRun,
): Promise<AdmissionAttempt | null> {
  const remembered = reader.readRemembered(body, shape)
  if (remembered === null) return null
  if (!isWhole(remembered.reading)) return { remembered, tried: null }
  const run = newRun()
  return { remembered, tried: { run, outcome: await run.through(shape, remembered.reading) } }
}

function isWhole({ items }: DeliveryReading): boolean {
  return items !== null && items.length > 0 && items.every(({ outcome }) => outcome === 'record')
}

/** Nothing that has changed goes back to what it was, so what holds before and after has held all the time. */
export function stillHolds(
  { remembered: { table, mappings } }: AdmissionAttempt,
  { tableId, version }: TableShape,
  { mappingVersions }: Standing,
): boolean {
  return table.tableId === tableId && table.version === version && versionsOf(mappings) === mappingVersions
}

/** Whether some of it is in the table, or may be in a moment. */
export function mayHaveWritten({ tried }: AdmissionAttempt): boolean {
  return tried !== null && (tried.outcome === 'late' || tried.run.accepted > 0)
}
