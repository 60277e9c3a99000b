import type { ErrorCode, ErrorItem } from '../errors.ts'
import type { DataRecord } from '../record-cells.ts'
import type { TableSchema } from '../table/table-schema.ts'
import { Comparisons } from '../text/closest-name.ts'
import { isRecord, recordFaults } from './records.ts'

/** A record of a request that was refused, with the reasons. It never contains a value. */
export interface RefusedRecord {
  readonly index: number
  readonly ok: false
  readonly code: Extract<ErrorCode, 'VALIDATION_FAILED' | 'SCHEMA_MISMATCH'>
  readonly errors: readonly ErrorItem[]
}

export interface FittingAndRefused {
  readonly fitting: readonly DataRecord[]
  /** The positions, from 0, of the records in the request that fit the table. */
  readonly places: readonly number[]
  readonly refused: readonly RefusedRecord[]
}

/** The number of errors that a response lists for one refused record. */
export const maxErrorsOfRecord = 10
/** The number of errors that a response lists for one request. Refused records beyond it have only a code. */
export const maxErrorsOfRequest = 500

/** Separates the records of a request that fit a table from the records that do not fit. */
export function splitByFit(candidates: readonly unknown[], tableSchema: TableSchema): FittingAndRefused {
  const fitting: DataRecord[] = []
  const places: number[] = []
  const refused: RefusedRecord[] = []
  const comparisons = new Comparisons()
  let remaining = maxErrorsOfRequest
  const refuse = (index: number, code: RefusedRecord['code'], errors: readonly ErrorItem[]) => {
    refused.push({ index, ok: false, code, errors })
    remaining -= errors.length
  }
  candidates.forEach((candidate, index) => {
    const most = Math.min(remaining, maxErrorsOfRecord)
    if (!isRecord(candidate))
      refuse(index, 'VALIDATION_FAILED', recordFaults(candidate, index).slice(0, most))
    else if (tableSchema.fits([candidate])) {
      fitting.push(candidate)
      places.push(index)
    } else
      refuse(
        index,
        'SCHEMA_MISMATCH',
        tableSchema.faultsOf(candidate, `/records/${index}`, most, comparisons),
      )
  })
  return { fitting, places, refused }
}
