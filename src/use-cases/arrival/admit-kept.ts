import { type ArrivalReason, type KeptArrival, sourceOf } from '../../domain/arrival/arrival.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import { TableShape } from '../../domain/table/table-shape.ts'
import type { ArrivalStore } from '../../ports/arrival/arrivals.ts'
import type { RecordAppender } from '../../ports/arrival/record-appender.ts'
import { AdmissionRun } from './admission-run.ts'
import type { DeliveryReader } from './delivery-reader.ts'

interface Tools {
  readonly arrivals: ArrivalStore
  readonly intake: RecordAppender
  readonly reader: DeliveryReader
}

interface KeptAdmitted {
  readonly accepted: number
  readonly duplicates: number
  readonly ignored: number
  /** The reasons why records of the arrival are still held, one list for each held record. */
  readonly waiting: readonly (readonly ArrivalReason[])[]
}

const mostLooks = 5

/**
 * Adds the records of one stored arrival to its table. Returns null if another process has processed it
 * meanwhile, if it has no body, or if the table changed five times during the attempts.
 */
export async function admitKept(
  arrival: KeptArrival,
  { arrivals, intake, reader }: Tools,
  tableOf: () => Promise<DataTable>,
  mayReuseId = false,
): Promise<KeptAdmitted | null> {
  const { body, requestId, receivedAt } = arrival
  if (body === null) return null
  let run: AdmissionRun | null = null
  for (let looks = 0; looks < mostLooks; looks++) {
    const table = await tableOf()
    // Admits the arrival by the table's current token, because the token with which it was sent may have been
    // replaced since.
    const credential = { kind: 'ingestToken', digest: table.ingestTokenDigest } as const
    const { digest } = body
    const shape = new TableShape(table)
    const reading = await reader.read(body, shape)
    run ??= new AdmissionRun(intake, {
      credential,
      source: sourceOf(arrival),
      mayReuseId,
      dataTableId: table.id,
      requestId,
      receivedAt,
      digest,
      kept: arrival,
    })
    const outcome = await run.through(shape, reading)
    if (outcome === 'stale') continue
    if (outcome === 'settled') return null
    const left = run.settlementLeft(reading)
    if (left !== null && !(await arrivals.settle(left))) return null
    const { accepted, duplicates, ignored } = run
    const waiting = reading.items === null ? [reading.reasons] : [...run.waiting.values()]
    return { accepted, duplicates, ignored, waiting }
  }
  return null
}
