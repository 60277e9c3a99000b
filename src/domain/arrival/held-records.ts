import type { ArrivalReason, StoredArrival } from './arrival.ts'
import { isSamePath, type Path, pathText } from './mapping/path.ts'

/** The records that were found in a body now. */
interface FoundRecords {
  readonly root: Path | null
  readonly records: number
}

/** The records of a body to which stored positions refer. */
type CountedRecords = Pick<StoredArrival, 'records' | 'recordsRoot'>

/**
 * Returns the reason of a record that is held because its position in the body belongs to another record now. Adding
 * it could lose the held record, or add a record of the table once more.
 */
export function recordsChanged({ recordsRoot }: CountedRecords): ArrivalReason {
  const place =
    recordsRoot === null ? '' : recordsRoot.length === 0 ? ' (the whole body)' : ` (${pathText(recordsRoot)})`
  return {
    code: 'RECORDS_CHANGED',
    message: `Some records of the arrival were processed by a mapping that found other records in its body. Change the root of the mapping back to the former path${place} and admit the arrival, or add its other records in another way and discard it`,
  }
}

/** Returns whether the records that were found in a body now are the records to which stored positions refer. */
export function areSameRecords({ records, recordsRoot }: CountedRecords, found: FoundRecords): boolean {
  if (recordsRoot === null || found.root === null) return false
  return records === found.records && isSamePath(recordsRoot, found.root)
}

/**
 * Returns the positions of a stored arrival's records that are still held, among the records that were found in its
 * body now. Returns null if all records are held. Returns `changed` if other records were found before, and some of
 * those are or may be in the table.
 */
export function heldPositionsOf(
  arrival: StoredArrival,
  found: FoundRecords,
): readonly number[] | null | 'changed' {
  const { heldPositions } = arrival
  return heldPositions === null || areSameRecords(arrival, found) ? heldPositions : 'changed'
}
