import type { ArrivalReason, KeptArrival } from './arrival.ts'

/**
 * The reason of a record that is held because its position in the body belongs to another record now. Adding it could
 * lose the held record, or add a record of the table once more.
 */
export const recordsChanged: ArrivalReason = {
  code: 'RECORDS_CHANGED',
  message:
    'Some records of the arrival were processed by a mapping that found another number of records in its body. Change the mapping so that it finds this number again, or edit the body',
}

/**
 * Returns the positions of a stored arrival's records that are still held, in a body in which `found` records were found
 * now. Returns null if all records are held. Returns `changed` if another number of records was found before, and some
 * of those may be in the table.
 */
export function heldPositionsOf(arrival: KeptArrival, found: number): readonly number[] | null | 'changed' {
  const { heldPositions, records } = arrival
  if (heldPositions === null || records === null || records === found) return heldPositions
  // Some records of a received arrival may be in the table although all of its records are noted as held.
  const mayHaveAdded =
    heldPositions.length < records || arrival.state === 'received' || arrival.code === recordsChanged.code
  return mayHaveAdded ? 'changed' : null
}
