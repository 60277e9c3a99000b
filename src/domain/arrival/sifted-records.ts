import type { ErrorCode, ErrorItem } from '../errors.ts'
import type { DataRecord } from '../table/cell.ts'
import { Comparisons } from '../table/closest.ts'
import type { TableShape } from '../table/table-shape.ts'
import { isRecord, recordFaults } from './records.ts'

/** One record of a request that was left out of it, and why; it never echoes a value. */
export interface RefusedRecord {
  readonly index: number
  readonly ok: false
  readonly code: Extract<ErrorCode, 'VALIDATION_FAILED' | 'SCHEMA_MISMATCH'>
  readonly errors: readonly ErrorItem[]
}

export interface SiftedRecords {
  readonly fitting: readonly DataRecord[]
  /** The place of each fitting record in the request. */
  readonly places: readonly number[]
  readonly refused: readonly RefusedRecord[]
}

/** What is wrong with a record is told by its first few faults; */
export const mostErrorsOfRecord = 10
/** of the last of many that are wrong only the code is. */
export const mostErrorsOfRequest = 500

/** Tells the records that belong in a table from those that do not. */
export function sift(candidates: readonly unknown[], shape: TableShape): SiftedRecords {
  const fitting: DataRecord[] = []
  const places: number[] = []
  const refused: RefusedRecord[] = []
  const comparisons = new Comparisons()
  let left = mostErrorsOfRequest
  const refuse = (index: number, code: RefusedRecord['code'], errors: readonly ErrorItem[]) => {
    refused.push({ index, ok: false, code, errors })
    left -= errors.length
  }
  candidates.forEach((candidate, index) => {
    const most = Math.min(left, mostErrorsOfRecord)
    if (!isRecord(candidate))
      refuse(index, 'VALIDATION_FAILED', recordFaults(candidate, index).slice(0, most))
    else if (shape.fits([candidate])) {
      fitting.push(candidate)
      places.push(index)
    } else refuse(index, 'SCHEMA_MISMATCH', shape.faultsOf(candidate, `/records/${index}`, most, comparisons))
  })
  return { fitting, places, refused }
}
