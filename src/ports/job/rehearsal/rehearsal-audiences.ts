import type { DataRecord } from '../../../domain/table/cell.ts'

export interface AudienceAsked {
  readonly organizationId: string
  readonly spinnerId: string
  readonly dataTableId: string
  /** Which records its spinner takes. */
  readonly takes: 'new' | 'all'
}

/** A record that a job would take. */
export interface RehearsedRecord {
  readonly id: string
  readonly data: DataRecord
}

export interface FoundAudience {
  /** How many records it has, of which some may be deleted by now. */
  readonly size: number
  /** In parts of at most 500, each of which holds nothing of those before. */
  parts(): AsyncIterable<readonly RehearsedRecord[]>
}

/** Whom a job that starts now would take, looked at without taking them. */
export abstract class RehearsalAudiences {
  /** Those whom the spinner takes. */
  abstract ofSpinner(asked: AudienceAsked): Promise<FoundAudience>
  /** Exactly these, which are known to be there. */
  abstract ofRecords(dataTableId: string, recordIds: readonly string[]): FoundAudience
}
