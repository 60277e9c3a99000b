import type { AudienceWish } from '../../../domain/job/audience-wish.ts'
import type { ExcludedCount } from '../../../domain/job/rehearsal/rehearsal.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'

export interface AudienceAsked {
  readonly organizationId: string
  readonly spinnerId: string
  readonly dataTableId: string
  /** Which records it takes where nobody is named. */
  readonly takes: 'new' | 'all'
  readonly wish: AudienceWish
}

/** A record that a job would take; without an id where it would come in with the trigger. */
export interface RehearsedRecord {
  readonly id: string
  readonly data: DataRecord
}

export interface FoundAudience {
  /** How many records it has, of which some may be deleted by now. */
  readonly size: number
  readonly excluded: readonly ExcludedCount[]
  /** In parts of at most 500, each of which holds nothing of those before. */
  parts(): AsyncIterable<readonly RehearsedRecord[]>
}

/** Whom a job that starts now would take, looked at without taking them. */
export abstract class RehearsalAudiences {
  abstract find(asked: AudienceAsked): Promise<FoundAudience>
}
