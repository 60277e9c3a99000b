import type { ErrorCode, ErrorItem } from '../errors.ts'
import type { DataRecord } from '../table/cell.ts'
import { Comparisons } from '../table/closest.ts'
import type { TableShape } from '../table/table-shape.ts'
import { isRecord, recordFaults } from './records.ts'

/** A record of a request that was refused, with the reasons. It never contains a value. */
export interface RefusedRecord {
  readonly index: number
  readonly ok: false
  readonly code: Extract<ErrorCode, 'VALIDATION_FAILED' | 'SCHEMA_MISMATCH'>
  readonly errors: readonly ErrorItem[]
}

export interface SiftedRecords {
  readonly fitting: readonly DataRecord[]
  /** The position of each fitting record in the request. */
  readonly places: readonly number[]
  readonly refused: readonly RefusedRecord[]
}

/** The most errors that are listed for one record. */
export const mostErrorsOfRecord = 10
/** The most errors that are listed for one request. Refused records after them have only a code. */
export const mostErrorsOfRequest = 500

/** Separates the records that fit a table from those that do not. */
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
