import type { DataRecord } from '../../../domain/table/cell.ts'

export interface AudienceQuery {
  readonly organizationId: string
  readonly spinnerId: string
  readonly dataTableId: string
  /** The audience of the spinner. */
  readonly takes: 'new' | 'all'
}

/** A record that a job would take. */
export interface RehearsedRecord {
  readonly id: string
  readonly data: DataRecord
}

export interface FoundAudience {
  /** The number of records, some of which may be deleted by now. */
  readonly size: number
  /** Yields the records in parts of at most 500. No part repeats a record of an earlier part. */
  parts(): AsyncIterable<readonly RehearsedRecord[]>
}

/** Returns the records that a job started now would take, without taking them. */
export abstract class RehearsalAudiences {
  /** Returns the records that the spinner takes. */
  abstract ofSpinner(asked: AudienceQuery): Promise<FoundAudience>
  /** Returns exactly these records, which are known to exist. */
  abstract ofRecords(dataTableId: string, recordIds: readonly string[]): FoundAudience
}
