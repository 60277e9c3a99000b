import type { DataRecord } from '../../../domain/table/cell.ts'

export interface AudienceQuery {
  readonly organizationId: string
  readonly spinnerId: string
  readonly dataTableId: string
  /** The audience setting of the spinner: new records, or all. */
  readonly takes: 'new' | 'all'
}

/** A record that the rehearsed job would take. */
export interface RehearsedRecord {
  readonly id: string
  readonly data: DataRecord
}

export interface FoundAudience {
  /** The number of records in the audience, some of which may be deleted by now. */
  readonly size: number
  /**
   * Yields the records of the audience in parts of at most 500. No part repeats a record of an earlier part.
   */
  parts(): AsyncIterable<readonly RehearsedRecord[]>
}

/** Finds the records that a job would take if it started now, without taking them. */
export abstract class RehearsalAudiences {
  /** Returns the audience that a job of the spinner would take according to its audience setting. */
  abstract ofSpinner(asked: AudienceQuery): Promise<FoundAudience>
  /** Returns an audience of exactly these records, which are known to exist. */
  abstract ofRecords(dataTableId: string, recordIds: readonly string[]): FoundAudience
}
